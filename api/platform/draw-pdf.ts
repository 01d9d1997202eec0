import { ApiError } from './http/errors.ts';
import { createLimitedThread } from './limited-thread.ts';

/** Ten times what the largest document needs on a busy machine. */
const TIME_LIMIT_MS = 60_000;
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
const MAX_WAITING = 50;
/** It holds the fonts. */
const IDLE_MS = 30_000;

const NOT_DRAWN = 'This document could not be drawn just now. Please try again.';
const TOO_MANY = 'Many documents are being drawn just now. Please try again.';

const runInThread = createLimitedThread({ memory: MEMORY, idleMs: IDLE_MS });
let waiting = 0;

/**
 * Draws a PDF in a thread of its own, one at a time: drawing a long text takes seconds, during which no request
 * would be answered. The module at this address exports `run`, which turns the input into the PDF.
 */
export async function drawPdf(
  drawing: URL,
  input: unknown,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<Buffer> {
  if (waiting >= MAX_WAITING) throw new ApiError(503, TOO_MANY, { retryAfter: 10 });
  waiting += 1;
  const result = await runInThread<Uint8Array>(drawing, input, timeLimitMs);
  waiting -= 1;
  if ('value' in result) return Buffer.from(result.value);
  throw new ApiError(503, NOT_DRAWN, { retryAfter: 5, cause: result.error });
}
