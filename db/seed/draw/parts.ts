/** Things that lie on the board: sheets, browser windows, phones, notes and dimension lines. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export interface Theme {
  bg: string;
  sheet: string;
  line: string;
  fg: string;
  mut: string;
  ac: string;
  on: string;
  soft: string;
}
export interface Place {
  x: number;
  y: number;
  w: number;
  h: number;
}

export const dark = (ac = '#2dd4bf', on = '#04201d', more: Partial<Theme> = {}): Theme => ({
  bg: '#11161b',
  sheet: '#171d24',
  line: '#27303a',
  fg: '#e9eef2',
  mut: '#98a6b3',
  ac,
  on,
  soft: `${ac}26`,
  ...more,
});
export const light = (ac = '#0f766e', on = '#ffffff', more: Partial<Theme> = {}): Theme => ({
  bg: '#ffffff',
  sheet: '#ffffff',
  line: '#e3e7e6',
  fg: '#12181d',
  mut: '#5b6874',
  ac,
  on,
  soft: `${ac}1a`,
  ...more,
});
const vars = (t: Theme): string =>
  `--bg:${t.bg};--sheet:${t.sheet};--line:${t.line};--fg:${t.fg};--mut:${t.mut};--ac:${t.ac};--on:${t.on};` +
  `--soft:${t.soft};background:${t.bg};color:${t.fg};`;

const kept = new Map<string, string>();
const svgFile = (id: string): string => {
  const found = kept.get(id) ?? readFileSync(require.resolve(id), 'utf8');
  kept.set(id, found);
  return found;
};

type Node = [string, Record<string, string>];
/** Outline icon from Lucide, out of the package the site itself uses. */
export const icon = (name: string, size = 16, color = 'currentColor', width = 2): string => {
  const data = (require(`lucide-react/icons/${name}`) as { __iconData?: { node: Node[] } })
    .__iconData;
  if (!data) throw new Error(`"${name}" is another icon's old name`);
  const inner = data.node
    .map(
      ([tag, attrs]) =>
        `<${tag} ${Object.entries(attrs)
          .map(([k, v]) => `${k}="${v}"`)
          .join(' ')}/>`,
    )
    .join('');
  return `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">${inner}</svg>`;
};

/** Brand mark from Simple Icons. */
export const brand = (name: string, size: number, color: string): string => {
  const d = /<path d="([^"]+)"/.exec(svgFile(`simple-icons/icons/${name}.svg`))?.[1] ?? '';
  return `<svg width="${size}" height="${size}" viewBox="0 0 24 24"><path fill="${color}" d="${d}"/></svg>`;
};

export const at = (p: Place, body: string, style = '', cls = ''): string =>
  `<div class="abs ${cls}" style="left:${p.x}px;top:${p.y}px;width:${p.w}px;height:${p.h}px;${style}">${body}</div>`;

const SHADOW = 'box-shadow:0 2px 4px #0006,0 24px 60px -12px #000a;';

/** A plain sheet. `zoom` enlarges what lies on it. */
export const sheet = (p: Place, t: Theme, body: string, zoom = 1, style = ''): string =>
  at(
    p,
    `<div class="full" style="zoom:${zoom}">${body}</div>`,
    `${vars(t)}border-radius:14px;overflow:hidden;border:1px solid ${t.line};${SHADOW}${style}`,
  );

/** A browser window; its page is laid out at w/zoom. */
export const browser = (
  p: Place,
  t: Theme,
  url: string,
  body: string,
  zoom = 1,
  style = '',
): string => {
  const lit = Number.parseInt(t.bg.slice(1, 3), 16) > 128;
  const bar = lit ? '#eef0ee' : '#1b222a';
  const dots = [0, 1, 2]
    .map(
      () =>
        `<i style="width:12px;height:12px;border-radius:50%;background:${lit ? '#c9cfcc' : '#3a4550'}"></i>`,
    )
    .join('');
  return at(
    p,
    `<div class="r" style="height:44px;padding:0 18px;gap:8px;background:${bar};border-bottom:1px solid ${lit ? '#dfe3e0' : '#27303a'}">${dots}
    <div class="f1 r ce"><span class="mono t14" style="color:${lit ? '#56636e' : '#98a6b3'};background:${lit ? '#fff' : '#11161b'};border-radius:7px;padding:3px 26px">${url}</span></div>
    <i style="width:52px"></i></div>
    <div class="rel clip" style="height:${p.h - 44}px"><div class="rel full" style="zoom:${zoom}">${body}</div></div>`,
    `${vars(t)}border-radius:14px;overflow:hidden;outline:1px solid ${lit ? '#ffffff22' : '#2b353f'};${SHADOW}${style}`,
  );
};

