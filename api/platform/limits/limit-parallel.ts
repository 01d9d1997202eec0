import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import pLimit, { type LimitFunction } from 'p-limit';
import { requireUser } from '../../modules/accounts/sessions.ts';
import type { Env } from '../http/env.ts';
import { ApiError } from '../http/errors.ts';

const TOO_MANY = 'Many files are on their way to you already. Please wait for some of them.';

/**
 * Limits the parallel requests of one person. Each counts until its answer is read or its
 * connection is closed; further ones wait in a queue. Throws 429 when the queue is full.
 */
export function limitParallel(limit: { atOnce: number; waiting: number }): MiddlewareHandler<Env> {
  const lines = new Map<string, LimitFunction>();
  return async (c, next) => {
    const { id } = requireUser(c);
    const line = lines.get(id) ?? pLimit(limit.atOnce);
    if (line.pendingCount >= limit.waiting) throw new ApiError(429, TOO_MANY, { retryAfter: 5 });
    lines.set(id, line);
    const { outgoing } = c.env as HttpBindings;
    const closed = new Promise((done) => outgoing.once('close', done));
    await new Promise<void>((answered, failed) => {
      const run = async () => {
        await next().then(answered, failed);
        await closed;
      };
      void line(run).finally(() => {
        if (line.activeCount + line.pendingCount === 0) lines.delete(id);
      });
    });
  };
}

/** A page may show many pictures, so a long queue is normal. */
export const limitDownloads = limitParallel({ atOnce: 6, waiting: 200 });
