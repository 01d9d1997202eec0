/** The steps of a publish in order, as the dashboard shows them. */
export const STEPS = [
  'Read the catalogue',
  'Build the pages',
  'Check pages and links',
  'Prepare for serving',
  'Switch',
  'Upload',
] as const;

export type Step = (typeof STEPS)[number];

/**
 * The paths that a static host forwards to the app. Pictures that the release contains need no forwarding.
 */
export const FORWARDED = ['/api', '/socket.io', '/media'];

/** Pages that are rendered in the browser: one file serves every address below it. */
export const SPA_FALLBACKS = [
  { under: '/orders', deep: false },
  { under: '/create-password', deep: false },
  { under: '/invitation', deep: false },
  { under: '/desk', deep: true },
] as const;

/** Returns the file that serves an address; '' if there is none. */
export function spaFallbackFor(path: string): string {
  for (const { under, deep } of SPA_FALLBACKS) {
    const rest = path.startsWith(`${under}/`) ? path.slice(under.length + 1) : '';
    if (rest && (deep || !rest.includes('/'))) return under;
  }
  return '';
}

/** The pages that every release must have. */
export const REQUIRED_PAGES = [
  ...['/', '/my-gig', '/my-work', '/seller', '/sign-in', '/404'],
  ...SPA_FALLBACKS.map(({ under }) => under),
];

/** A link in a text of the owner's that leads to nothing on this site. */
export interface DeadLink {
  /** Of the text. */
  title: string;
  href: string;
}
