import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { Env } from './env.ts';

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** Headers that proxies add: with one of them the client may be on a different machine. */
const FORWARDED = [
  'Forwarded',
  'Via',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
  'CF-Connecting-IP',
];

/** Guard for development tools: responds 404 to remote or proxied requests. */
export const localOnly: MiddlewareHandler<Env> = async (c, next) => {
  if (!isLocal(c)) return c.notFound();
  return next();
};

function isLocal(c: Context<Env>): boolean {
  const { incoming } = c.env as HttpBindings;
  const address = incoming.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  // A different name in the Host header means DNS rebinding by a remote page.
  const named = new URL(c.req.url).hostname.replace(/^\[|\]$/g, '');
  const origin = c.req.header('Origin');
  return (
    isLoopback(address) &&
    isLoopback(named) &&
    // Browsers use HTTP/1.1 without TLS; proxies that add no header often use 1.0.
    incoming.httpVersion !== '1.0' &&
    (origin === undefined || c.var.services.config.origins.includes(origin)) &&
    FORWARDED.every((name) => c.req.header(name) === undefined)
  );
}
