import { parentPort } from 'node:worker_threads';
import type { Ran, Work } from './limited-thread.ts';

/** The thread of limited-thread.ts. */
parentPort?.on('message', async ({ program, input }: Work) => {
  let answer: Ran<unknown>;
  try {
    const { run } = (await import(program)) as { run: (input: unknown) => Promise<unknown> };
    answer = { value: await run(input) };
  } catch (error) {
    answer = { error };
  }
  parentPort?.postMessage(answer);
});
