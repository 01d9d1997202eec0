/** Modules of the API, lowest first: each imports only those of the rows before its own. */
export const MODULE_ORDER = [
  ['accounts', 'catalog'],
  ['orders'],
  ['payments'],
  ['billing'],
  ['deliveries', 'reviews', 'chat'],
  ['dispute-evidence', 'mail-replies'],
  ['order-pages', 'case-studies'],
  ['quotes'],
  ['notifications', 'visits', 'clients'],
  ['legal'],
  ['site'],
  ['dashboard'],
];

export const moduleOf = (path: string) => /^api\/modules\/([\w-]+)\//.exec(path)?.[1];
export const rankOf = (name: string) => MODULE_ORDER.findIndex((row) => row.includes(name));
