import { limitParallel } from '../../platform/rate-limiting/limit-parallel.ts';
import { requireUser } from './sessions.ts';

/** Limits the concurrent downloads of one person. Pages show many pictures, so long queues are normal. */
export const limitDownloads = limitParallel({ atOnce: 6, waiting: 200 }, (c) => requireUser(c).id);
