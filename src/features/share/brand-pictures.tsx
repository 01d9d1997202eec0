import satori from 'satori';
import sharp from 'sharp';
import type { Theme } from '../../../api/modules/catalog/profile/accent-rules.ts';
import type { ShownBrand } from '../../../api/modules/site/build/catalog-reader.ts';
import { colourOf } from '../../styles/colours.ts';
import { FONTS, TEXT_FONT } from './fonts.ts';
import { logoWidth } from './logo-size.ts';

const TILE = 512;
const LOGO_SHARE = 0.7;

/** The logo in a theme, with `currentColor` as its text colour. It is drawn in the size that is shown, whatever its own. */
export function drawLogo(svg: string, theme: Theme, height: number): Promise<Buffer> {
  const coloured = svg.replaceAll(/currentcolor/gi, colourOf('text', theme));
  return sharp(Buffer.from(coloured), { limitInputPixels: false })
    .resize(logoWidth(svg, height), height, { fit: 'contain', background: 'transparent' })
    .png()
    .toBuffer();
}

const Tile = ({ monogram, accent }: ShownBrand) => (
  <div
    style={{
      width: '100%',
      height: '100%',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      background: colourOf('background', 'dark'),
      color: colourOf('text', 'dark'),
      fontFamily: TEXT_FONT,
      fontSize: monogram.length > 2 ? 176 : 240,
      letterSpacing: '-0.03em',
    }}
  >
    {monogram}
    {monogram && (
      <div style={{ width: 44, height: 44, margin: '112px 0 0 12px', background: accent.dark }} />
    )}
  </div>
);

/** The studio's icon: its logo or monogram on a dark tile. */
export async function drawIcon(brand: ShownBrand, size: number): Promise<Buffer> {
  const svg = await satori(<Tile {...brand} monogram={brand.logo ? '' : brand.monogram} />, {
    width: TILE,
    height: TILE,
    fonts: FONTS,
  });
  const tile = sharp(Buffer.from(svg));
  if (brand.logo) {
    const height = Math.round((TILE * LOGO_SHARE) / Math.max(1, logoWidth(brand.logo, 100) / 100));
    tile.composite([{ input: await drawLogo(brand.logo, 'dark', height) }]);
  }
  return sharp(await tile.png().toBuffer())
    .resize(size, size)
    .png()
    .toBuffer();
}

/** The owner's face where it is small, such as in the chat. */
export const drawPortrait = async (picture: Buffer | Promise<Buffer>): Promise<Buffer> =>
  sharp(await picture)
    .resize(256, 256, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer();
