export const skillsHeading = 'Crafted for Developers, Powered by Skills';

export const skillGroups = [
  { title: 'Languages', skills: ['C++', 'C', 'Python', 'JavaScript', 'HTML', 'CSS'] },
  {
    title: 'Frameworks',
    skills: ['React', 'Node.js', 'Express.js', 'Bootstrap', 'SCSS', 'Tailwind'],
  },
  { title: 'Dev Tools', skills: ['VS Code', 'Github', 'Git', 'Vercel', 'Postman', 'MongoDB'] },
];

export const sellerSkills = [
  'MERN stack',
  'React',
  'Node.js',
  'Express.js',
  'MongoDB',
  'TypeScript',
  'JavaScript',
  'Next.js',
  'Astro',
  'Tailwind CSS',
  'WordPress',
  'WooCommerce',
  'PHP',
  'PostgreSQL',
  'REST API design',
  'Razorpay integration',
  'Responsive design',
  'Web accessibility',
  'Web performance',
  'Technical SEO',
  'Redis',
  'Socket.IO',
  'Docker',
  'Nginx',
  'GitHub Actions',
  'Automated testing',
  'Figma',
];
