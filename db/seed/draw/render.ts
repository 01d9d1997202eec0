/** HTML page -> PNG (Chromium) -> small AVIF and WebP (sharp). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import sharp from 'sharp';

export const open = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ],
  });

/** Draws at twice the size so that the smaller pictures are crisp. */
export const shoot = async (
  engine: Browser,
  html: string,
  w = 1440,
  h = 900,
  clear = false,
): Promise<Buffer> => {
  const tab = await engine.newPage({ viewport: { width: w, height: h }, deviceScaleFactor: 2 });
  try {
    await tab.setContent(html);
    await tab.evaluate('document.fonts.ready');
    return await tab.screenshot({ omitBackground: clear });
  } finally {
    await tab.close();
  }
};

export interface Want {
  path: string;
  width: number;
  maxKb: number;
  quality: number;
  height?: number;
}

/** Writes one file, lowering the quality until it fits its budget. */
export const save = async (png: Buffer, want: Want): Promise<number> => {
  mkdirSync(dirname(want.path), { recursive: true });
  const small = await sharp(png)
    .resize(want.width, want.height ?? null, { kernel: 'lanczos3' })
    .png()
    .toBuffer();
  const encode = (quality: number): Promise<Buffer> => {
    if (want.path.endsWith('.avif'))
      return sharp(small).avif({ quality, effort: 4, chromaSubsampling: '4:4:4' }).toBuffer();
    if (want.path.endsWith('.webp'))
      return sharp(small).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    return sharp(small).png({ palette: true, quality: 90, effort: 10 }).toBuffer();
  };
  let quality = want.quality;
  let data = await encode(quality);
  while (data.length > want.maxKb * 1024 && quality > 25) {
    quality -= 6;
    data = await encode(quality);
  }
  writeFileSync(want.path, data);
  return data.length;
};
