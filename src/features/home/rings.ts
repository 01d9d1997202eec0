/** Six marks a ring, 60 degrees apart (spec §9); the first stands at the top. */
export const OUTER_RING = ['React', 'MongoDB', 'TypeScript', 'Docker', 'Next.js', 'Tailwind CSS'];
export const INNER_RING = ['Node.js', 'JavaScript', 'Express.js', 'Git', 'Redux', 'HTML'];
