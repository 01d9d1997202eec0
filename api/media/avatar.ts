import { AVATAR_REFUSED } from '../accounts/rules.ts';
import { UserError } from '../lib/errors.ts';
import { drawInTurn, MOST_PIXELS } from './draw-in-turn.ts';
import { rasterOf } from './raster.ts';

const SIDE = 256;

/**
 * A picture from a data string, drawn anew as a 256 px WebP without its metadata.
 * Known raster formats only, told by their first bytes; throws a 400 otherwise (attacks 83).
 */
export async function readAvatar(data: string): Promise<Buffer> {
  const raster = rasterOf(data);
  if (!raster) throw refused();
  const { bytes, format } = raster;
  return drawInTurn(async () => {
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
