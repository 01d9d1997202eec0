import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/**
 * Refuses larger bodies. Node enforces a given Content-Length, so comparing the number is
 * enough: Hono's own limit would first make a web stream of the request.
 */
export function limitBody(maxSize: number): MiddlewareHandler {
  const countingLimit = bodyLimit({ maxSize });
  return (c, next) => {
    const isChunked = c.req.header('Transfer-Encoding') !== undefined;
    const declared = Number(c.req.header('Content-Length') ?? 0);
    return !isChunked && declared <= maxSize ? next() : countingLimit(c, next);
  };
}
