import { deliveryTemplates, replyTemplates } from './reply-templates.ts';
import { seedPicture } from './seed-id.ts';
import { showcase } from './showcase.ts';

const REVIEW_PICTURES = ['review-1', 'review-2', 'review-3', 'review-4'];

/** The files of its pictures below `db/seed/pictures`, and the size of the largest. */
export const profilePictures = [
  { file: 'portrait', width: 640, height: 640 },
  ...REVIEW_PICTURES.map((file) => ({ file, width: 480, height: 360 })),
  ...['thread-app', 'food-delivery', 'job-app', 'nike-page', 'auth-form', 'e-commerce'].map(
    (name) => ({ file: `showcase-${name}`, width: 960, height: 600 }),
  ),
];

/** The profile of the starter shop. */
export const starterProfile = {
  brand: {
    studio: 'VY Studio',
    monogram: 'VY',
    logo: '',
    accent: { light: '#0f766e', dark: '#2dd4bf' },
    series: 'VY',
  },
  name: 'Vihaan Yadav',
  handle: '@vihaan_yadav',
  role: 'MERN Stack Developer',
  tagline: 'Web solutions builder',
  sentence:
    'I design, build and run web applications for small teams: quick to load, easy to change, ' +
    'and yours from the first commit.',
  location: 'Pune, India',
  country: 'India',
  email: 'hello@vyadav.example',
  portrait: seedPicture('portrait', 'Drawn portrait of Vihaan Yadav'),
  languages: [
    { name: 'English', level: 'Fluent' },
    { name: 'Hindi', level: 'Native' },
    { name: 'Marathi', level: 'Native' },
  ],
  about: [
    'I am a full-stack developer in Pune. Most of my work is with MongoDB, Express.js, React ' +
      'and Node.js, and where a plain website or WordPress serves you better, I build that ' +
      'instead. My customers are mostly small companies, schools, clinics and shops, and teams ' +
      'that need one more pair of careful hands.',
    'I start with questions and a short written scope. You then see a working version every ' +
      'week, on a link you can open yourself, and you always know what comes next. I write tests ' +
      'for the parts that would hurt if they broke, and I check that things work with a ' +
      'keyboard, on a small phone and on a slow connection.',
    'When we are done, the code, the domain and the accounts are in your name, with a few ' +
      'pages on how to run everything. Many customers come back for the next thing, and none of ' +
      'them have to.',
  ],
  aboutShort:
    'I am a full-stack developer from Pune. I plan before I build, keep you posted while I do, and hand over code that the next developer will thank you for.',
  memberSince: '2021',
  responseHours: 2,
  lastDelivery: '1 week',
  lastOnline: 'Online most days, 10 am to 8 pm IST',
  heroIcons: [
    ...['React', 'MongoDB', 'TypeScript', 'Docker', 'Next.js', 'Tailwind CSS'],
    ...['Node.js', 'JavaScript', 'Express.js', 'Git', 'Redux', 'HTML'],
  ],
  frameworks: [
    ...['React', 'Next.js', 'Astro', 'Node.js', 'Express', 'MongoDB'],
    ...['Tailwind CSS', 'TypeScript', 'Redux', 'Vite', 'Socket.IO', 'PostgreSQL'],
    ...['WordPress', 'Bootstrap'],
  ],
  deployment: [
    ...['Vercel', 'Netlify', 'Cloudflare', 'Docker', 'DigitalOcean', 'AWS'],
    ...['Render', 'Nginx', 'GitHub Actions', 'Railway', 'Linux', 'Let’s Encrypt'],
  ],
  skillsHeading: 'Crafted for Developers, Powered by Skills',
  skillGroups: [
    { title: 'Languages', skills: ['C++', 'C', 'Python', 'JavaScript', 'HTML', 'CSS'] },
    {
      title: 'Frameworks',
      skills: ['React', 'Node.js', 'Express.js', 'Bootstrap', 'SCSS', 'Tailwind'],
    },
    { title: 'Dev Tools', skills: ['VS Code', 'Github', 'Git', 'Vercel', 'Postman', 'MongoDB'] },
  ],
  skills: [
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
  ],
  statsHeading: 'Built for developers By developers',
  statsSubheading:
    'Built for modern product teams. From next-gen startups to established enterprises.',
  counters: [
    { target: 100, suffix: '+', caption: 'Clients / Year' },
    { target: 22, suffix: '+', caption: 'Project Completed' },
    { target: 95, suffix: '', caption: 'Reviews / Year' },
  ],
  social: [
    { label: 'GitHub', href: 'https://github.com/vyadav-studio' },
    { label: 'LinkedIn', href: 'https://www.linkedin.com/in/vyadav-studio' },
    { label: 'LeetCode', href: 'https://leetcode.com/u/vyadav-studio/' },
    { label: 'E-mail', href: 'mailto:hello@vyadav.example' },
    { label: 'Instagram', href: 'https://www.instagram.com/vyadav.studio/' },
  ],
  showcase,
  replyTemplates,
  deliveryTemplates,
  struckCharges: true,
  hiddenFromModels: false,
  reviewsHeading: 'Top-tier teams use and love VY',
  customersSay:
    'Customers describe careful planning, plain answers and work that matches the description. ' +
    'Many mention weekly working versions, tidy code and pages that open quickly on ordinary ' +
    'phones. Several note that Vihaan says openly what a plan does not cover. Critical reviews are ' +
    'mostly about timing: a few deliveries took longer than planned, and some buyers wished they ' +
    'had chosen a different plan size.',
  customersSayNote: 'AI-generated from the text of customer reviews',
  reviewPictures: REVIEW_PICTURES.map((file, at) =>
    seedPicture(file, `Picture ${at + 1} from a review`),
  ),
  testimonials: [],
  overview: [
    {
      title: 'MERN Stack',
      text:
        'Complete applications with MongoDB, Express.js, React and Node.js: bookings, portals, ' +
        'dashboards and the admin screens behind them.',
    },
    {
      title: 'Full Stack Development',
      text:
        'Database, server, interface and deployment from one person, so nothing gets lost between ' +
        'teams and one address answers your questions.',
    },
    {
      title: 'Web Development',
      text:
        'Websites and front ends in Astro, Next.js and React that load fast, work with a keyboard ' +
        'and read well on a small phone.',
    },
    {
      title: 'WordPress Development',
      text:
        'Slim custom themes and WooCommerce shops that editors enjoy using, with few plugins, ' +
        'tested backups and clean addresses.',
    },
  ],
};
