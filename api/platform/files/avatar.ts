import { ApiError } from '../http/errors.ts';
import { type DrawnFor, drawPicture } from './draw-picture.ts';
import { AVATAR_REFUSED, DRAWING_SECONDS } from './limits.ts';
import { parseImageDataUrl } from './picture-type.ts';

const SIDE = 256;

/**
 * Re-encodes a picture from a data URL as a 256 px WebP without metadata. Accepts known raster formats only,
 * recognized by their first bytes; throws 400 otherwise.
 */
export async function resizeAvatar(data: string, drawnFor: DrawnFor): Promise<Buffer> {
  const raster = await parseImageDataUrl(data);
  const size = { width: SIDE, height: SIDE, fit: 'cover' as const };
  const pictures = [{ ...size, as: 'webp' as const, quality: 82 }];
  const drawing = raster && { ...raster, pictures, seconds: DRAWING_SECONDS };
  const drawn = drawing && (await drawPicture(drawing, drawnFor));
  const [avatar] = drawn?.pictures ?? [];
  if (!avatar) throw new ApiError(400, AVATAR_REFUSED, { field: 'avatar' });
  return avatar.bytes;
}
