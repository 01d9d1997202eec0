export const ALREADY_PUBLISHING = 'A publish is under way. Wait until it has finished.';
export const UNKNOWN_RELEASE = 'There is no such release any more.';
export const WHICH_RELEASE = 'Which release? Name one after --to.';
export const NO_ROOM =
  'The disk is full. The site is as it was before; make room and publish again.';
export const IS_CURRENT = 'This release is the one visitors see.';
export const AUTOMATIC = 'Changes are published automatically.';
export const BY_HAND = 'Changes wait until you publish them.';
export const STOPPED = 'The publish was stopped half-way. The site is as it was before.';

/** How many releases are kept, the current one included. */
export const KEEP = 5;

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
export const SHELLS = [
  { under: '/orders', deep: false },
  { under: '/create-password', deep: false },
  { under: '/desk', deep: true },
] as const;

/** The file that serves this address, or '' where none does for it. */
export function shellPathOf(path: string): string {
  for (const { under, deep } of SHELLS) {
    const rest = path.startsWith(`${under}/`) ? path.slice(under.length + 1) : '';
    if (rest && (deep || !rest.includes('/'))) return under;
  }
  return '';
}

/** Pages without which the site is not whole. */
export const NEEDED = [
  '/',
  '/my-gig',
  '/my-work',
  '/seller',
  '/orders',
  '/sign-in',
  '/desk',
  '/404',
];

export interface Change {
  kind: 'gig' | 'project' | 'reviews' | 'site';
  what: 'added' | 'changed' | 'removed';
  title: string;
}
