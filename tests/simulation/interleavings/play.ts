import type { Scheduler } from 'fast-check';
import fc, { randomRuns } from '../../support/fast-check.ts';
import { type Course, ProcessDied, printEvents, schedulers } from './boundaries.ts';
import { GaveUp, type ScheduledApp, startScheduledApp } from './scheduled-app.ts';

/** How long `npm run simulate` plays; each test run plays the same few stories, however busy the machine is. */
const SECONDS = Number(process.env['SIMULATION_SECONDS'] ?? 0);
const TESTS = 3;
const SHRINKING_MS = 120_000;
/** A smaller story is tried in several orders, because the order of a larger one does not fit it. */
const ORDERS_WHILE_SHRINKING = 5;

export const TIMEOUT = 3_600_000 + SECONDS * 1_000;

export interface Story {
  /** For each process, the number of the event with which it dies. */
  deaths: number[];
  /** Whether people send a request again that a dead process did not answer. */
  triesAgain: boolean;
}

/** One to two deaths of a process; beyond the last event of a story none of them happens. */
export const deaths = fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 2 });

interface Play<T, S> {
  begin(app: ScheduledApp, story: T): Promise<S>;
  /** What happens at once. */
  actors(scene: S, story: T): (() => Promise<void>)[];
  check(scene: S, story: T): Promise<void>;
}

async function act(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof GaveUp) && !(error instanceof ProcessDied)) throw error;
  }
}

async function actAtOnce(app: ScheduledApp, actors: (() => Promise<void>)[]): Promise<void> {
  const results = await Promise.allSettled(actors.map(act));
  await app.settled();
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** Plays a story in the order of a scheduler. Returns how many processes died. */
async function playInOrder<T extends Story, S>(
  { begin, actors, check }: Play<T, S>,
  story: T,
  scheduler: Scheduler,
): Promise<number> {
  const course: Course = { scheduler: null, deaths: [], events: [] };
  const app = await startScheduledApp(course);
  try {
    const scene = await begin(app, story);
    Object.assign(course, { scheduler, deaths: [...story.deaths] });
    app.triesAgain = story.triesAgain;
    try {
      await scheduler.waitFor(actAtOnce(app, actors(scene, story)));
    } finally {
      course.scheduler = null;
      await scheduler.waitAll();
    }
    await check(scene, story);
  } catch (error) {
    const order = `In this order:\n${printEvents(course)}`;
    throw new Error(`${JSON.stringify(story, null, 2)}\n${order}`, { cause: error });
  } finally {
    await app.close();
  }
  return app.deaths;
}

/** Plays random stories; the shortest that fails is thrown. Returns how many processes died. */
export async function playStories<T extends Story, S>(
  few: number,
  stories: fc.Arbitrary<T>,
  play: Play<T, S>,
): Promise<number> {
  let [played, died, shrinkUntil] = [0, 0, 0];
  const count = ORDERS_WHILE_SHRINKING;
  const orders = fc.array(schedulers, { minLength: count, maxLength: count });
  const property = fc.asyncProperty(stories, orders, async (story, all) => {
    if (shrinkUntil > 0 && performance.now() > shrinkUntil) return;
    for (const order of all.slice(0, shrinkUntil > 0 ? count : 1)) {
      try {
        died += await playInOrder(play, story, order);
        played += 1;
      } catch (error) {
        shrinkUntil ||= performance.now() + SHRINKING_MS;
        throw error;
      }
    }
  });
  const result = await fc.check(property, {
    ...(SECONDS > 0
      ? { numRuns: 1_000_000, interruptAfterTimeLimit: (SECONDS * 1_000) / TESTS }
      : { numRuns: randomRuns(few) }),
  });
  // Not the report of fast-check, which prints every release of every scheduler.
  if (result.failed)
    throw new Error(`seed ${result.seed}, story ${result.numRuns}`, {
      cause: result.errorInstance,
    });
  if (SECONDS > 0) console.info(`${played} stories, ${died} processes died`);
  return died;
}
