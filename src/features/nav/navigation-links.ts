import type { CatalogReader } from '../../../api/modules/site/build/catalog-reader.ts';

interface NavigationLink {
  label: string;
  href: string;
  under?: Pick<RegExp, 'test'>;
  hint?: string;
}

const NAVIGATION: NavigationLink[] = [
  { label: 'Home', href: '/', under: /^\/$/ },
  { label: 'Past Work', href: '/my-work', under: /^\/my-work/ },
  {
    label: 'Services',
    href: '/my-gig',
    under: /^\/(my-gig|seller)/,
    hint: 'Order a custom site, built for you',
  },
];

const FOOTER_NAVIGATION = [
  { label: 'Projects', href: '/my-work' },
  { label: 'About', href: '/seller' },
  { label: 'Orders', href: '/orders' },
  { label: 'Security', href: '/security' },
];

const sectionsOf = ({ sections }: Pick<CatalogReader, 'sections'>): NavigationLink[] =>
  sections().map(({ label, path }) => ({
    ...{ label, href: path },
    under: { test: (address) => address.startsWith(`${path}/`) },
  }));

/** The links of the menu: with the lists that hold something. */
export const navigationOf = (catalog: Pick<CatalogReader, 'sections'>): NavigationLink[] => [
  ...NAVIGATION,
  ...sectionsOf(catalog),
];

export const footerNavigationOf = (catalog: Pick<CatalogReader, 'sections'>): NavigationLink[] => [
  ...FOOTER_NAVIGATION,
  ...sectionsOf(catalog),
];

/** Beside "Join As Client". */
export const WHAT_JOINING_TAKES =
  'You sign in with your e-mail address and pay only when you order a package.';

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
  { href, under }: { href: string; under?: Pick<RegExp, 'test'> | undefined },
  path: string,
): 'page' | 'true' | undefined {
  if (href === path) return 'page';
  return under?.test(path) ? 'true' : undefined;
}
