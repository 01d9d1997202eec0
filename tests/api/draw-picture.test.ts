import { globSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawPicture, FOR_OWNER, queueDrawing } from '../../api/platform/files/draw-picture.ts';
import type { PictureFormat } from '../../api/platform/files/draw-picture-process.ts';

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } });

const drawn = (bytes: Buffer, { format = 'png' as PictureFormat, width = 80, seconds = 20 } = {}) =>
  drawPicture(
    { bytes, format, pictures: [{ width, fit: 'inside', as: 'webp' }], seconds },
    FOR_OWNER,
  );

/** Noise that is computed for each point, many times over. */
const FILTERS = Array.from(
  { length: 120 },
  (_, at) =>
    `<feTurbulence baseFrequency=".${at + 1}" numOctaves="99"/><feGaussianBlur stdDeviation="99"/>`,
).join('');
const BUSY = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 900"><filter id="f">${FILTERS}</filter><path filter="url(#f)" d="M0 0h900v900H0z"/></svg>`,
);

test('a drawing that takes too long, or that is another format, is none; the next one is drawn', async () => {
  const png = await photo(160, 90).png().toBuffer();
  const [busy, other, next] = await Promise.all([
    drawn(BUSY, { format: 'svg', width: 2_000, seconds: 1 }),
    drawn(png, { format: 'jpeg' }),
    drawn(png),
  ]);
  expect([busy, other]).toEqual([null, null]);
  expect(next).toMatchObject({ width: 160, height: 90, pictures: [{ width: 80, height: 45 }] });
});

test('a photograph of 48 or 200 megapixels is drawn as it is turned, and other pictures above 40 are not', async () => {
  const small = await photo(1_008, 756).png().toBuffer();
  for (const [width, height] of [
    [8_064, 6_048],
    [16_320, 12_240],
  ] as const) {
    const large = sharp(small).resize(width, height, { kernel: 'nearest' });
    const bytes = await large.withMetadata({ orientation: 6 }).jpeg({ quality: 40 }).toBuffer();
    expect(await drawn(bytes, { format: 'jpeg' })).toMatchObject({
      ...{ width: height, height: width, pictures: [{ width: 80, height: 107 }] },
    });
  }
  expect(await drawn(await photo(7_000, 6_000).png().toBuffer())).toBeNull();
});

test('strangers wait for each other, never payers or the owner for them, and each person has one drawing at a time', async () => {
  const begun: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const begin = (line: 'owner' | 'payers' | 'strangers', person: string) =>
    queueDrawing({ line, person }, async () => {
      begun.push(person);
      if (line === 'strangers') await held;
    });
  const strangers = ['Eve', 'Eve', 'Eve', 'Mallory'].map((person) => begin('strangers', person));
  await begin('payers', 'Asha');
  await begin('owner', 'Mira');
  expect(begun).toEqual(['Eve', 'Asha', 'Mira']);
  release();
  await Promise.all(strangers);
  expect(begun.slice(3)).toEqual(['Mallory', 'Eve', 'Eve']);
});

test('a photograph is turned as it is shown, and pictures of the same size are drawn once', async () => {
  const bytes = await photo(600, 400).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const pictures = [300, 900, 1_500].map(
    (width) => ({ width, fit: 'inside', as: 'webp' }) as const,
  );
  const shown = await drawPicture({ bytes, format: 'jpeg', pictures, seconds: 20 }, FOR_OWNER);
  expect(shown).toMatchObject({ width: 400, height: 600 });
  expect(shown?.pictures.map(({ width, height }) => [width, height])).toEqual([
    [300, 450],
    [400, 600],
  ]);
});

test('nothing else of the API draws pictures', () => {
  const drawing = globSync('api/**/*.{ts,mjs}').filter((file) =>
    /['"]sharp['"]/.test(readFileSync(file, 'utf8')),
  );
  const measuresOnImport = 'api/modules/catalog/content/content-folder.ts';
  expect(drawing.sort()).toEqual([measuresOnImport, 'api/platform/files/draw-picture-process.ts']);
});
