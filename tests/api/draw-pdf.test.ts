import { expect, test } from 'vitest';
import { drawPdf } from '../../api/platform/draw-pdf.ts';

/** A drawing module whose `run` has this body. */
const drawing = (body: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`export const run = (input) => {${body}}`)}`);

const GOOD = drawing('return Buffer.from("drawn " + input)');
const goodDrawing = async () => String(await drawPdf(GOOD, 'well'));

const REFUSED = {
  status: 503,
  message: 'This document could not be drawn just now. Please try again.',
};

test.each([
  ['ends', 'process.exit(3)', /ended with code 3/],
  ['needs too much memory', 'for (const all = []; ; ) all.push(Array(1e6).fill(input))', /memory/],
  ['throws', 'throw new Error("no such font")', /no such font/],
])(
  'a drawing whose thread %s is refused with a reason, and the next one is drawn',
  async (_, body, why) => {
    const failed = drawPdf(drawing(body), 'badly');
    const after = goodDrawing();
    await expect(failed).rejects.toMatchObject({
      ...REFUSED,
      cause: expect.objectContaining({ message: expect.stringMatching(why) }),
    });
    expect(await after).toBe('drawn well');
    expect(await goodDrawing()).toBe('drawn well');
  },
);

test('what cannot be handed to the thread is refused, and the next one is drawn', async () => {
  await expect(drawPdf(GOOD, () => 'no data')).rejects.toMatchObject(REFUSED);
  expect(await goodDrawing()).toBe('drawn well');
});

test('a drawing that never ends is given up, and the next one is drawn', async () => {
  await expect(drawPdf(drawing('for (;;);'), '', 1)).rejects.toMatchObject(REFUSED);
  expect(await goodDrawing()).toBe('drawn well');
});

test('more drawings than may wait are refused at once', async () => {
  const all = await Promise.allSettled(Array.from({ length: 60 }, goodDrawing));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  expect(all.at(-1)).toMatchObject({
    reason: { status: 503, message: expect.stringMatching(/^Many documents are being drawn/) },
  });
});
