import sharp, { type OverlayOptions } from 'sharp';
import { colourOf } from '../../styles/colours.ts';
import { breakLines, drawWords, knows, MONO, TEXT, widthOf } from './letters.ts';

export interface Card {
  eyebrow: string;
  title: string;
  /** One short line at the foot. */
  foot: string;
  picture?: Buffer;
}

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 72;
const CELL = 80;
const AT_MOST = 120 * 1024;
const PICTURE = { x: 648, y: 131, width: 589, height: 368, radius: 14 };
const WORDS = 524;

const EYEBROW = { face: MONO, size: 21, track: 0.02 };
const TITLE = { face: TEXT, size: 54, track: -0.03 };
const ALONE = { face: TEXT, size: 76, track: -0.035 };
const FOOT = { face: TEXT, size: 26, track: -0.012 };

const colour = (name: string): string => colourOf(name, 'dark');

function grid(): string {
  let path = '';
  for (let x = CELL / 2; x < WIDTH; x += CELL) path += `M${x}.5 0V${HEIGHT}`;
  for (let y = CELL / 2 - 5; y < HEIGHT; y += CELL) path += `M0 ${y}.5H${WIDTH}`;
  return `<path d="${path}" stroke="${colour('hairline')}" stroke-opacity="0.55"/>`;
}

function words({ eyebrow, title, foot, picture }: Card): string {
  const set = picture ? TITLE : ALONE;
  const leading = set.size * 1.08;
  const known = knows(TEXT, title) ? title : 'VY Studio';
  const lines = breakLines(known, picture ? WORDS : WIDTH - 3 * MARGIN, picture ? 5 : 3, set);
  const top = (HEIGHT - lines.length * leading) / 2 + set.size * 0.82;
  const heading = lines.map((line, at) =>
    drawWords(line, { x: MARGIN, y: top + at * leading }, set),
  );
  const tick = `<path d="M${MARGIN} 89.5h40" stroke="${colour('ink')}" stroke-width="2"/>`;
  return `${tick}<g fill="${colour('ink')}">${drawWords(eyebrow, { x: MARGIN + 56, y: 97 }, EYEBROW)}</g>
    <g fill="${colour('text')}">${heading.join('')}</g>
    <g fill="${colour('muted')}">${drawWords(foot, { x: MARGIN, y: HEIGHT - 74 }, FOOT)}</g>`;
}

/** The studio's mark in the lower right corner. */
function mark(): string {
  const name = 'VY Studio';
  const x = WIDTH - MARGIN - widthOf(name, FOOT);
  return `<g transform="translate(${x - 62} ${HEIGHT - 101}) scale(1.25)" fill="none" stroke="${colour('text')}" stroke-width="3" stroke-linecap="square"><path d="M3 4 11.5 24 20 4l8.5 11L37 4m-8.5 11v9"/><path d="M17.5 1.5h5v5h-5z" fill="${colour('ink')}" stroke="none"/></g>
    <g fill="${colour('text')}">${drawWords(name, { x, y: HEIGHT - 74 }, FOOT)}</g>`;
}

function frame(): string {
  const { x, y, width, height, radius } = PICTURE;
  return `<rect x="${x - 0.5}" y="${y - 0.5}" width="${width + 1}" height="${height + 1}" rx="${radius}" fill="${colour('sheet')}" stroke="${colour('outline')}"/>`;
}

/** A JPEG of 1200 × 630 for those who share the page's address. */
export async function drawCard(card: Card): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="${colour('ground')}"/>${grid()}${words(card)}${mark()}
    ${card.picture ? frame() : ''}</svg>`;
  const layers = card.picture ? [await laid(card.picture)] : [];
  const drawn = await sharp(Buffer.from(svg)).composite(layers).removeAlpha().raw().toBuffer();
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 as const };
  for (let quality = 88; ; quality -= 8) {
    const bytes = await sharp(drawn, { raw })
      .jpeg({ quality, chromaSubsampling: '4:4:4' })
      .toBuffer();
    if (bytes.length <= AT_MOST || quality < 40) return bytes;
  }
}

/** The picture with round corners, cut off by the right edge. */
async function laid(picture: Buffer): Promise<OverlayOptions> {
  const { x, y, width, height, radius } = PICTURE;
  const corners = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="${radius}"/></svg>`;
  const round = await sharp(picture)
    .resize(width, height)
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png({ compressionLevel: 1 })
    .toBuffer();
  const input = await sharp(round)
    .extract({ left: 0, top: 0, width: Math.min(width, WIDTH - x), height })
    .toBuffer();
  return { input, left: x, top: y };
}
