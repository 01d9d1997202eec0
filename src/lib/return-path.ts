/** Where `?next=` leads: a path of this site, or the home page (attacks 89). */
export function returnPath(search: string = location.search): string {
  const wanted = new URLSearchParams(search).get('next') ?? '/';
  if (!wanted.startsWith('/') || !URL.canParse(wanted, location.origin)) return '/';
  const url = new URL(wanted, location.origin);
  const stays = url.origin === location.origin && !url.pathname.startsWith('//');
  return stays ? url.pathname + url.search + url.hash : '/';
}

/** An address that comes back here afterwards. */
export const withReturnPath = (path: string, next: string): string =>
  next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;

const ENDED = 'ended';

/** The sign-in page for a person whose session is over; comes back here afterwards. */
export const signInAgain = (next: string): string =>
  `/sign-in?${new URLSearchParams({ next, [ENDED]: '1' })}`;

export const hasEnded = (): boolean => new URLSearchParams(location.search).has(ENDED);
