import pLimit from 'p-limit';
import { ApiError } from '../http/errors.ts';

/** The maximum number of pixels: larger pictures need too much memory to decode. */
export const MAX_PIXELS = 40_000_000;
const LONGEST_QUEUE = 20;
const BUSY = 'Many pictures are being processed right now. Please try again in a moment.';

// Decoding 40 megapixels takes 160 MB, so only one picture is processed at a time.
const queue = pLimit(1);

/** Processes a picture in a queue. Throws 503 if the queue is full. */
export async function queueImageWork<T>(draw: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= LONGEST_QUEUE) throw new ApiError(503, BUSY, { retryAfter: 5 });
  return queue(draw);
}
