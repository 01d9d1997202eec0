import { hc } from 'hono/client';
import type { Api } from '../../api/app.ts';

type Confirm = () => Promise<boolean>;

let confirm: Confirm | null = null;
/** The confirmation that is being asked for; several calls wait for the same one. */
let asked: Promise<boolean> | null = null;

/** The function that asks for a confirmation; each page with such calls sets it. */
export function onConfirmationNeeded(ask: Confirm): void {
  confirm = ask;
}

const HEADER = 'X-Confirm';

/** Makes the call again after the person has confirmed, so that nothing typed is lost. */
async function repeatWhenConfirmed(
  response: Response,
  repeat: () => Promise<Response>,
): Promise<Response> {
  if (!confirm || !response.headers.has(HEADER)) return response;
  asked ??= confirm().finally(() => {
    asked = null;
  });
  return (await asked) ? repeat() : response;
}

declare global {
  interface Window {
    /** Requests that `EarlyRequests.astro` sent before any script arrived, by address. */
    earlyRequests?: Record<string, Promise<Response>>;
  }
}

/** The answer to a request that the page already sent; each is used once. */
function takeEarlyResponse(address: string): Promise<Response> | undefined {
  if (typeof window === 'undefined') return undefined;
  const response = window.earlyRequests?.[address];
  if (response) delete window.earlyRequests?.[address];
  return response;
}

export interface FieldError {
  field: string;
  message: string;
}

/** An error response of the server, with its message. */
export class ApiError extends Error {
  readonly status: number;
  readonly field: string | undefined;
  /** Every field that was refused, with its message. */
  readonly errors: readonly FieldError[];

  /** Whether the server sent a message; otherwise the page shows its own. */
  get hasMessage(): boolean {
    return this.message !== UNREADABLE;
  }

  constructor(status: number, message: string, field?: string, errors?: readonly FieldError[]) {
    super(message);
    this.status = status;
    this.field = field;
    this.errors = errors ?? (field ? [{ field, message }] : []);
  }
}

const unauthorizedListeners = new Set<() => void>();

/** Calls back on every 401 response; returns a function that stops it. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => void unauthorizedListeners.delete(listener);
}

const UNREADABLE = 'Something went wrong, please try again.';
const UNREACHABLE = `${UNREADABLE} No connection: check your network.`;
const OFFLINE = 'You are offline. Check your connection and try again.';

/** Whether the device says that it has no network; one that does not say may have it. */
export const isOffline = (): boolean => navigator.onLine === false;

const noAnswer = () => new ApiError(0, isOffline() ? OFFLINE : UNREACHABLE);

const cookie = (name: string): string =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

/** What proves that a write comes from this page. */
export const xsrfToken = (): string => cookie('XSRF-TOKEN');

/**
 * Uses the response of an early request, if there is one. Adds the CSRF token to a write; fetches one first
 * when a static host served the page.
 */
export const sendRequest: typeof fetch = async (input, init = {}) => {
  const headers = new Headers(init.headers);
  const isRead = !init.method || init.method === 'GET';
  if (!isRead) {
    if (!xsrfToken()) await fetch('/api/v1/user/check-token').catch(() => {});
    if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  }
  const early = isRead ? takeEarlyResponse(String(input)) : undefined;
  const call = async (): Promise<Response> => {
    const token = xsrfToken();
    if (!isRead) headers.set('X-XSRF-TOKEN', token);
    const sent = fetch(input, { ...init, headers, credentials: 'same-origin' });
    const response = await sent.catch(() => {
      throw noAnswer();
    });
    // Each of a visitor's first requests gets a token, and a later one replaces that of this call. A confirmation
    // replaces the session's token together with this one.
    const isRefused =
      (response.status === 401 && token !== '') || (response.status === 403 && !isRead);
    return isRefused && xsrfToken() !== token ? call() : response;
  };
  const response = await (early ?? call()).catch(() => {
    throw noAnswer();
  });
  return repeatWhenConfirmed(response, call);
};

/** The typed client of the server's API. */
export const api = hc<Api>('/', { fetch: sendRequest }).api.v1;

interface TypedResponse<T> {
  ok: boolean;
  status: number;
  json(): Promise<T>;
}

interface Failure {
  success?: boolean;
  message?: string;
  field?: string;
  errors?: FieldError[];
}

type SuccessBody<R> = R extends TypedResponse<infer T> ? Exclude<T, { success: false }> : never;

/** Returns the body of a successful response; throws an ApiError for an error status or `success: false`. */
export async function readJson<R extends TypedResponse<unknown>>(
  call: Promise<R>,
): Promise<SuccessBody<R>> {
  const response = await call;
  const body = await response.json().catch(() => null);
  const { success, message, field, errors } = (body ?? {}) as Failure;
  if (response.ok && body && success !== false) return body as SuccessBody<R>;
  if (response.status === 401) for (const listener of unauthorizedListeners) listener();
  throw new ApiError(response.status, message ?? UNREADABLE, field, errors);
}

/** The server's message; `fallback` when it sent none or did not respond. */
export const serverMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status > 0 && error.hasMessage ? error.message : fallback;

export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : UNREADABLE;

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;
