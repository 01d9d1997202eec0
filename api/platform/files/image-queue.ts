import pLimit from 'p-limit';
import { ApiError } from '../http/errors.ts';

/** What people may send to be drawn; more needs more memory than a shop should have to have. */
export const MAX_PIXELS = 40_000_000;
const LONGEST_QUEUE = 20;
const BUSY = 'Many pictures are being drawn right now. Please try again in a moment.';

// A picture of 40 megapixels takes 160 MB while it is drawn: one at a time, whatever it is for.
const queue = pLimit(1);

/** Draws when it is its turn. Throws 503 when too many wait already. */
export async function queueImageWork<T>(draw: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= LONGEST_QUEUE) throw new ApiError(503, BUSY, { retryAfter: 5 });
  return queue(draw);
}
