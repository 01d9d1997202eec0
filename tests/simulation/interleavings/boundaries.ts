import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import fc, { type Scheduler } from 'fast-check';
import type { DatabaseConnection, QueryExecutor } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** The process has ended, so that nothing of it continues. */
export class ProcessDied extends Error {}

const actors = new AsyncLocalStorage<string>();

/** Runs work under a name, which a failed scenario prints before each of its events. */
export const actAs = <T>(who: string, work: () => Promise<T>): Promise<T> => actors.run(who, work);

/** What decides on the order of a scenario, and what has happened in it. */
export interface Course {
  /** Releases what waits at a boundary; null while nothing has to wait. */
  scheduler: Scheduler | null;
  /** For each process, the number of the event with which it dies; later processes live. */
  deaths: number[];
  events: { who: string; what: string }[];
}

/** The number of events of all scenarios: it stands still while the app waits. */
let activity = 0;
const QUIET_TURNS = 4;

/** Waits until nothing in this process can continue without the scheduler. */
async function quiet(): Promise<void> {
  let seen = activity;
  for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
    await setImmediate();
    if (activity !== seen) turns = 0;
    seen = activity;
  }
}

/** Schedulers that release something only after everything else has reached its next boundary. */
export const schedulers = fc.scheduler({
  async act(release) {
    await quiet();
    await release();
  },
});

export type Boundaries = ReturnType<typeof createBoundaries>;

/** The points at which one process of the app waits for something outside, or writes. It can die at each. */
export function createBoundaries(course: Course, onDeath: () => void) {
  const died = Promise.withResolvers<never>();
  died.promise.catch(() => {});
  let dieAt: number | undefined;
  let [count, isDead] = [0, false];

  function happen(what: string): void {
    if (isDead) throw new ProcessDied();
    activity += 1;
    if (!course.scheduler) return;
    if (count === 0) dieAt = course.deaths.shift();
    count += 1;
    const isLast = count === dieAt;
    const who = actors.getStore() ?? 'the app';
    course.events.push({ who, what: isLast ? `the process dies before: ${what}` : what });
    if (!isLast) return;
    isDead = true;
    died.reject(new ProcessDied());
    onDeath();
    throw new ProcessDied();
  }

  async function wait(): Promise<void> {
    if (isDead) throw new ProcessDied();
    activity += 1;
    if (!course.scheduler) return;
    await Promise.race([course.scheduler.schedule(Promise.resolve()), died.promise]);
  }

  const boundaries = {
    isDead: () => isDead,
    happen,
    /** Waits until the scheduler continues this work; then the event happens. */
    async pass(what: string): Promise<void> {
      await wait();
      happen(what);
    },
    /** Makes each query and transaction of a database wait, and each statement an event. */
    watch(db: Db): void {
      const executor = db.getExecutor() as Pick<QueryExecutor, 'provideConnection'>;
      const provide = executor.provideConnection.bind(executor);
      executor.provideConnection = async (consumer, options) => {
        await wait();
        return provide((connection) => consumer(watched(connection)), options);
      };
    },
    /** The calls of a provider: the way there and the way back are boundaries. */
    around<T extends object>(calls: T, names: readonly (keyof T & string)[]): T {
      const passing = names.map((name) => {
        const call = calls[name] as (...sent: unknown[]) => Promise<unknown>;
        const passed = async (...sent: unknown[]) => {
          await boundaries.pass(`asks the provider: ${name}`);
          const answer = call(...sent);
          await answer.catch(() => {});
          await boundaries.pass(`receives the answer: ${name}`);
          return answer;
        };
        return [name, passed];
      });
      return { ...calls, ...Object.fromEntries(passing) };
    },
  };

  const watched = (connection: DatabaseConnection): DatabaseConnection => ({
    async executeQuery(query, options) {
      const what = describe(query.sql);
      happen(what);
      const result = await connection.executeQuery(query, options);
      // Between the commit and what follows from it in this process.
      if (what === 'commit') happen('committed');
      return result as never;
    },
    streamQuery: (...query) => connection.streamQuery(...query),
  });
  return boundaries;
}

/** A statement in a few words: 'update orders'. */
function describe(text: string): string {
  const [, action = text, table = ''] =
    /^\s*(select(?=.*? from)|insert into|update|delete from|\w+)(?:(?<=select).*? from)? ?(?:"(\w+)")?/is.exec(
      text,
    ) ?? [];
  return `${action.toLowerCase()} ${table}`.trim();
}

/** The events of a scenario, those that follow each other from one actor in one line. */
export function printEvents({ events }: Course): string {
  const lines: string[] = [];
  let last = '';
  for (const [at, { who, what }] of events.entries()) {
    if (who === last) lines[lines.length - 1] += `, ${what}`;
    else lines.push(`  ${at + 1}. ${who}: ${what}`);
    last = who;
  }
  return lines.join('\n');
}
