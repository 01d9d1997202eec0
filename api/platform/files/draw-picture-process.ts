import sharp, { type Sharp } from 'sharp';
import { fontFile, runsOf } from '../pdf-fonts.ts';

const SIZE = { width: 280, height: 120 };

/** Lines that mark a preview, as an SVG of shapes that is repeated over it. Every script that papers print is drawn. */
async function drawPreviewMarks(lines: string[]): Promise<string> {
  // Loaded for pictures with marks only: the process draws others, too.
  const { default: satori } = await import('satori');
  const runs = lines.map((line) => runsOf(line.slice(0, 40)));
  const names = new Set(runs.flat().map(({ font }) => font));
  const element = (style: object, children: unknown) => ({
    type: 'div',
    key: null,
    props: { style: { display: 'flex', ...style }, children },
  });
  const line = (parts: (typeof runs)[number]) =>
    element(
      {},
      parts.map(({ text, font }) => element({ fontFamily: font, whiteSpace: 'pre' }, text)),
    );
  const drawn = element(
    {
      ...{ width: '100%', height: '100%', flexDirection: 'column', justifyContent: 'center' },
      ...{ alignItems: 'center', transform: 'rotate(-14deg)', fontSize: 20 },
      ...{ color: 'rgba(255,255,255,.75)', textShadow: '0 0 3px rgba(0,0,0,.9)' },
    },
    runs.map(line),
  );
  return satori(drawn, {
    ...SIZE,
    fonts: [...names].map((name) => ({ name, data: fontFile(name, 'strong'), weight: 600 })),
  });
}

/** Larger pictures need too much memory to decode. A JPEG is made smaller while it is read. */
const MAX_PIXELS = 40_000_000;
const MAX_JPEG_PIXELS = 200_000_000;
/** Of each line of draw-picture.ts: a progressive JPEG of 48 megapixels takes 290 MB, an AVIF of 20 takes 400. */
const MAX_MEMORY = 512 * 1024 ** 2;
const CHECK_EVERY_MS = 10;

/** The decoder of each accepted format, by the name that sharp gives the format. No other file is read. */
const DECODERS = {
  jpeg: 'VipsForeignLoadJpegBuffer',
  png: 'VipsForeignLoadPngBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  heif: 'VipsForeignLoadHeifBuffer',
  gif: 'VipsForeignLoadNsgifBuffer',
  svg: 'VipsForeignLoadSvgBuffer',
};

export type PictureFormat = keyof typeof DECODERS;

interface PictureToDraw {
  width: number;
  height?: number;
  /** `cover` fills the size and `inside` fits into it; only a drawing of shapes becomes larger to fit. */
  fit: 'cover' | 'inside';
  as: 'avif' | 'webp' | 'png';
  quality?: number;
  /** Lines that are repeated over the picture, which then has half the size of the file at most. */
  marks?: string[];
}

/** A file from outside, and the pictures to draw of it. */
export interface Drawing {
  bytes: Uint8Array;
  format: PictureFormat;
  pictures: PictureToDraw[];
  /** The processor time after which the process is killed. */
  seconds: number;
}

/** The size of a file as it is shown, and the pictures of it. Two that would be the same are one. */
export interface Drawn {
  width: number;
  height: number;
  pictures: { width: number; height: number; mime: string; bytes: Buffer }[];
}

const readOnly = (format: PictureFormat): void => {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [DECODERS[format]] });
};

/** What is repeated over a picture of this size, in pixels. */
async function drawMarks(lines: string[]) {
  const svg = await drawPreviewMarks(lines);
  readOnly('svg');
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return async (width: number, height: number) => {
    const size = { width: Math.min(width, raw.width), height: Math.min(height, raw.height) };
    const marks = sharp(data, { raw }).extract({ left: 0, top: 0, ...size });
    return { input: await marks.raw().toBuffer(), raw: { ...raw, ...size }, tile: true };
  };
}

async function draw({ bytes, format, pictures }: Drawing): Promise<Drawn> {
  sharp.cache(false);
  const lines = pictures.find(({ marks }) => marks)?.marks;
  const marksOver = lines ? await drawMarks(lines) : undefined;
  readOnly(format);
  // Shapes are drawn in the size that is asked for, whatever size they say.
  const isShapes = format === 'svg';
  const most = format === 'jpeg' ? MAX_JPEG_PIXELS : MAX_PIXELS;
  const limitInputPixels = isShapes ? false : most;
  const open = () => sharp(bytes, { limitInputPixels, pages: 1, failOn: 'error' }).autoOrient();
  const metadata = await open().metadata();
  if (metadata.format !== format) throw new Error('another format');
  const { width, height } = metadata.autoOrient;
  const fitting = pictures.map((each) =>
    each.fit === 'inside' && !isShapes ? { ...each, width: Math.min(each.width, width) } : each,
  );
  const drawn = [];
  for (const each of new Map(fitting.map((one) => [JSON.stringify(one), one])).values()) {
    const { as, fit, quality, marks, ...wanted } = each;
    const size = marks
      ? { ...wanted, width: Math.min(wanted.width, Math.ceil(width / 2)) }
      : wanted;
    const resized = open().resize({
      ...{ ...size, fit, withoutEnlargement: fit === 'inside' && !isShapes },
    });
    const { data, info } = await (marks && marksOver ? await marked(resized, marksOver) : resized)
      .toFormat(as, { ...(quality && { quality }), ...(as === 'avif' && { effort: 3 }) })
      .toBuffer({ resolveWithObject: true });
    drawn.push({ width: info.width, height: info.height, mime: `image/${as}`, bytes: data });
  }
  return { width, height, pictures: drawn };
}

type MarksOver = Awaited<ReturnType<typeof drawMarks>>;

async function marked(picture: Sharp, marksOver: MarksOver): Promise<Sharp> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } }).composite([
    await marksOver(width, height),
  ]);
}

/**
 * Kills the process as soon as it is above its limits. The main thread is free for this, because libvips draws in
 * threads of its own. Processor time says the same on a busy machine.
 */
function watch(seconds: number): void {
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const isOver = user + system > seconds * 1e6 || process.memoryUsage.rss() > MAX_MEMORY;
    if (isOver) process.kill(process.pid, 'SIGKILL');
  }, CHECK_EVERY_MS);
}

/** Draws one file and ends. Its parent is draw-picture.ts. */
process.once('message', async (drawing: Drawing) => {
  watch(drawing.seconds);
  const drawn = await draw(drawing).catch(() => null);
  process.send?.(drawn, () => process.exit());
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
