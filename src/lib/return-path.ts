/** The path in `?next=`; the home page when it is missing or points to another site (no open redirect). */
export function returnPath(search: string = location.search): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  if (!next.startsWith('/') || !URL.canParse(next, location.origin)) return '/';
  const url = new URL(next, location.origin);
  const isSameSite = url.origin === location.origin && !url.pathname.startsWith('//');
  return isSameSite ? url.pathname + url.search + url.hash : '/';
}

/** The page after signing in: the path in `?next=`; without one, the dashboard for the owner. */
export function pathAfterSignIn(
  { role }: { role: string },
  search: string = location.search,
): string {
  const next = returnPath(search);
  return next === '/' ? dashboardPath(role) || next : next;
}

/** The path of the dashboard for the owner or an assistant; '' for a buyer. */
export const dashboardPath = (role: string): string =>
  ({ owner: '/desk', assistant: '/desk/inbox' })[role] ?? '';

/** Adds the path to return to afterwards. */
export const withReturnPath = (path: string, next: string): string =>
  next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;

/** In the query of the sign-in page, which reads it in its inline script. */
export const ENDED = 'ended';

/** The sign-in page for a person whose session has ended, with the path to return to afterwards. */
export const signInAgainPath = (next: string): string =>
  `/sign-in?${new URLSearchParams({ next, [ENDED]: '1' })}`;
