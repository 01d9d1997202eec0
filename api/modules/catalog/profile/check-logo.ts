import { drawPicture, FOR_OWNER } from '../../../platform/files/draw-picture.ts';
import { ApiError } from '../../../platform/http/errors.ts';

const REFUSED =
  'This logo cannot be drawn. Choose an SVG of shapes and paths, without scripts, pictures and links.';
/** What reads other files, runs code, or multiplies itself. */
const UNSAFE =
  /<!(?!--)|<\?(?!xml )|<(script|image|foreignObject|use|a|feImage|iframe)\b|\b(href|on\w+)\s*=|@import|url\((?!\s*['"]?#)/i;
/** Larger and smaller than in any release, so that what is saved can be published. */
const PICTURES = [
  { width: 672, height: 512 },
  { width: 350, height: 60 },
].map((size) => ({ ...size, fit: 'inside' as const, as: 'png' as const }));
const SECONDS = 2;

/** Draws a logo once, so that one that pages could not draw is refused when it is saved; '' is no logo. */
export async function requireDrawableLogo(svg: string): Promise<void> {
  if (svg === '') return;
  const isPlain = /^\s*(<\?xml [^>]*>\s*)?<svg[\s>]/i.test(svg) && !UNSAFE.test(svg);
  const bytes = Buffer.from(svg);
  const logo = { bytes, format: 'svg', pictures: PICTURES, seconds: SECONDS } as const;
  if (!isPlain || !(await drawPicture(logo, FOR_OWNER)))
    throw new ApiError(400, REFUSED, { field: 'brand.logo' });
}
