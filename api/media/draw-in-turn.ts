import pLimit from 'p-limit';
import { UserError } from '../lib/errors.ts';

/** What people may send to be drawn; more needs more memory than a shop should have to have. */
export const MOST_PIXELS = 40_000_000;
const LONGEST_QUEUE = 20;
const BUSY = 'Many pictures are being drawn right now. Please try again in a moment.';

// A picture of 40 megapixels takes 160 MB while it is drawn: one at a time, whatever it is for.
const queue = pLimit(1);

/** Draws when it is its turn. Throws 503 when too many wait already. */
export async function drawInTurn<T>(draw: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= LONGEST_QUEUE) throw new UserError(503, BUSY, { retryAfter: 5 });
  return queue(draw);
}
