import { atom } from 'nanostores';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import { ALREADY_REGISTERED, USER_EXISTS } from '../../../api/modules/accounts/rules.ts';
import { ApiError, api, messageOf, onUnauthorized, read } from '../../lib/api.ts';
import { forget, keptFor, storedForUser } from './browser-storage.ts';
import { type FlashToast, showFlashToast } from './flash-toast.ts';

export type Session =
  | { state: 'checking' }
  /**
   * `told`: what the server said to a person who has just signed out here. `ended`: a session is
   * over that nobody ended here.
   */
  | { state: 'visitor'; told?: FlashToast; ended?: boolean }
  | { state: 'unverified' | 'verified'; user: UserDto };

/** Who is here, as the server says. */
export const $session = atom<Session>({ state: 'checking' });

const HINT = 'signed-in';
let checking: Promise<Session> | undefined;

/** Asks the server once a page; everybody who wants to know shares the answer. */
export function checkSession(): Promise<Session> {
  checking ??= ask();
  return checking;
}

let leaving = false;

/** Ends the session on the person's own wish: that its sockets close meanwhile is no news. */
export async function whileLeaving<T>(work: () => Promise<T>): Promise<T> {
  leaving = true;
  try {
    const done = await work();
    forget();
    hint('visitor');
    return done;
  } catch (error) {
    leaving = false;
    throw error;
  }
}

/** Asks anew: the session may be over. */
export function recheckSession(): Promise<Session> {
  if (leaving) return Promise.resolve($session.get());
  checking = undefined;
  return checkSession();
}

/** Asks anew when another tab changes who is signed in, and when somebody comes back to this one. */
export function watchSession(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === HINT) void recheckSession();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') void recheckSession();
  };
  addEventListener('storage', onStorage);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    removeEventListener('storage', onStorage);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

onUnauthorized(() => {
  const { state } = $session.get();
  if (state === 'verified' || state === 'unverified') void recheckSession();
});

async function ask(): Promise<Session> {
  showFlashToast();
  try {
    const { hasToken } = await read(api.user['check-token'].$get());
    if (!hasToken) return setSignedIn(null);
    const { data } = await read(api.user['check-auth-user'].$get());
    return setSignedIn(data);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return setSignedIn(null);
    // Nobody said that the session is over: who is here stays, and so does what is kept.
    const known = $session.get();
    if (known.state !== 'checking') return known;
    const session: Session = { state: 'visitor' };
    hint(session.state);
    $session.set(session);
    return session;
  }
}

/** Takes over what a call said about the person; null for nobody: what is kept waits for its owner. */
export function setSignedIn(user: UserDto | null): Session {
  if (user) storedForUser(user);
  const session: Session = user
    ? { state: user.isVerified ? 'verified' : 'unverified', user }
    : { state: 'visitor', ended: keptFor() !== null };
  hint(session.state);
  $session.set(session);
  return session;
}

// Read by the page's first script, so that the bar is right before anything is asked.
function hint(state: Session['state']): void {
  try {
    if (state === 'visitor') localStorage.removeItem(HINT);
    else localStorage.setItem(HINT, state);
    document.documentElement.dataset['session'] = state === 'visitor' ? '' : state;
  } catch {
    // Storage may be closed to us; the bar then corrects itself a moment later.
  }
}

/** Ends the session; whatever the server answers, nobody is signed in here afterwards (spec §4). */
export async function signOut(): Promise<FlashToast> {
  const told = await whileLeaving(askToLeave);
  leaving = false;
  checking = undefined;
  $session.set({ state: 'visitor', told });
  return told;
}

async function askToLeave(): Promise<FlashToast> {
  try {
    const { message } = await read(api.user.logout.$post());
    return { ok: true, message };
  } catch (error) {
    return { ok: false, message: inOurWords(messageOf(error)) };
  }
}

/** One message of the server is shown in other words (spec §8). */
const inOurWords = (message: string): string =>
  message === USER_EXISTS ? ALREADY_REGISTERED : message;

/** Throws a refusal again, in our words. */
export function friendlyMessage(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  throw new ApiError(error.status, inOurWords(error.message), error.field);
}
