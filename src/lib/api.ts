import { hc } from 'hono/client';
import type { Api } from '../../api/app.ts';

/** A refusal of the server, in its own words. */
export class ApiError extends Error {
  readonly status: number;
  readonly field: string | undefined;

  /** Whether somebody said why; otherwise the page says it in its own words. */
  get hasWords(): boolean {
    return this.message !== UNREADABLE;
  }

  constructor(status: number, message: string, field?: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

const unauthorizedListeners = new Set<() => void>();

/** Calls back when an answer says that nobody is signed in; returns how to stop. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => void unauthorizedListeners.delete(listener);
}

const OFFLINE = 'No connection. Check your network and try again.';
const UNREADABLE = 'Something went wrong, please try again.';

const cookie = (name: string): string =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

/** Adds the XSRF token, fetching one first when a static host handed out the page. */
export const send: typeof fetch = async (input, init = {}) => {
  const headers = new Headers(init.headers);
  if (init.method && init.method !== 'GET') {
    if (!cookie('XSRF-TOKEN')) await fetch('/api/v1/user/check-token').catch(() => {});
    headers.set('X-XSRF-TOKEN', cookie('XSRF-TOKEN'));
    if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  }
  return fetch(input, { ...init, headers, credentials: 'same-origin' }).catch(() => {
    throw new ApiError(0, OFFLINE);
  });
};

/** Every call of the server, typed by the server itself. */
export const api = hc<Api>('/', { fetch: send }).api.v1;

interface Answer<T> {
  ok: boolean;
  status: number;
  json(): Promise<T>;
}

type Good<R> = R extends Answer<infer T> ? Exclude<T, { success: false }> : never;

/** The answer's body, or a Refusal thrown. */
export async function read<R extends Answer<unknown>>(call: Promise<R>): Promise<Good<R>> {
  const response = await call;
  const body = await response.json().catch(() => null);
  if (response.ok && body) return body as Good<R>;
  if (response.status === 401) for (const listener of unauthorizedListeners) listener();
  const { message, field } = (body ?? {}) as { message?: string; field?: string };
  throw new ApiError(response.status, message ?? UNREADABLE, field);
}

/** What the server said; the page's own words where it said nothing, or did not answer. */
export const serverMessage = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.status > 0 && error.hasWords ? error.message : otherwise;

export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : UNREADABLE;

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;
