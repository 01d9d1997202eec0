import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { ApiError } from '../http/errors.ts';
import { limitPerKey } from '../rate-limiting/limit-parallel.ts';
import type { Drawing, Drawn } from './draw-picture-process.ts';

/** A drawing that takes this long waits for the machine: its own limit is processor time. */
const TIME_LIMIT_MS = 100_000;
const BUSY = 'Many pictures are being processed right now. Please try again in a moment.';
const PROGRAM = new URL('./draw-picture-process.ts', import.meta.url);

/** For whom a picture is drawn. Each line draws one at a time, so nobody waits behind another line. */
export interface DrawnFor {
  line: 'owner' | 'payers' | 'strangers';
  person: string;
}

/** Of the owner and assistants: pictures of pages, deliveries and the shop. */
export const FOR_OWNER: DrawnFor = { line: 'owner', person: 'owner' };

const busy = () => new ApiError(503, BUSY, { retryAfter: 5 });
const inLine = limitPerKey({ atOnce: 1, waiting: 20 }, busy);
const ofPerson = limitPerKey({ atOnce: 1, waiting: 20 }, busy);

/** Waits for the pictures before it, of which each person has one. Throws 503 if too many wait. */
export const queueDrawing = <T>({ line, person }: DrawnFor, draw: () => Promise<T>): Promise<T> =>
  ofPerson(person, () => inLine(line, draw));

/**
 * Draws a file that came from outside, in a process of its own that has no secrets and is killed above its limits.
 * Null if the file is not of that format, or cannot be drawn within the limits.
 */
export const drawPicture = (drawing: Drawing, drawnFor: DrawnFor): Promise<Drawn | null> =>
  queueDrawing(drawnFor, () => drawInProcess(drawing));

async function drawInProcess(drawing: Drawing): Promise<Drawn | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Drawn | null>();
  const child = fork(PROGRAM, {
    env: { TMPDIR: tmpdir() },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const failed = (cause?: Error) => reject(new ApiError(503, BUSY, { retryAfter: 5, cause }));
  const limit = setTimeout(() => {
    failed(new Error(`a picture was not drawn within ${TIME_LIMIT_MS} ms`));
    child.kill('SIGKILL');
  }, TIME_LIMIT_MS);
  child.on('message', (drawn: Drawn | null) => resolve(drawn));
  child.on('error', failed);
  child.on('exit', (code, signal) => {
    clearTimeout(limit);
    // Killed above its limits, or by a file that its decoder cannot stand.
    if (signal) resolve(null);
    else failed(new Error(`the drawing process ended with code ${code}`));
  });
  child.send(drawing, (error) => error && failed(error));
  return promise;
}
