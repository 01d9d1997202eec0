/** The path in `?next=`; the home page when it is missing or points to another site (no open redirect). */
export function returnPath(search: string = location.search): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  if (!next.startsWith('/') || !URL.canParse(next, location.origin)) return '/';
  const url = new URL(next, location.origin);
  const isSameSite = url.origin === location.origin && !url.pathname.startsWith('//');
  return isSameSite ? url.pathname + url.search + url.hash : '/';
}

/** Where a signed-in person goes: back to where they came from, else the owner to the dashboard. */
export function pathAfterSignIn(
  { role }: { role: string },
  search: string = location.search,
): string {
  const next = returnPath(search);
  return next === '/' ? dashboardPath(role) || next : next;
}

/** Where the owner or an assistant works; '' for a buyer. */
export const dashboardPath = (role: string): string =>
  ({ owner: '/desk', assistant: '/desk/inbox' })[role] ?? '';

/** Adds the path to return to afterwards. */
export const withReturnPath = (path: string, next: string): string =>
  next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;

const ENDED = 'ended';

/** The sign-in page for a person whose session has ended, with the path to return to afterwards. */
export const signInAgain = (next: string): string =>
  `/sign-in?${new URLSearchParams({ next, [ENDED]: '1' })}`;

export const hasEnded = (): boolean => new URLSearchParams(location.search).has(ENDED);
