import { limitParallel } from '../../platform/limits/limit-parallel.ts';
import { requireUser } from './sessions.ts';

/** Downloads of one person at once. Pages show many pictures, so a long line is nothing unusual. */
export const limitDownloads = limitParallel({ atOnce: 6, waiting: 200 }, (c) => requireUser(c).id);
