/** What a publish does, in this order; the dashboard shows them as they pass. */
export const STEPS = [
  'Read the catalogue',
  'Build the pages',
  'Check pages and links',
  'Prepare for serving',
  'Switch',
  'Upload',
] as const;

export type Step = (typeof STEPS)[number];

/** What a static host passes on to the app; a picture that the release holds needs no passing on. */
export const FORWARDED = ['/api', '/socket.io', '/media'];

/** Pages drawn in the browser: one file serves every address below it. */
export const SPA_FALLBACKS = [
  { under: '/orders', deep: false },
  { under: '/create-password', deep: false },
  { under: '/invitation', deep: false },
  { under: '/desk', deep: true },
] as const;

/** The file that serves this address, or '' where none does for it. */
export function spaFallbackFor(path: string): string {
  for (const { under, deep } of SPA_FALLBACKS) {
    const rest = path.startsWith(`${under}/`) ? path.slice(under.length + 1) : '';
    if (rest && (deep || !rest.includes('/'))) return under;
  }
  return '';
}

/** Pages without which the site is not whole. */
export const REQUIRED_PAGES = [
  ...['/', '/my-gig', '/my-work', '/seller', '/sign-in', '/404'],
  ...SPA_FALLBACKS.map(({ under }) => under),
];

export interface Change {
  kind: 'gig' | 'project' | 'reviews' | 'site';
  what: 'added' | 'changed' | 'removed';
  title: string;
}
