import { limitParallel } from '../../platform/rate-limiting/limit-parallel.ts';
import { requireUser } from './guards.ts';
import { PARALLEL_DOWNLOADS } from './rate-limits.ts';

/** Limits the concurrent downloads of one person. */
export const limitDownloads = limitParallel(PARALLEL_DOWNLOADS, (c) => requireUser(c).id);
