import type { MiddlewareHandler } from 'hono';
import { isStorageTrouble } from '../../../db/database.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { limitParallel } from '../../platform/rate-limiting/limit-parallel.ts';
import { requireUser } from './guards.ts';

/** Downloads of a person. Pages show many pictures. */
const DOWNLOADS = {
  name: 'downloads',
  most: 1_000,
  per: 10 * MINUTE,
  text: 'You have opened very many files. Please wait a while and try again.',
};

/** Concurrent downloads of a person at one process. Pages show many pictures, so long queues are normal. */
const AT_ONCE = { atOnce: 6, waiting: 200 };

const limitAtOnce = limitParallel(AT_ONCE, (c) => requireUser(c).id);

/** Limits the downloads of one person: at all processes by time, and at this one at once. */
export const limitDownloads: MiddlewareHandler<Env> = async (c, next) => {
  const { limits } = c.var.services;
  await limits.take(DOWNLOADS, requireUser(c).id).catch((error: unknown) => {
    // While the storage accepts no writes, files can still be read.
    if (!isStorageTrouble(error)) throw error;
  });
  return limitAtOnce(c, next);
};
