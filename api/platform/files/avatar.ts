import { ApiError } from '../http/errors.ts';
import { MAX_PIXELS, queueImageWork } from './image-queue.ts';
import { parseImageDataUrl } from './picture-type.ts';
import { AVATAR_REFUSED } from './texts.ts';

const SIDE = 256;

/**
 * Re-encodes a picture from a data URL as a 256 px WebP without metadata. Accepts known raster formats only,
 * recognized by their first bytes; throws 400 otherwise.
 */
export async function resizeAvatar(data: string): Promise<Buffer> {
  const raster = await parseImageDataUrl(data);
  if (!raster) throw refused();
  const { bytes, format } = raster;
  return queueImageWork(async () => {
    try {
      // Imported on first use, because sharp takes memory and uploads are rare.
      const { default: sharp } = await import('sharp');
      const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' });
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

const refused = () => new ApiError(400, AVATAR_REFUSED, { field: 'avatar' });
