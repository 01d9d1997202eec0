/** Small charts as SVG. */

const smooth = (v: readonly number[], w: number, h: number, max: number): string => {
  const step = w / (v.length - 1);
  const y = (n: number): number => h - (n / max) * h;
  return v
    .map((n, i) => {
      if (i === 0) return `M0 ${y(n).toFixed(1)}`;
      const before = y(v[i - 1] ?? n);
      const mid = (i - 0.5) * step;
      return `C${mid.toFixed(1)} ${before.toFixed(1)} ${mid.toFixed(1)} ${y(n).toFixed(1)} ${(i * step).toFixed(1)} ${y(n).toFixed(1)}`;
    })
    .join('');
};

export interface Line {
  values: readonly number[];
  color: string;
  fill?: boolean;
  dash?: boolean;
}

/** Line or area chart with faint rules. */
export const lines = (
  w: number,
  h: number,
  max: number,
  series: readonly Line[],
  rule = '#8883',
  weight = 2.5,
): string => {
  const rules = [0, 0.25, 0.5, 0.75, 1]
    .map((k) => `<path d="M0 ${h * k}H${w}" stroke="${rule}"/>`)
    .join('');
  const drawn = series
    .map((s) => {
      const d = smooth(s.values, w, h, max);
      return `${s.fill ? `<path d="${d}V${h}H0Z" fill="${s.color}" opacity=".14"/>` : ''}<path d="${d}" fill="none" stroke="${s.color}" stroke-width="${weight}" stroke-linecap="round"${s.dash ? ' stroke-dasharray="2 7"' : ''}/>`;
    })
    .join('');
  return `<svg width="100%" height="${h}" viewBox="0 0 ${w} ${h}" preserveAspectRatio="none" style="overflow:visible">${rules}${drawn}</svg>`;
};

/** Upright bars; `hot` is the index drawn in full colour. */
export const bars = (
  w: number,
  h: number,
  values: readonly number[],
  color: string,
  hot = -1,
  gap = 0.4,
  r = 4,
): string => {
  const max = Math.max(...values);
  const step = w / values.length;
  return `<svg width="${w}" height="${h}">${values
    .map((v, i) => {
      const bh = (v / max) * h;
      return `<rect x="${(i * step + (step * gap) / 2).toFixed(1)}" y="${(h - bh).toFixed(1)}" width="${(step * (1 - gap)).toFixed(1)}" height="${bh.toFixed(1)}" rx="${r}" fill="${color}" opacity="${hot < 0 || hot === i ? 1 : 0.32}"/>`;
    })
    .join('')}</svg>`;
};

/** Ring gauge, share 0..1. */
export const ring = (
  size: number,
  width: number,
  share: number,
  color: string,
  track = '#8883',
  inner = '',
  cap = 'round',
): string => {
  const r = (size - width) / 2;
  const around = 2 * Math.PI * r;
  return `<span class="rel r ce f0" style="width:${size}px;height:${size}px"><svg class="abs" style="inset:0" width="${size}" height="${size}"><g fill="none" stroke-width="${width}" transform="rotate(-90 ${size / 2} ${size / 2})">
  <circle cx="${size / 2}" cy="${size / 2}" r="${r}" stroke="${track}"/><circle cx="${size / 2}" cy="${size / 2}" r="${r}" stroke="${color}" stroke-linecap="${cap}" stroke-dasharray="${(around * share).toFixed(1)} ${around.toFixed(1)}"/></g></svg><span class="rel tc">${inner}</span></span>`;
};

/** Parts of a whole as a ring. */
export const donut = (size: number, width: number, parts: readonly [number, string][]): string => {
  const r = (size - width) / 2;
  const around = 2 * Math.PI * r;
  const total = parts.reduce((s, [n]) => s + n, 0);
  let from = 0;
  const arcs = parts
    .map(([n, color]) => {
      const len = (n / total) * around;
      const arc = `<circle cx="${size / 2}" cy="${size / 2}" r="${r}" stroke="${color}" stroke-dasharray="${(len - 3).toFixed(1)} ${around.toFixed(1)}" stroke-dashoffset="${(-from).toFixed(1)}"/>`;
      from += len;
      return arc;
    })
    .join('');
  return `<svg width="${size}" height="${size}"><g fill="none" stroke-width="${width}" transform="rotate(-90 ${size / 2} ${size / 2})">${arcs}</g></svg>`;
};

/** Thin progress bar. */
export const progress = (share: number, color: string, track = '#8883', h = 6): string =>
  `<div style="height:${h}px;border-radius:9px;background:${track};overflow:hidden"><div style="width:${share * 100}%;height:100%;border-radius:9px;background:${color}"></div></div>`;

/** Five stars in amber. */
export const stars = (n: number, size = 14): string =>
  `<span class="r" style="gap:2px">${[1, 2, 3, 4, 5].map((i) => `<svg width="${size}" height="${size}" viewBox="0 0 24 24"><path fill="${i <= n ? '#f5b94a' : '#8885'}" d="M12 2l3 6.6 7.2.8-5.4 4.9 1.5 7.1L12 17.8l-6.3 3.6 1.5-7.1L1.8 9.4 9 8.6z"/></svg>`).join('')}</span>`;

/** Code with a little colour: `k:` keyword, `s:` string, `f:` function, `c:` comment, written as «k:const». */
export const code = (text: string, size = 15): string => {
  const tone: Record<string, string> = {
    k: '#5eead4',
    s: '#f5b94a',
    f: '#93c5fd',
    c: '#6b7a88',
    n: '#f0abfc',
  };
  const html = text
    .replace(/</g, '&lt;')
    .replace(
      /«(\w):([^»]*)»/g,
      (_, k: string, s: string) => `<span style="color:${tone[k] ?? 'inherit'}">${s}</span>`,
    );
  return `<pre class="mono" style="font-size:${size}px;line-height:1.65;color:#d5dde4">${html}</pre>`;
};
