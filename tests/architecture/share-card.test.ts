import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawCard } from '../../src/features/share/share-picture.tsx';

const brand = {
  studio: 'Mira Works',
  monogram: 'MW',
  logo: '',
  accent: { light: '#0f766e', dark: '#2dd4bf' },
  style: '',
};
const CARD = { eyebrow: 'Services', title: brand.studio, foot: 'From ₹14,999', brand };

test('a title with characters that the fonts lack is replaced by the studio’s name', async () => {
  const named = await drawCard(CARD);
  expect(await drawCard({ ...CARD, title: 'व्यापार वेबसाइट' })).toEqual(named);
  expect(await drawCard({ ...CARD, title: 'Büro für Łódź' })).not.toEqual(named);
});

test('the longest title does not overlap the footer line', async () => {
  const picture = await sharp({
    create: { width: 960, height: 600, channels: 3, background: 'white' },
  })
    .webp()
    .toBuffer();
  const band = { left: 0, top: 500, width: 640, height: 130 };
  const [short, long] = await Promise.all(
    ['Shop', 'A business website that anybody edits '.repeat(4).trim()].map(async (title) =>
      sharp(await drawCard({ ...CARD, title, picture }))
        .extract(band)
        .raw()
        .toBuffer(),
    ),
  );
  const differing = long?.filter((value, at) => Math.abs(value - (short?.[at] ?? 0)) > 40);
  expect(differing).toHaveLength(0);
});
