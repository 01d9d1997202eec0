import { atom } from 'nanostores';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import { ALREADY_REGISTERED, USER_EXISTS } from '../../../api/modules/accounts/texts.ts';
import { ApiError, api, messageOf, onUnauthorized, readJson } from '../../lib/api.ts';
import {
  clearScreenCache,
  readScreenCache,
  storageOwner,
  writeScreenCache,
} from '../../lib/screen-cache.ts';
import { browserStorage } from '../../lib/storage.ts';
import {
  CURRENCY_KEY,
  QUESTION_FILES_CACHE,
  ROLE_KEY,
  SESSION_STATE_KEY,
  STORAGE_OWNER_KEY,
  THEME_KEY,
  UNSENT_SIGN_OUT_KEY,
} from '../../lib/storage-keys.ts';
import { type FlashToast, showFlashToast } from './flash-toast.ts';

/** Keys that belong to the browser, not to a person. */
const BROWSER_KEYS = [CURRENCY_KEY, THEME_KEY];

/**
 * Assigns the stored data to this user, including what was stored as a visitor, and removes the data
 * of any other user. Unverified users do not become the owner.
 */
function claimStorage(user: { _id: string; isVerified: boolean }): void {
  const owner = storageOwner();
  if (owner && owner !== user._id) clearPersonalStorage();
  if (user.isVerified) browserStorage.set(STORAGE_OWNER_KEY, user._id);
}

/** Removes everything that belongs to a person from storage. */
function clearPersonalStorage(): void {
  clearScreenCache();
  for (const key of browserStorage.keys()) {
    if (!BROWSER_KEYS.includes(key)) browserStorage.remove(key);
  }
  if ('caches' in globalThis) void caches.delete(QUESTION_FILES_CACHE).catch(() => {});
  // Browsers notify other tabs only; the stores of this tab must be updated too.
  dispatchEvent(new StorageEvent('storage'));
}

type Session =
  | { state: 'checking' }
  /**
   * `toast`: the toast about a sign-out that happened on this page. `ended`: the session ended without
   * a sign-out in this browser.
   */
  | { state: 'visitor'; toast?: FlashToast; ended?: boolean }
  | { state: 'unverified' | 'verified'; user: UserDto };

/** The session, as the server reports it. */
export const $session = atom<Session>({ state: 'checking' });

const USER_KEY = 'user';
let checking: Promise<Session> | undefined;

/** Asks the server once per page; all callers share the answer. Until then the last user is shown. */
export function checkSession(): Promise<Session> {
  if (!checking) {
    showFlashToast();
    const user = readScreenCache<UserDto>(USER_KEY);
    if (user) $session.set({ state: 'verified', user });
    checking = document.documentElement.dataset['session'] ? fetchUser() : fetchSession();
  }
  return checking;
}

/** Resolves when a page can be drawn for its user; its shell is shown until then. */
export async function sessionKnown(): Promise<void> {
  const answer = checkSession().catch(() => {});
  if ($session.get().state === 'checking') await answer;
}

let ending = false;

/** Ends the session at the user's request; sockets that close meanwhile trigger no recheck. */
export async function whileEndingSession<T>(request: () => Promise<T>): Promise<T> {
  ending = true;
  try {
    const result = await request();
    clearPersonalStorage();
    storeSessionState({ state: 'visitor' });
    return result;
  } catch (error) {
    ending = false;
    throw error;
  }
}

/** Asks the server again, because the session may have ended. */
export function recheckSession(): Promise<Session> {
  if (ending) return Promise.resolve($session.get());
  showFlashToast();
  checking = fetchSession();
  return checking;
}

/** Asks again when another tab changes the session, and when this tab becomes visible. */
export function watchSession(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === SESSION_STATE_KEY) void recheckSession();
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

/** Asks first whether anybody is signed in, because a 401 is logged as an error. */
async function fetchSession(): Promise<Session> {
  if (isSignOutUnsent()) return repeatSignOut();
  try {
    const { hasToken } = await readJson(api.user['check-token'].$get());
    return hasToken ? await fetchUser() : setSignedIn(null);
  } catch (error) {
    return sessionAfter(error);
  }
}

async function fetchUser(): Promise<Session> {
  try {
    const { data } = await readJson(api.user['check-auth-user'].$get());
    return setSignedIn(data);
  } catch (error) {
    return sessionAfter(error);
  }
}

function sessionAfter(error: unknown): Session {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 401) return setSignedIn(null);
  // The server did not say that the session ended, so the known session and its data stay.
  const known = $session.get();
  if (known.state !== 'checking') return known;
  const session: Session = { state: 'visitor' };
  storeSessionState(session);
  $session.set(session);
  return session;
}

/** Sets the session from a response; null for nobody, which leaves stored data for its owner. */
export function setSignedIn(user: UserDto | null): Session {
  if (user) {
    storeUnsentSignOut(false);
    claimStorage(user);
  }
  const session: Session = user
    ? { state: user.isVerified ? 'verified' : 'unverified', user }
    : { state: 'visitor', ended: storageOwner() !== null };
  storeSessionState(session);
  if (session.state === 'verified') writeScreenCache(USER_KEY, user);
  else clearScreenCache();
  $session.set(session);
  return session;
}

// Read by the page's inline script, so that the navigation is right before the first request.
function storeSessionState(session: Session): void {
  const { dataset } = document.documentElement;
  if (!('user' in session)) {
    browserStorage.remove(SESSION_STATE_KEY);
    dataset['session'] = '';
    return;
  }
  browserStorage.set(SESSION_STATE_KEY, session.state);
  browserStorage.set(ROLE_KEY, session.user.role);
  dataset['session'] = session.state;
  dataset['role'] = session.user.role;
}

/** Signs out; whatever the server answers, this browser is signed out afterwards. */
export async function signOut(): Promise<FlashToast> {
  const toast = await whileEndingSession(postLogout);
  ending = false;
  checking = undefined;
  if (!toast.ok) storeUnsentSignOut(true);
  $session.set({ state: 'visitor', toast });
  return toast;
}

async function postLogout(): Promise<FlashToast> {
  try {
    const { message } = await readJson(api.user.logout.$post());
    return { ok: true, message };
  } catch (error) {
    return { ok: false, message: friendlyText(messageOf(error)) };
  }
}

/** The server did not learn of a sign-out: it is told before it is asked who is signed in. */
async function repeatSignOut(): Promise<Session> {
  const { ok } = await postLogout();
  if (!ok) return setSignedIn(null);
  storeUnsentSignOut(false);
  return fetchSession();
}

function storeUnsentSignOut(isUnsent: boolean): void {
  if (isUnsent) browserStorage.set(UNSENT_SIGN_OUT_KEY, 'true');
  else browserStorage.remove(UNSENT_SIGN_OUT_KEY);
}

const isSignOutUnsent = (): boolean => browserStorage.get(UNSENT_SIGN_OUT_KEY) !== null;

/** Replaces the message about an existing account with one that suggests signing in. */
const friendlyText = (message: string): string =>
  message === USER_EXISTS ? ALREADY_REGISTERED : message;

/** Rethrows an `ApiError` with its message made friendlier. */
export function friendlyMessage(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  throw new ApiError(error.status, friendlyText(error.message), error.field);
}
