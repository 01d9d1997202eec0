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

/** The address without what the static build appends. */
export const currentPath = (url: URL): string =>
  url.pathname.replace(/(\/index)?\.html$/, '') || '/';

export const isCurrent = (under: RegExp, path: string): 'page' | undefined =>
  under.test(path) ? 'page' : undefined;
