import sharp from 'sharp';
import { AVATAR_REFUSED } from '../accounts/rules.ts';
import { UserError } from '../lib/errors.ts';

const SIDE = 256;
const MOST_PIXELS = 40_000_000;

/**
 * A picture from a data string, drawn anew as a 256 px WebP without its metadata.
 * Known raster formats only, told by their first bytes; throws a 400 otherwise (attacks 83).
 */
export async function readAvatar(data: string): Promise<Buffer> {
  const match = /^data:image\/(?:jpeg|png|webp|avif);base64,([A-Za-z0-9+/]+={0,2})$/.exec(data);
  const bytes = Buffer.from(match?.[1] ?? '', 'base64');
  if (!isRaster(bytes)) throw refused();
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS, pages: 1, failOn: 'error' })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw refused();
  }
}

function isRaster(bytes: Buffer): boolean {
  const at = (start: number, text: string) =>
    bytes.subarray(start, start + text.length).toString('latin1') === text;
  const jpeg = at(0, '\xff\xd8\xff');
  const png = at(0, '\x89PNG\r\n\x1a\n');
  const webp = at(0, 'RIFF') && at(8, 'WEBP');
  const avif = at(4, 'ftypavif') || at(4, 'ftypavis');
  return jpeg || png || webp || avif;
}

const refused = () => new UserError(400, AVATAR_REFUSED, { field: 'avatar' });
