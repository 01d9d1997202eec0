import type { MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { isStorageTrouble } from '../../../db/database.ts';
import { HOUR, MINUTE } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { limitParallel } from '../../platform/rate-limiting/limit-parallel.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import { requireUser } from './guards.ts';

/** Downloads of a person. Pages show many pictures. */
const DOWNLOADS = {
  name: 'downloads',
  most: 1_000,
  per: 10 * MINUTE,
  text: 'You have opened very many files. Please wait a while and try again.',
};

/** Packs of a person. Each reads all files of an order. */
const PACKS = {
  name: 'packs',
  most: 60,
  per: HOUR,
  text: 'You have downloaded everything very often. Please wait a while and try again.',
};

const limitOfPerson = (atOnce: number, waiting: number) =>
  limitParallel({ atOnce, waiting }, (c) => requireUser(c).id);

/** Limits the downloads of one person at all processes by time, and at this one at once. */
const limited =
  (limit: Limit, atOnce: MiddlewareHandler<Env>): MiddlewareHandler<Env> =>
  async (c, next) => {
    await c.var.services.limits.take(limit, requireUser(c).id).catch((error: unknown) => {
      // While the storage accepts no writes, files can still be read.
      if (!isStorageTrouble(error)) throw error;
    });
    return atOnce(c, next);
  };

/** Pages show many pictures, so long queues are normal. */
export const limitDownloads = limited(DOWNLOADS, limitOfPerson(6, 200));

/** One of a person and three in all: each holds its papers in memory. */
export const limitPacks = limited(
  PACKS,
  every(
    limitOfPerson(1, 1),
    limitParallel({ atOnce: 3, waiting: 20 }, () => 'packs'),
  ),
);
