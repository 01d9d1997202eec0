export const footerNavigation = [
  { label: 'Projects', href: '/my-work' },
  { label: 'About', href: '/seller' },
  { label: 'Orders', href: '/orders' },
  { label: 'Security', href: '/security' },
];

export const footerResources = [
  { label: 'Profile', href: '/profile' },
  { label: 'Top Reviews', href: '/#topreview' },
  { label: 'Showcase', href: '/#myprojects' },
  { label: 'Gigs', href: '/my-gig' },
];

export const social = [
  { label: 'GitHub', href: 'https://github.com/vyadav-studio' },
  { label: 'LinkedIn', href: 'https://www.linkedin.com/in/vyadav-studio' },
  { label: 'LeetCode', href: 'https://leetcode.com/u/vyadav-studio/' },
  { label: 'E-mail', href: 'mailto:hello@vyadav.example' },
  { label: 'Instagram', href: 'https://www.instagram.com/vyadav.studio/' },
];

export const deploymentTech = [
  'Vercel',
  'Netlify',
  'Cloudflare',
  'Docker',
  'DigitalOcean',
  'AWS',
  'Render',
  'Nginx',
  'GitHub Actions',
  'Railway',
  'Linux',
  'Let’s Encrypt',
];

export const frameworkLogos = [
  'React',
  'Next.js',
  'Astro',
  'Node.js',
  'Express',
  'MongoDB',
  'Tailwind CSS',
  'TypeScript',
  'Redux',
  'Vite',
  'Socket.IO',
  'PostgreSQL',
];
