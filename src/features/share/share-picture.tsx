import satori from 'satori';
import sharp from 'sharp';
import type { ShownBrand } from '../../../api/modules/site/build/catalog-reader.ts';
import { colourOf } from '../../styles/colours.ts';
import { drawLogo } from './brand-pictures.tsx';
import { FONTS, MONO_FONT, TEXT_FONT } from './fonts.ts';
import { logoWidth } from './logo-size.ts';

export interface Card {
  eyebrow: string;
  title: string;
  /** One short line at the bottom. */
  foot: string;
  picture?: Buffer;
  brand: ShownBrand;
}

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 72;
const CELL = 80;
const MAX_BYTES = 120 * 1024;
const PICTURE = { left: 648, top: 131, width: 589, height: 368 };

const colour = (name: string): string => colourOf(name, 'dark');

function Grid() {
  let path = '';
  for (let x = CELL / 2; x < WIDTH; x += CELL) path += `M${x}.5 0V${HEIGHT}`;
  for (let y = CELL / 2 - 5; y < HEIGHT; y += CELL) path += `M0 ${y}.5H${WIDTH}`;
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      style={{ position: 'absolute', left: 0, top: 0 }}
      aria-hidden="true"
    >
      <path d={path} stroke={colour('hairline')} strokeOpacity={0.55} />
    </svg>
  );
}

const LOGO_HEIGHT = 35;

const Studio = ({ brand, logo }: { brand: ShownBrand; logo: string }) => (
  <div style={{ display: 'flex', alignItems: 'center', gap: 16, color: colour('text') }}>
    {logo ? (
      <img src={logo} alt="" width={logoWidth(brand.logo, LOGO_HEIGHT)} height={LOGO_HEIGHT} />
    ) : (
      <div style={{ display: 'flex', alignItems: 'baseline', gap: 3, fontSize: LOGO_HEIGHT }}>
        {brand.monogram}
        <div style={{ width: 8, height: 8, background: brand.accent.dark }} />
      </div>
    )}
    {brand.studio}
  </div>
);

type TextProps = Omit<Card, 'picture'> & { logo: string };

const CardText = ({ eyebrow, title, foot, brand, logo, large }: TextProps & { large: boolean }) => (
  <div
    style={{
      position: 'absolute',
      inset: 0,
      boxSizing: 'border-box',
      padding: `${MARGIN}px ${MARGIN}px 62px`,
      display: 'flex',
      flexDirection: 'column',
      justifyContent: 'space-between',
      fontFamily: TEXT_FONT,
    }}
  >
    <div
      style={{
        display: 'flex',
        alignItems: 'center',
        gap: 16,
        color: brand.accent.dark,
        fontFamily: MONO_FONT,
        fontSize: 21,
        letterSpacing: '0.02em',
      }}
    >
      <div style={{ width: 40, height: 2, background: brand.accent.dark }} />
      {eyebrow}
    </div>
    <div
      style={{
        display: 'block',
        width: large ? WIDTH - 3 * MARGIN : 524,
        color: colour('text'),
        fontSize: large ? 76 : 54,
        letterSpacing: large ? '-0.035em' : '-0.03em',
        lineHeight: 1.08,
        lineClamp: large ? 3 : 5,
        textWrap: 'balance',
      }}
    >
      {title}
    </div>
    <div
      style={{
        display: 'flex',
        justifyContent: 'space-between',
        alignItems: 'center',
        color: colour('muted'),
        fontSize: 26,
        letterSpacing: '-0.012em',
        whiteSpace: 'pre',
      }}
    >
      {foot}
      <Studio brand={brand} logo={logo} />
    </div>
  </div>
);

const Layout = ({ picture, ...text }: TextProps & { picture: string }) => (
  <div style={{ width: '100%', height: '100%', display: 'flex', background: colour('background') }}>
    <Grid />
    <CardText {...text} large={!picture} />
    {picture && (
      <img
        src={picture}
        alt=""
        style={{
          ...PICTURE,
          position: 'absolute',
          borderRadius: 14,
          border: `1px solid ${colour('outline')}`,
        }}
      />
    )}
  </div>
);

const toDataUrl = (png: Buffer | '' | undefined): string =>
  png ? `data:image/png;base64,${png.toString('base64')}` : '';

/** The card as SVG, and whether the fonts have all its glyphs. */
async function renderSvg({ picture, ...text }: Card) {
  let complete = true;
  const png =
    picture && (await sharp(picture).resize(PICTURE.width, PICTURE.height).png().toBuffer());
  const logo = text.brand.logo && (await drawLogo(text.brand.logo, 'dark', 2 * LOGO_HEIGHT));
  const svg = await satori(<Layout {...text} picture={toDataUrl(png)} logo={toDataUrl(logo)} />, {
    width: WIDTH,
    height: HEIGHT,
    fonts: FONTS,
    loadAdditionalAsset: async () => {
      complete = false;
      return [];
    },
  });
  return { svg, complete };
}

/** The Open Graph picture of a page: a JPEG of 1200 × 630. */
export async function drawCard(card: Card): Promise<Buffer> {
  const rendered = await renderSvg(card);
  const { svg } = rendered.complete
    ? rendered
    : await renderSvg({ ...card, title: card.brand.studio });
  const image = sharp(Buffer.from(svg)).removeAlpha();
  for (let quality = 88; ; quality -= 8) {
    const bytes = await image.clone().jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
    if (bytes.length <= MAX_BYTES || quality < 40) return bytes;
  }
}
