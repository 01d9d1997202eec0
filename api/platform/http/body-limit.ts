import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/**
 * Refuses larger bodies. Node enforces a given Content-Length, so comparing the number is
 * enough: Hono's own limit would first make a web stream of the request.
 */
export function limitBody(maxSize: number): MiddlewareHandler {
  const counting = bodyLimit({ maxSize });
  return (c, next) => {
    const inPieces = c.req.header('Transfer-Encoding') !== undefined;
    const told = Number(c.req.header('Content-Length') ?? 0);
    return !inPieces && told <= maxSize ? next() : counting(c, next);
  };
}
