export type Theme = 'light' | 'dark';
export type Accent = Record<Theme, string>;

/** The ground in each theme on which the accent is hardest to read, and the text on a solid button. */
const SURFACES: Accent = { light: '#f4f5f2', dark: '#171d24' };
const ON_ACCENT: Accent = { light: '#ffffff', dark: '#04201d' };
/** WCAG AA for text. */
const MIN_CONTRAST = 4.5;

export const DEFAULT_ACCENT: Accent = { light: '#0f766e', dark: '#2dd4bf' };

const HEX = /^#[\da-f]{6}$/i;

const channelsOf = (hex: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

const toHex = (channels: number[]): string =>
  `#${channels.map((each) => Math.round(each).toString(16).padStart(2, '0')).join('')}`;

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((each) => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The WCAG contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colour with this share of white or black, 0 to 1. */
function mix(hex: string, theme: Theme, share: number): string {
  const towards = theme === 'light' ? 0 : 255;
  return toHex(channelsOf(hex).map((each) => each + (towards - each) * share));
}

const passes = (hex: string, theme: Theme): boolean =>
  contrast(hex, SURFACES[theme]) >= MIN_CONTRAST && contrast(hex, ON_ACCENT[theme]) >= MIN_CONTRAST;

/** The colour itself if links and buttons in it can be read; otherwise the nearest shade that can. */
export function readableAccent(hex: string, theme: Theme): string {
  for (let share = 0; share <= 1; share += 0.01) {
    const shade = mix(hex, theme, share);
    if (passes(shade, theme)) return shade;
  }
  return DEFAULT_ACCENT[theme];
}

/** The accent with another light colour; the dark one follows as long as nobody has chosen it. */
export function withLightColour(accent: Accent, light: string): Accent {
  const ofLight = (hex: string) =>
    hex === DEFAULT_ACCENT.light ? DEFAULT_ACCENT.dark : readableAccent(hex, 'dark');
  const follows = accent.dark === DEFAULT_ACCENT.dark || accent.dark === ofLight(accent.light);
  return { light, dark: follows ? ofLight(light) : accent.dark };
}

/** The reason why a colour cannot be the accent; '' if it can. */
export function accentProblem(hex: string, theme: Theme): string {
  if (!HEX.test(hex)) return 'Please enter a colour like #0f766e.';
  const nearest = readableAccent(hex, theme);
  return nearest === hex.toLowerCase()
    ? ''
    : `Text in this colour is hard to read on a ${theme} page. The nearest that works is ${nearest}.`;
}

/** The tokens of src/styles/tokens.css that follow the accent; '' for the colours written there. */
export function accentStyle({ light, dark }: Accent): string {
  // A draft may hold anything.
  if (!HEX.test(light) || !HEX.test(dark)) return '';
  if (light === DEFAULT_ACCENT.light && dark === DEFAULT_ACCENT.dark) return '';
  const strong = [mix(light, 'light', 0.2), mix(dark, 'dark', 0.3)];
  return [
    `--accent:light-dark(${light},${dark})`,
    `--accent-strong:light-dark(${strong.join(',')})`,
    `--accent-tint:light-dark(${light}14,${dark}1c)`,
  ].join(';');
}
