import { createHash } from 'node:crypto';
import type { APIRoute } from 'astro';
import type { CatalogReader, ShownBrand } from '../../../api/modules/site/build/catalog-reader.ts';
import { drawIcon, drawLogo, drawPortrait } from '../../features/share/brand-pictures.tsx';
import drawingCode from '../../features/share/brand-pictures.tsx?raw';

const ICON_SIZES = [64, 180, 192, 512];
const PORTRAIT = 'portrait.webp';
const LOGO_HEIGHT = 112;

export const paths = ({ brand }: CatalogReader) => [
  PORTRAIT,
  ...ICON_SIZES.map((size) => `icon-${size}.png`),
  ...(brand().logo ? ['logo-light.png', 'logo-dark.png'] : []),
];

/** An unchanged picture is not drawn again: the publish sends the ETag of the previous one. */
export const GET: APIRoute = async ({ params: { name = '' }, request, locals }) => {
  const portrait = name === PORTRAIT ? locals.catalog.profile('portrait') : null;
  const brand = portrait ? null : locals.catalog.brand();
  const text = JSON.stringify([name, brand, portrait?.url, drawingCode]);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304 });
  const face = portrait && (await locals.pictureBytes(portrait.url));
  const bytes = face ? await drawPortrait(face) : await drawBrand(brand ?? locals.catalog.brand());
  return new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': name === PORTRAIT ? 'image/webp' : 'image/png', ETag: etag },
  });

  function drawBrand(shown: ShownBrand): Promise<Buffer> {
    if (name === PORTRAIT) return drawPortrait(drawIcon(shown, 256));
    if (name.startsWith('logo-'))
      return drawLogo(shown.logo, name === 'logo-light.png' ? 'light' : 'dark', LOGO_HEIGHT);
    return drawIcon(shown, Number(/\d+/.exec(name)?.[0]));
  }
};
