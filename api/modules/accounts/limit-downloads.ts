import type { MiddlewareHandler } from 'hono';
import { isStorageTrouble } from '../../../db/database.ts';
import type { Env } from '../../platform/http/env.ts';
import { limitParallel } from '../../platform/rate-limiting/limit-parallel.ts';
import { requireUser } from './guards.ts';
import { DOWNLOADS, PARALLEL_DOWNLOADS } from './rate-limits.ts';

const limitAtOnce = limitParallel(PARALLEL_DOWNLOADS, (c) => requireUser(c).id);

/** Limits the downloads of one person: at all processes by time, and at this one at once. */
export const limitDownloads: MiddlewareHandler<Env> = async (c, next) => {
  const { limits } = c.var.services;
  await limits.take(DOWNLOADS, requireUser(c).id).catch((error: unknown) => {
    // While the storage accepts no writes, files can still be read.
    if (!isStorageTrouble(error)) throw error;
  });
  return limitAtOnce(c, next);
};
