import type { StoredFile } from '../../../db/files/file-store.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../clock.ts';
import { ApiError } from '../http/errors.ts';
import { newId } from '../ids.ts';
import type { Services } from '../services.ts';
import { drawPicture, FOR_OWNER } from './draw-picture.ts';
import { type PictureDto, toPictureDto } from './dto.ts';
import { DRAWING_SECONDS, PICTURE_REFUSED, PICTURE_SMALL } from './limits.ts';
import { parseImageDataUrl } from './picture-type.ts';
import { storeMedia } from './queries.ts';

const PICTURES = [
  ...[480, 960, 1440].map((width) => ({ width, as: 'avif' as const, quality: 55 })),
  { width: 960, as: 'webp' as const, quality: 80 },
].map((each) => ({ ...each, fit: 'inside' as const }));
const MIN_WIDTH = 480;

/** Re-encodes a picture without metadata in all sizes that pages need, and stores them. */
export async function storePicture(
  services: Pick<Services, 'store' | 'files' | 'clock'>,
  data: string,
): Promise<PictureDto & { _id: string }> {
  const raster = await parseImageDataUrl(data);
  const drawing = raster && { ...raster, pictures: PICTURES, seconds: DRAWING_SECONDS };
  const drawn = drawing && (await drawPicture(drawing, FOR_OWNER));
  if (!drawn) throw new ApiError(400, PICTURE_REFUSED, { field: 'data' });
  if (drawn.width < MIN_WIDTH) throw new ApiError(400, PICTURE_SMALL, { field: 'data' });
  const { width, height } = drawn.pictures.findLast(({ mime }) => mime === 'image/avif') ?? drawn;
  return storeDrawn(services, { width, height, pictures: drawn.pictures });
}

interface Drawn {
  /** Of the largest. */
  width: number;
  height: number;
  pictures: { bytes: Buffer; mime: string; width: number }[];
}

/** Stores a picture that was drawn in these sizes. */
export async function storeDrawn(
  { store, files, clock }: Pick<Services, 'store' | 'files' | 'clock'>,
  { width, height, pictures }: Drawn,
): Promise<PictureDto & { _id: string }> {
  const id = newId();
  const now = iso(clock());
  const stored: { width: number; mime: string; file: StoredFile }[] = [];
  for (const { width, mime, bytes } of pictures.toSorted((one, two) => one.width - two.width))
    stored.push({ width, mime, file: await files.write(bytes) });
  return transaction({ store }, async (tx) => {
    const variants: { width: number; mime: string; hash: string }[] = [];
    for (const { width, mime, file } of stored)
      variants.push({ width, mime, hash: await storeMedia(tx, { file, mime, now }) });
    const row = { id, width, height, variants: JSON.stringify(variants) };
    await tx.insertInto('pictures').values(row).execute();
    return { _id: id, ...toPictureDto({ ...row, alt: '' }) };
  });
}
