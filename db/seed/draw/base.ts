/** Page shell of every picture: fonts embedded from npm, drafting-grid ground, a few short layout classes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const font = (pack: string, file: string, family: string, range: string): string => {
  const data = readFileSync(require.resolve(`@fontsource-variable/${pack}/files/${file}`)).toString(
    'base64',
  );
  return `@font-face{font-family:'${family}';font-weight:100 900;src:url(data:font/woff2;base64,${data}) format('woff2');unicode-range:${range}}`;
};

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215';
const EXT = 'U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1E9F,U+20A0-20AB,U+20AD-20C0,U+2113';

const FONTS = [
  font('geist', 'geist-latin-wght-normal.woff2', 'Sans', LATIN),
  font('geist', 'geist-latin-ext-wght-normal.woff2', 'Sans', EXT),
  font('geist-mono', 'geist-mono-latin-wght-normal.woff2', 'Mono', LATIN),
  font('geist-mono', 'geist-mono-latin-ext-wght-normal.woff2', 'Mono', EXT),
].join('\n');

const scale = (css: (n: number) => string, ...steps: number[]): string => steps.map(css).join('');

const LAYOUT = [
  scale(
    (n) =>
      `.g${n}{gap:${n * 4}px}.p${n}{padding:${n * 4}px}.px${n}{padding-left:${n * 4}px;padding-right:${n * 4}px}` +
      `.py${n}{padding-top:${n * 4}px;padding-bottom:${n * 4}px}.mt${n}{margin-top:${n * 4}px}`,
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    10,
    12,
    14,
    16,
  ),
  scale(
    (n) =>
      `.t${n}{font-size:${n}px;line-height:${n < 19 ? 1.45 : n < 30 ? 1.25 : 1.06};${n > 19 ? 'letter-spacing:-.025em;' : ''}}`,
    9,
    10,
    11,
    12,
    13,
    14,
    15,
    16,
    17,
    18,
    20,
    22,
    24,
    28,
    32,
    36,
    40,
    44,
    48,
    56,
    64,
    72,
    84,
    96,
    120,
  ),
  scale(
    (n) => `.k${n}{display:grid;grid-template-columns:repeat(${n},minmax(0,1fr))}`,
    2,
    3,
    4,
    5,
    6,
    7,
  ),
].join('');

const CSS = `
*{box-sizing:border-box;margin:0;padding:0}
html,body{overflow:hidden;background:#0b0e11}
body{position:relative;font-family:Sans,sans-serif;color:#e9eef2;font-size:14px;line-height:1.45;
  font-variant-numeric:tabular-nums;-webkit-font-smoothing:antialiased}
svg{display:block;flex:none}
.abs{position:absolute}.rel{position:relative}
.r{display:flex;align-items:center}.c{display:flex;flex-direction:column}.top{align-items:flex-start}.end{align-items:flex-end}.bl{align-items:baseline}
.sb{justify-content:space-between}.ce{justify-content:center;align-items:center}.f1{flex:1;min-width:0}.f0{flex:none}.full{width:100%;height:100%}
.w5{font-weight:500}.w6{font-weight:600}.w7{font-weight:700}.w8{font-weight:800}.w4{font-weight:400}
.mono{font-family:Mono,monospace;letter-spacing:0}.serif{font-family:'Noto Serif Display','Noto Serif',Georgia,'DejaVu Serif',serif;letter-spacing:-.02em}
.cap{font-family:Mono,monospace;text-transform:uppercase;letter-spacing:.06em}
.mut{color:var(--mut)}.ac{color:var(--ac)}.tc{text-align:center}.tr{text-align:right}.nw{white-space:nowrap}
.card{background:var(--sheet);border:1px solid var(--line);border-radius:12px}.hair{border-bottom:1px solid var(--line)}
.hairt{border-top:1px solid var(--line)}.hairr{border-right:1px solid var(--line)}
.btn{display:inline-flex;align-items:center;justify-content:center;gap:6px;background:var(--ac);color:var(--on);border-radius:8px;padding:9px 16px;font-weight:600;font-size:13px;line-height:1.3;white-space:nowrap}
.out{background:transparent;color:var(--fg);box-shadow:inset 0 0 0 1px var(--line)}
.pill{display:inline-flex;align-items:center;gap:5px;border-radius:99px;padding:3px 9px;font-size:11px;font-weight:600;line-height:1.35;white-space:nowrap;background:var(--soft);color:var(--ac)}
.in{border:1px solid var(--line);border-radius:8px;padding:9px 12px;font-size:13px;background:var(--bg);color:var(--mut);line-height:1.35}
.face{display:inline-flex;align-items:center;justify-content:center;border-radius:50%;font-weight:600;flex:none}
.clip{overflow:hidden}
${LAYOUT}`;

const GRID = (
  w: number,
  h: number,
): string => `<svg class="abs" style="inset:0" width="${w}" height="${h}">
<defs><pattern id="grid" width="80" height="80" patternUnits="userSpaceOnUse"><path d="M.5 0V80M0 .5H80" stroke="#1b222a" fill="none"/></pattern></defs>
<rect width="${w}" height="${h}" fill="url(#grid)"/></svg>`;

/** A whole page of the given size, with the drafting grid beneath. */
export const page = (
  body: string,
  w = 1440,
  h = 900,
  ground = true,
): string => `<!doctype html><meta charset="utf-8">
<style>${FONTS}${CSS}body{width:${w}px;height:${h}px}${ground ? '' : 'html,body{background:transparent}'}</style>
<body>${ground ? GRID(w, h) : ''}${body}</body>`;
