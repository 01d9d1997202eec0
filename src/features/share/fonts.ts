import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'satori';

const { resolve } = createRequire(import.meta.url);

const font = (name: string, file: string, weight: 400 | 600): Font => ({
  name,
  weight,
  data: readFileSync(resolve(file)),
});

// Each file has some glyphs; the first file that has a glyph is used. ₹ is in latin-ext.
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'vietnamese'];

export const TEXT_FONT = SUBSETS.join(', ');
export const MONO_FONT = `mono, ${TEXT_FONT}`;

export const FONTS: Font[] = [
  ...SUBSETS.map((name) =>
    font(name, `@fontsource/geist/files/geist-${name}-600-normal.woff`, 600),
  ),
  font('mono', '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2', 400),
];
