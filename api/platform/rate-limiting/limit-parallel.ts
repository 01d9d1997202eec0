import { once } from 'node:events';
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
  const tooMany = () => new ApiError(429, TOO_MANY, { retryAfter: 5 });
  const inLine = limitPerKey(limit, tooMany);
  return (c, next) =>
    new Promise((answered, failed) => {
      const { outgoing } = c.env as HttpBindings;
      const run = async () => {
        // One that was closed while it waited is not answered, and gives its place back.
        if (outgoing.closed) return answered();
        const closed = once(outgoing, 'close');
        await next().then(answered, failed);
        await closed;
      };
      inLine(keyOf(c), run).catch(failed);
    });
}

/** Runs so much at once for each key; more waits in a queue, and throws `tooMany` if that is full. */
export function limitPerKey(limit: { atOnce: number; waiting: number }, tooMany: () => Error) {
  const lines = new Map<string, LimitFunction>();
  return async <T>(key: string, run: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? pLimit(limit.atOnce);
    if (line.pendingCount >= limit.waiting) throw tooMany();
    lines.set(key, line);
    return line(run).finally(() => {
      if (line.activeCount + line.pendingCount === 0) lines.delete(key);
    });
  };
}
