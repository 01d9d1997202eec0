import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { isLoopback } from '../../config.ts';
import type { Env } from './env.ts';

/** Added by proxies: whoever asks sits somewhere else. */
const FORWARDED = [
  'Forwarded',
  'Via',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
  'CF-Connecting-IP',
];

/** For what only the person at this machine may use: a request through a proxy finds nothing there. */
export const localOnly: MiddlewareHandler<Env> = async (c, next) => {
  if (!isLocal(c)) return c.notFound();
  return next();
};

function isLocal(c: Context<Env>): boolean {
  const { incoming } = c.env as HttpBindings;
  const address = incoming.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  // Another name in the Host header is a page elsewhere that made its name point here.
  const named = new URL(c.req.url).hostname.replace(/^\[|\]$/g, '');
  const origin = c.req.header('Origin');
  return (
    isLoopback(address) &&
    isLoopback(named) &&
    // Browsers speak 1.1 to a server without TLS; proxies that add no header often speak 1.0.
    incoming.httpVersion !== '1.0' &&
    (origin === undefined || c.var.services.config.origins.includes(origin)) &&
    FORWARDED.every((name) => c.req.header(name) === undefined)
  );
}
