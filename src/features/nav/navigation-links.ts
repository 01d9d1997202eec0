export const NAVIGATION = [
  { label: 'Home', href: '/', under: /^\/$/ },
  { label: 'Past Work', href: '/my-work', under: /^\/my-work/ },
  {
    label: 'Services',
    href: '/my-gig',
    under: /^\/(my-gig|seller)/,
    hint: 'Order a custom site, built for you',
  },
];

export const FOOTER_NAVIGATION = [
  { label: 'Projects', href: '/my-work' },
  { label: 'About', href: '/seller' },
  { label: 'Orders', href: '/orders' },
  { label: 'Security', href: '/security' },
];

export const FOOTER_RESOURCES = [
  { label: 'Profile', href: '/profile' },
  { label: 'Top Reviews', href: '/#topreview' },
  { label: 'Showcase', href: '/#myprojects' },
  { label: 'Gigs', href: '/my-gig' },
];

/** The technologies of the moving list above the footer. */
export const DEPLOYMENT = [
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

/** The path without the suffixes of the static build. */
export const currentPath = (url: URL): string =>
  url.pathname.replace(/(\/index)?\.html$/, '') || '/';

/** The value of `aria-current`: the page itself, or a section that contains it. */
export function isCurrent(
  { href, under }: { href: string; under?: RegExp },
  path: string,
): 'page' | 'true' | undefined {
  if (href === path) return 'page';
  return under?.test(path) ? 'true' : undefined;
}
