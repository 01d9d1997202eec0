import type { Log } from '../services.ts';

/** Runs work after the response. Shutdown waits for it. */
export interface Background {
  run(work: () => Promise<void>): void;
  settled(): Promise<void>;
}

export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>();
  return {
    run(work) {
      const promise = work()
        .catch((error: unknown) => log.error('work after an answer failed', error))
        .finally(() => running.delete(promise));
      running.add(promise);
    },
    async settled() {
      await Promise.all(running);
    },
  };
}
