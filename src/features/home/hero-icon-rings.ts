/** Six icons per ring, 60 degrees apart; the first is at the top. */
export const OUTER_RING = ['React', 'MongoDB', 'TypeScript', 'Docker', 'Next.js', 'Tailwind CSS'];
export const INNER_RING = ['Node.js', 'JavaScript', 'Express.js', 'Git', 'Redux', 'HTML'];