/** A phone of height h; its screen is laid out 375 wide and about 800 high. */
export const phone = (
  x: number,
  y: number,
  h: number,
  t: Theme,
  body: string,
  style = '',
): string => {
  const w = Math.round(h * 0.478);
  const zoom = (w - 20) / 375;
  return at(
    { x, y, w, h },
    `<div class="clip c" style="width:${w - 20}px;height:${h - 20}px;border-radius:${Math.round(w * 0.105)}px;${vars(t)}">
    <div class="c" style="zoom:${zoom};height:${(h - 20) / zoom}px"><div class="r sb f0" style="height:44px;padding:6px 28px 0">
    <span class="w6 t14">9:41</span><span class="r g1">${icon('signal', 15)}${icon('wifi', 15)}${icon('battery-full', 18)}</span></div>
    <div class="f1 rel c">${body}</div></div></div>`,
    `background:#05070a;padding:10px;border-radius:${Math.round(w * 0.14)}px;outline:2px solid #333e49;${SHADOW}${style}`,
  );
};

const INK = '#2dd4bf';
/** Small mono remark. */
export const note = (
  x: number,
  y: number,
  text: string,
  color = '#98a6b3',
  size = 18,
  align = 'left',
): string =>
  `<div class="abs mono nw" style="left:${x}px;top:${y}px;font-size:${size}px;line-height:1.5;color:${color};${align === 'right' ? 'transform:translateX(-100%);text-align:right' : align === 'mid' ? 'transform:translateX(-50%);text-align:center' : ''}">${text}</div>`;

const over = (body: string): string =>
  `<svg class="abs" style="left:0;top:0;overflow:visible;pointer-events:none" width="1" height="1">${body}</svg>`;
const label = (x: number, y: number, text: string, turn: boolean): string => {
  const w = text.length * 10.4 + 20;
  return `<g transform="translate(${x} ${y})${turn ? ' rotate(-90)' : ''}"><rect x="${-w / 2}" y="-14" width="${w}" height="28" fill="#0b0e11"/>
  <text text-anchor="middle" y="6" font-family="Mono" font-size="17" fill="${INK}">${text}</text></g>`;
};
const tick = (x: number, y: number): string =>
  `<path d="M${x - 6} ${y + 6}L${x + 6} ${y - 6}" stroke="${INK}" stroke-width="2"/>`;

/** Horizontal dimension line with a figure. */
export const dimH = (x: number, y: number, w: number, text: string): string =>
  over(
    `<path d="M${x} ${y}H${x + w}M${x} ${y - 12}V${y + 12}M${x + w} ${y - 12}V${y + 12}" stroke="${INK}" stroke-width="1.5" opacity=".75"/>${tick(x, y)}${tick(x + w, y)}${label(x + w / 2, y, text, false)}`,
  );
/** Vertical dimension line with a figure. */
export const dimV = (x: number, y: number, h: number, text: string): string =>
  over(
    `<path d="M${x} ${y}V${y + h}M${x - 12} ${y}H${x + 12}M${x - 12} ${y + h}H${x + 12}" stroke="${INK}" stroke-width="1.5" opacity=".75"/>${tick(x, y)}${tick(x, y + h)}${label(x, y + h / 2, text, true)}`,
  );
/** Leader: a thin line from a dot to a remark. */
export const leader = (points: string, x: number, y: number): string =>
  over(
    `<polyline points="${points}" fill="none" stroke="${INK}" stroke-width="1.5" opacity=".8"/><circle cx="${x}" cy="${y}" r="5" fill="#0b0e11" stroke="${INK}" stroke-width="2"/>`,
  );
/** Free drawing over the board. */
export const ink = over;
/** Warm cells of the grid: [column, row] pairs. */
export const cells = (...list: [number, number][]): string =>
  over(
    list
      .map(
        ([c, r]) =>
          `<rect x="${c * 80 + 1}" y="${r * 80 + 1}" width="79" height="79" fill="${INK}" opacity=".07"/>`,
      )
      .join(''),
  );
/** Crosses at the corners and the plan's title. */
export const plan = (title: string, no: string): string => `${over(
  [
    [80, 80],
    [1360, 80],
    [80, 800],
    [1360, 800],
  ]
    .map(
      ([x, y]) =>
        `<path d="M${Number(x) - 9} ${y}h18M${x} ${Number(y) - 9}v18" stroke="#4b5864" stroke-width="1.5"/>`,
    )
    .join(''),
)}<div class="abs mono t15 nw" style="left:80px;bottom:26px;color:#7d8b98">VY <span style="color:${INK}">/</span> ${title}</div>
<div class="abs mono t15 nw" style="right:80px;bottom:26px;color:#7d8b98">Sheet ${no}</div>`;

/** Round initials. */
export const face = (initials: string, size: number, bg: string, fg = '#fff'): string =>
  `<span class="face" style="width:${size}px;height:${size}px;background:${bg};color:${fg};font-size:${Math.round(size * 0.38)}px">${initials}</span>`;
