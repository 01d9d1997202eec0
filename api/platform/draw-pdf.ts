import { Worker } from 'node:worker_threads';
import { ApiError } from './http/errors.ts';

/** Ten times what the largest document needs on a busy machine. */
const TIME_LIMIT_MS = 60_000;
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
const MAX_WAITING = 50;
/** An idle thread is ended after this time, because it holds the fonts. */
const IDLE_MS = 30_000;

const NOT_DRAWN = 'This document could not be drawn just now. Please try again.';
const TOO_MANY = 'Many documents are being drawn just now. Please try again.';

/** What the thread answers. */
export type Drawn = { pdf: Uint8Array } | { error: unknown };

let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
/** Takes the answer to the drawing under way. */
let answer: (drawn: Drawn) => void = () => {};
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws a PDF in a thread of its own, one at a time: drawing a long text takes seconds, during which no request
 * would be answered. The module at this address exports `draw`, which turns the input into the PDF.
 */
export async function drawPdf(
  drawing: URL,
  input: unknown,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<Buffer> {
  if (waiting >= MAX_WAITING) throw new ApiError(503, TOO_MANY, { retryAfter: 10 });
  waiting += 1;
  const drawn = last.then(() => drawNow(drawing, input, timeLimitMs));
  last = drawn;
  const result = await drawn;
  waiting -= 1;
  if ('pdf' in result) return Buffer.from(result.pdf);
  throw new ApiError(503, NOT_DRAWN, { retryAfter: 5, cause: result.error });
}

async function drawNow(drawing: URL, input: unknown, timeLimitMs: number): Promise<Drawn> {
  clearTimeout(idle);
  thread ??= startThread();
  thread.ref();
  const { promise, resolve } = Promise.withResolvers<Drawn>();
  answer = resolve;
  const late = new Error(`the document was not drawn within ${timeLimitMs} ms`);
  const limit = setTimeout(() => end({ error: late }), timeLimitMs);
  thread.postMessage({ drawing: drawing.href, input });
  const drawn = await promise;
  clearTimeout(limit);
  thread?.unref();
  idle = setTimeout(end, IDLE_MS).unref();
  return drawn;
}

function startThread(): Worker {
  const started = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    resourceLimits: MEMORY,
    execArgv: [],
  });
  // One that was ended, and replaced since then, answers nothing.
  const unlessEnded = (then: () => void) => thread === started && then();
  started.on('message', (drawn: Drawn) => unlessEnded(() => answer(drawn)));
  started.on('error', (error) => unlessEnded(() => end({ error })));
  started.on('exit', (code) =>
    unlessEnded(() => end({ error: new Error(`the drawing thread ended with code ${code}`) })),
  );
  return started;
}

/** Ends the thread, with this answer to what it draws. The next drawing starts another. */
function end(drawn?: Drawn): void {
  const ended = thread;
  thread = null;
  void ended?.terminate();
  if (drawn) answer(drawn);
}
