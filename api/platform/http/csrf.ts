import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { newToken } from '../ids.ts';
import { sessionCookieName } from './cookie-names.ts';
import type { Env } from './env.ts';
import { ApiError } from './errors.ts';

const COOKIE = 'XSRF-TOKEN';
const HEADER = 'X-XSRF-TOKEN';
const MIN_CHARS = 40;
const REFUSED = 'This request was refused for your safety. Reload the page and try again.';
const JSON_ONLY = 'Please send JSON.';
/** Routes with a file as the body. An HTML form cannot send this content type either, nor that of a piece of an upload. */
const TAKES_BYTES = /\/communicate\/attachment$/;

/** Bound to the session, so that a cookie injected by a different site is useless. */
const tokenFor = (session: string): string =>
  createHmac('sha256', session).update('xsrf').digest('base64url');

export function setXsrfCookie(c: Context<Env>, session: string | null): void {
  setCookie(c, COOKIE, session ? tokenFor(session) : newToken(), {
    sameSite: 'Lax',
    secure: c.var.services.config.https,
    path: '/',
  });
}

/** CSRF protection: unsafe methods need an allowed Origin, JSON and the XSRF token. A GET sets its cookie. */
export const csrf: MiddlewareHandler<Env> = async (c, next) => {
  const session = getCookie(c, sessionCookieName(c.var.services.config.https));
  const cookie = getCookie(c, COOKIE) ?? '';
  const expected = session ? tokenFor(session) : cookie;
  if (c.req.method === 'GET' || c.req.method === 'HEAD') {
    if (cookie.length < MIN_CHARS || cookie !== expected) setXsrfCookie(c, session ?? null);
    return next();
  }
  if (!isOurs(c)) throw new ApiError(403, REFUSED);
  const type = TAKES_BYTES.test(c.req.path)
    ? /^application\/octet-stream$/i
    : /^application\/(json|offset\+octet-stream)\s*(;|$)/i;
  if (!type.test(c.req.header('Content-Type') ?? '')) {
    throw new ApiError(415, JSON_ONLY);
  }
  const sent = c.req.header(HEADER) ?? '';
  const right = cookie.length >= MIN_CHARS && same(cookie, sent) && same(expected, sent);
  if (!right) throw new ApiError(403, REFUSED);
  return next();
};

function isOurs(c: Context<Env>): boolean {
  const origin = c.req.header('Origin');
  if (origin !== undefined) return c.var.services.config.origins.includes(origin);
  return c.req.header('Sec-Fetch-Site') === 'same-origin';
}

function same(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
