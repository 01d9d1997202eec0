import { parentPort } from 'node:worker_threads';
import type { Drawn } from './draw-pdf.ts';

interface Order {
  drawing: string;
  input: unknown;
}

/** The thread of draw-pdf.ts. */
parentPort?.on('message', async ({ drawing, input }: Order) => {
  let answer: Drawn;
  try {
    const { draw } = (await import(drawing)) as { draw: (input: unknown) => Promise<Buffer> };
    answer = { pdf: await draw(input) };
  } catch (error) {
    answer = { error };
  }
  parentPort?.postMessage(answer);
});
