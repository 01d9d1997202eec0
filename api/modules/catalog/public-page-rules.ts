interface PublicPage {
  path: string;
  label: string;
  /** What `llms.txt` says of it. */
  about: string;
}

/**
 * The pages for visitors that every shop has. From them, the lists and the legal pages follow the sitemap, `llms.txt`, the twins,
 * what a refresh of the reviews renders again, what browsers fetch ahead, and which visits are counted.
 */
export const PAGES: readonly PublicPage[] = [
  { path: '/', label: 'Home', about: 'skills, numbers and what customers say' },
  { path: '/my-gig', label: 'Services', about: 'all packages with price and time' },
  { path: '/my-work', label: 'Past work', about: 'projects with cost range and duration' },
  { path: '/seller', label: 'About', about: 'skills, rating and all reviews' },
  { path: '/security', label: 'Security', about: 'how payments, data and accounts are protected' },
];

/** Below them each item has a page. */
const LISTS = ['/my-gig', '/my-work', '/articles', '/legal'];
const SINGLE = [
  ...PAGES.map(({ path }) => path),
  ...['/articles', '/contact', '/delivery', '/privacy', '/refunds', '/terms'],
];
const LATER_PAGE = /^\/my-gig\/page\/\d+$/;

/** URL patterns that match every public page. */
export const PUBLIC_PATTERNS: readonly string[] = [
  ...SINGLE,
  ...LISTS.map((list) => `${list}/:item`),
];

export function isItemPage(path: string): boolean {
  const at = path.lastIndexOf('/');
  return LISTS.includes(path.slice(0, at)) && /^[\w-]+$/.test(path.slice(at + 1));
}

export const isPublicPage = (path: string): boolean =>
  SINGLE.includes(path) || isItemPage(path) || LATER_PAGE.test(path);
