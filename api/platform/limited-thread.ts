import { type ResourceLimits, Worker } from 'node:worker_threads';

/** What a thread gets: the address of a module, and the input of the function `run` that it exports. */
export interface Work {
  program: string;
  input: unknown;
}

/** What it answers. An error is also what stopped the thread: its time, its memory. */
export type Ran<T> = { value: T } | { error: unknown };

interface ThreadLimits {
  memory: ResourceLimits;
  /** An idle thread is ended after this time, because of what its programs hold. */
  idleMs: number;
}

/**
 * A thread beside the event loop for work that takes seconds, one piece at a time. One that is above its limits, or
 * fails, is ended; the next piece of work starts another.
 */
export function createLimitedThread({ memory, idleMs }: ThreadLimits) {
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  /** Takes the answer to the work under way. */
  let answer: (ran: Ran<unknown>) => void = () => {};
  let last: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const started = new Worker(new URL('./limited-thread-program.ts', import.meta.url), {
      resourceLimits: memory,
      execArgv: [],
    });
    // One that was ended, and replaced since then, answers nothing.
    const unlessEnded = (then: () => void) => thread === started && then();
    started.on('message', (ran: Ran<unknown>) => unlessEnded(() => answer(ran)));
    started.on('error', (error) => unlessEnded(() => end({ error })));
    started.on('exit', (code) =>
      unlessEnded(() => end({ error: new Error(`the thread ended with code ${code}`) })),
    );
    return started;
  }

  /** Ends the thread, with this answer to what it does. */
  function end(ran?: Ran<unknown>): void {
    const ended = thread;
    thread = null;
    void ended?.terminate();
    if (ran) answer(ran);
  }

  async function runNow(program: URL, input: unknown, timeLimitMs: number): Promise<Ran<unknown>> {
    clearTimeout(idle);
    thread ??= start();
    thread.ref();
    const { promise, resolve } = Promise.withResolvers<Ran<unknown>>();
    answer = resolve;
    thread.postMessage({ program: program.href, input } satisfies Work);
    const late = new Error(`the thread took more than ${timeLimitMs} ms`);
    const limit = setTimeout(() => end({ error: late }), timeLimitMs);
    const ran = await promise;
    clearTimeout(limit);
    thread?.unref();
    idle = setTimeout(end, idleMs).unref();
    return ran;
  }

  return <T>(program: URL, input: unknown, timeLimitMs: number): Promise<Ran<T>> => {
    // Also a thread that cannot be started is an answer: the next piece of work tries again.
    const ran = last
      .then(() => runNow(program, input, timeLimitMs))
      .catch((error: unknown) => ({ error }));
    last = ran;
    return ran as Promise<Ran<T>>;
  };
}
