import type { Metadata, Sharp } from 'sharp';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../clock.ts';
import { ApiError } from '../http/errors.ts';
import { newId } from '../ids.ts';
import type { Services } from '../services.ts';
import { type PictureDto, toPictureDto } from './dto.ts';
import { MAX_PIXELS, queueImageWork } from './image-queue.ts';
import { parseImageDataUrl } from './picture-type.ts';
import { storeMedia } from './queries.ts';
import { PICTURE_REFUSED, PICTURE_SMALL } from './texts.ts';

const WIDTHS = [480, 960, 1440];
const WEBP_WIDTH = 960;
const MIN_WIDTH = 480;

/** Re-encodes a picture without metadata in all sizes that pages need, and stores them. */
export async function storePicture(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  data: string,
): Promise<PictureDto & { _id: string }> {
  const bytes = await parseImageDataUrl(data);
  if (!bytes) throw new ApiError(400, PICTURE_REFUSED, { field: 'data' });
  const encoded = await queueImageWork(() => encode(bytes.bytes, bytes.format));
  const id = newId();
  const now = iso(clock());
  const { width, height } = encoded;
  return transaction({ store }, async (tx) => {
    const variants: { width: number; mime: string; hash: string }[] = [];
    for (const { width, mime, bytes } of encoded.variants) {
      variants.push({ width, mime, hash: await storeMedia(tx, { bytes, mime, now }) });
    }
    const row = { id, width, height, variants: JSON.stringify(variants) };
    await tx.insertInto('pictures').values(row).execute();
    return { _id: id, ...toPictureDto({ ...row, alt: '' }) };
  });
}

async function encode(bytes: Buffer, format: string) {
  // Imported on first use, because sharp takes memory and uploads are rare.
  const { default: sharp } = await import('sharp');
  const open = () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' }).rotate();
  const refused = () => new ApiError(400, PICTURE_REFUSED, { field: 'data' });
  const metadata = await open()
    .metadata()
    .catch((): Metadata | null => null);
  if (metadata?.format !== format) throw refused();
  const isRotated = (metadata.orientation ?? 1) > 4;
  const width = isRotated ? metadata.height : metadata.width;
  if (width < MIN_WIDTH) throw new ApiError(400, PICTURE_SMALL, { field: 'data' });
  const at = (size: number) => open().resize({ width: size, withoutEnlargement: true });
  const avif = (picture: Sharp) => picture.avif({ quality: 55, effort: 3 });
  try {
    const sizes = [...new Set(WIDTHS.map((size) => Math.min(size, width)))];
    const variants = [];
    let largest = { width: 0, height: 0 };
    for (const size of sizes) {
      const { data, info } = await avif(at(size)).toBuffer({ resolveWithObject: true });
      variants.push({ width: info.width, mime: 'image/avif', bytes: data });
      largest = { width: info.width, height: info.height };
    }
    const webp = await at(WEBP_WIDTH).webp({ quality: 80 }).toBuffer({ resolveWithObject: true });
    variants.push({ width: webp.info.width, mime: 'image/webp', bytes: webp.data });
    return { ...largest, variants };
  } catch {
    throw refused();
  }
}
