import { limitParallel } from '../../platform/rate-limiting/limit-parallel.ts';
import { PARALLEL_DOWNLOADS } from './rate-limits.ts';
import { requireUser } from './sessions.ts';

/** Limits the concurrent downloads of one person. */
export const limitDownloads = limitParallel(PARALLEL_DOWNLOADS, (c) => requireUser(c).id);
