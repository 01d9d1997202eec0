import type { Scheduler } from 'fast-check';
import fc, { randomRuns } from '../../support/fast-check.ts';
import { type Course, ProcessDied, printEvents, schedulers } from './boundaries.ts';
import { GaveUp, type ScheduledApp, startScheduledApp } from './scheduled-app.ts';

/** How long `npm run simulate` takes; each test run has the same few scenarios, however busy the machine is. */
const SECONDS = Number(process.env['SIMULATION_SECONDS'] ?? 0);
const TESTS = 2;
const SHRINKING_MS = 120_000;
/** A smaller scenario is tried in several orders, because the order of a larger one does not fit it. */
const ORDERS_WHILE_SHRINKING = 5;

export const TIMEOUT = 3_600_000 + SECONDS * 1_000;

export interface Scenario {
  /** For each process, the number of the event with which it dies. */
  deaths: number[];
  /** Whether people send a request again that a dead process did not answer. */
  triesAgain: boolean;
}

/** One to two deaths of a process; beyond the last event of a scenario none of them happens. */
export const deaths = fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 2 });

interface Interleaving<T, S> {
  begin(app: ScheduledApp, scenario: T): Promise<S>;
  /** What happens at once. */
  actors(setup: S, scenario: T): (() => Promise<void>)[];
  check(setup: S, scenario: T): Promise<void>;
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

/** Runs a scenario in the order of a scheduler. Returns how many processes died. */
async function runInOrder<T extends Scenario, S>(
  { begin, actors, check }: Interleaving<T, S>,
  scenario: T,
  scheduler: Scheduler,
): Promise<number> {
  const course: Course = { scheduler: null, deaths: [], events: [] };
  const app = await startScheduledApp(course);
  try {
    const setup = await begin(app, scenario);
    Object.assign(course, { scheduler, deaths: [...scenario.deaths] });
    app.triesAgain = scenario.triesAgain;
    try {
      await scheduler.waitFor(actAtOnce(app, actors(setup, scenario)));
    } finally {
      course.scheduler = null;
      await scheduler.waitAll();
    }
    await check(setup, scenario);
  } catch (error) {
    const order = `In this order:\n${printEvents(course)}`;
    throw new Error(`${JSON.stringify(scenario, null, 2)}\n${order}`, { cause: error });
  } finally {
    await app.close();
  }
  return app.deaths;
}

/** Runs random scenarios; the shortest that fails is thrown. Returns how many processes died. */
export async function runInterleavings<T extends Scenario, S>(
  few: number,
  scenarios: fc.Arbitrary<T>,
  interleaving: Interleaving<T, S>,
): Promise<number> {
  let [finished, died, shrinkUntil] = [0, 0, 0];
  const count = ORDERS_WHILE_SHRINKING;
  const orders = fc.array(schedulers, { minLength: count, maxLength: count });
  const property = fc.asyncProperty(scenarios, orders, async (scenario, all) => {
    if (shrinkUntil > 0 && performance.now() > shrinkUntil) return;
    for (const order of all.slice(0, shrinkUntil > 0 ? count : 1)) {
      try {
        died += await runInOrder(interleaving, scenario, order);
        finished += 1;
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
    throw new Error(`seed ${result.seed}, scenario ${result.numRuns}`, {
      cause: result.errorInstance,
    });
  if (SECONDS > 0) console.info(`${finished} scenarios, ${died} processes died`);
  return died;
}
