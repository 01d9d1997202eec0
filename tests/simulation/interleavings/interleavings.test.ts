import type { Scheduler } from 'fast-check';
import { expect, test } from 'vitest';
import fc, { randomRuns } from '../../support/fast-check.ts';
import { actAs, type Course, ProcessDied, printEvents, schedulers } from './boundaries.ts';
import { BUYER_ACTIONS } from './buyer-actions.ts';
import { OTHER_ACTIONS } from './other-actions.ts';
import { checkOutcome, settle } from './outcome.ts';
import { type Beginning, begin, beginnings, type Scene } from './scene.ts';
import { GaveUp, type ScheduledApp, startScheduledApp } from './scheduled-app.ts';

/** How long `npm run simulate` plays; each test run plays the same few stories, however busy the machine is. */
const SECONDS = Number(process.env['SIMULATION_SECONDS'] ?? 0);
const TESTS = 2;
const SHRINKING_MS = 120_000;
/** A smaller story is tried in several orders, because the order of a larger one does not fit it. */
const ORDERS_WHILE_SHRINKING = 5;

const ACTIONS: Record<string, (scene: Scene) => Promise<unknown>> = {
  ...BUYER_ACTIONS,
  ...OTHER_ACTIONS,
};

interface Story {
  beginning: Beginning;
  /** What happens at once: each list is one actor, who does one thing after the other. */
  atOnce: string[][];
  /** For each process, the number of the event with which it dies. */
  deaths: number[];
  /** Whether people send a request again that a dead process did not answer. */
  triesAgain: boolean;
}

const actions = fc.array(fc.constantFrom(...Object.keys(ACTIONS)), { minLength: 1, maxLength: 2 });
const storiesWith = (deaths: fc.Arbitrary<number[]>) =>
  fc.record<Story>({
    beginning: beginnings,
    atOnce: fc.array(actions, { minLength: 2, maxLength: 5 }),
    ...{ deaths, triesAgain: fc.boolean() },
  });

async function act(scene: Scene, names: string[]): Promise<void> {
  try {
    for (const name of names) await actAs(name, async () => ACTIONS[name]?.(scene));
  } catch (error) {
    if (!(error instanceof GaveUp) && !(error instanceof ProcessDied)) throw error;
  }
}

async function playAtOnce(app: ScheduledApp, scene: Scene, { atOnce }: Story): Promise<void> {
  const results = await Promise.allSettled(atOnce.map((names) => act(scene, names)));
  await app.settled();
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** Plays a story in the order of a scheduler, and checks its outcome. Returns how many processes died. */
async function play(story: Story, scheduler: Scheduler): Promise<number> {
  const course: Course = { scheduler: null, deaths: [], events: [] };
  const app = await startScheduledApp(course);
  try {
    const scene = await begin(app, story.beginning);
    Object.assign(course, { scheduler, deaths: [...story.deaths] });
    app.triesAgain = story.triesAgain;
    try {
      await scheduler.waitFor(playAtOnce(app, scene, story));
    } finally {
      course.scheduler = null;
      await scheduler.waitAll();
    }
    await settle(app);
    await checkOutcome(scene);
  } catch (error) {
    const order = `In this order:\n${printEvents(course)}`;
    throw new Error(`${JSON.stringify(story, null, 2)}\n${order}`, { cause: error });
  } finally {
    await app.close();
  }
  return app.deaths;
}

/** Plays random stories; the shortest that fails is thrown. Returns how many processes died. */
async function check(few: number, deaths: fc.Arbitrary<number[]>): Promise<number> {
  let [stories, died, shrinkUntil] = [0, 0, 0];
  const count = ORDERS_WHILE_SHRINKING;
  const orders = fc.array(schedulers, { minLength: count, maxLength: count });
  const property = fc.asyncProperty(storiesWith(deaths), orders, async (story, all) => {
    if (shrinkUntil > 0 && performance.now() > shrinkUntil) return;
    for (const order of all.slice(0, shrinkUntil > 0 ? count : 1)) {
      try {
        died += await play(story, order);
        stories += 1;
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
  if (SECONDS > 0) console.info(`${stories} stories, ${died} processes died`);
  return died;
}

const TIMEOUT = 3_600_000 + SECONDS * 1_000;

test(
  'what happens at once to one order ends well in every order of events',
  async () => {
    await check(40, fc.constant([]));
  },
  TIMEOUT,
);

test(
  'a process that dies between any two steps loses and repeats nothing',
  async () => {
    const deaths = fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 2 });
    expect(await check(40, deaths)).toBeGreaterThan(0);
  },
  TIMEOUT,
);
