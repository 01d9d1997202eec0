import { queueImageWork } from '../../../platform/files/image-queue.ts';
import { ApiError } from '../../../platform/http/errors.ts';

const REFUSED =
  'This logo cannot be drawn. Choose an SVG of shapes and paths, without scripts, pictures and links.';
const FIELD = { field: 'brand.logo' };
/** What reads other files, runs code, or multiplies itself. */
const UNSAFE =
  /<!(?!--)|<\?(?!xml )|<(script|image|foreignObject|use|a|feImage|iframe)\b|\b(href|on\w+)\s*=|@import|url\(\s*['"]?(?!#)/i;
const MAX_SIDE = 4_000;
const MAX_SECONDS = 2;

/** Draws a logo once, so that one that pages could not draw is refused when it is saved; '' is no logo. */
export async function requireDrawableLogo(svg: string): Promise<void> {
  if (svg === '') return;
  const refused = () => new ApiError(400, REFUSED, FIELD);
  if (!/^\s*(<\?xml [^>]*>\s*)?<svg[\s>]/i.test(svg) || UNSAFE.test(svg)) throw refused();
  // Imported on first use, because sharp takes memory and uploads are rare.
  const { default: sharp } = await import('sharp');
  await queueImageWork(async () => {
    const picture = sharp(Buffer.from(svg), { failOn: 'error', limitInputPixels: MAX_SIDE ** 2 });
    await picture
      .timeout({ seconds: MAX_SECONDS })
      .resize(320, 112, { fit: 'inside' })
      .png()
      .toBuffer();
  }).catch((error: unknown) => {
    throw error instanceof ApiError ? error : refused();
  });
}
