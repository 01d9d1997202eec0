import pLimit from 'p-limit';
import { AVATAR_REFUSED } from '../accounts/rules.ts';
import { UserError } from '../lib/errors.ts';
import { rasterOf } from './raster.ts';

const SIDE = 256;
const MOST_PIXELS = 40_000_000;
const LONGEST_QUEUE = 20;
const BUSY = 'Many pictures are being drawn right now. Please try again in a moment.';

// A picture of 40 megapixels takes 160 MB while it is drawn: one at a time.
const queue = pLimit(1);

/**
 * A picture from a data string, drawn anew as a 256 px WebP without its metadata.
 * Known raster formats only, told by their first bytes; throws a 400 otherwise (attacks 83).
 */
export async function readAvatar(data: string): Promise<Buffer> {
  const raster = rasterOf(data);
  if (!raster) throw refused();
  const { bytes, format } = raster;
  if (queue.pendingCount >= LONGEST_QUEUE) throw new UserError(503, BUSY, { retryAfter: 5 });
  return queue(async () => {
    try {
      // Loaded with the first picture: most days of a shop see none.
      const { default: sharp } = await import('sharp');
      const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, pages: 1, failOn: 'error' });
      if ((await picture.metadata()).format !== format) throw refused();
      return await picture
        .rotate()
        .resize(SIDE, SIDE, { fit: 'cover' })
        .webp({ quality: 82 })
        .toBuffer();
    } catch {
      throw refused();
    }
  });
}

const refused = () => new UserError(400, AVATAR_REFUSED, { field: 'avatar' });
