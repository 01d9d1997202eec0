import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Env } from '../http/env.ts';
import { ApiError } from '../http/errors.ts';

const TOO_MANY = 'Many files are on their way to you already. Please wait for some of them.';

/**
 * Limits the parallel requests per key. A request counts until its response is read or its connection is
 * closed; more requests wait in a queue. Throws 429 if the queue is full.
 */
export function limitParallel(
  limit: { atOnce: number; waiting: number },
  keyOf: (c: Context<Env>) => string,
): MiddlewareHandler<Env> {
  const lines = new Map<string, LimitFunction>();
  return async (c, next) => {
    const key = keyOf(c);
    const line = lines.get(key) ?? pLimit(limit.atOnce);
    if (line.pendingCount >= limit.waiting) throw new ApiError(429, TOO_MANY, { retryAfter: 5 });
    lines.set(key, line);
    const { outgoing } = c.env as HttpBindings;
    const closed = new Promise((done) => outgoing.once('close', done));
    await new Promise<void>((answered, failed) => {
      const run = async () => {
        await next().then(answered, failed);
        await closed;
      };
      void line(run).finally(() => {
        if (line.activeCount + line.pendingCount === 0) lines.delete(key);
      });
    });
  };
}
