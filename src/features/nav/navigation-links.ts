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

interface FooterLink {
  label: string;
  href: string;
  /** Shown when there is some of it. */
  needs?: 'reviews' | 'showcase';
}

export const FOOTER_RESOURCES: FooterLink[] = [
  { label: 'Profile', href: '/profile' },
  { label: 'Top Reviews', href: '/#topreview', needs: 'reviews' },
  { label: 'Showcase', href: '/#myprojects', needs: 'showcase' },
  { label: 'Gigs', href: '/my-gig' },
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
