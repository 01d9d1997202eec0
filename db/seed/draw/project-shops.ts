/** Spice store, café ordering, property finder. */
import { dish, house, jar } from './art.ts';
import { page } from './base.ts';
import { stars } from './charts.ts';
import {
  at,
  browser,
  cells,
  dark,
  dimH,
  dimV,
  icon,
  leader,
  light,
  phone,
  plan,
  sheet,
} from './parts.ts';

const chilli = light('#b91c1c', '#ffffff', {
  bg: '#fff4e2',
  sheet: '#fffaf0',
  line: '#efdcbd',
  fg: '#3a1a0d',
  mut: '#7c5a45',
});
export const spice = (): string => {
  const item = (name: string, short: string, color: string, bg: string, price: string): string =>
    `<div class="c g3"><div class="r ce" style="height:196px;border-radius:16px;background:${bg}">${jar(128, color, short)}</div><div class="r sb top"><div><b class="t17">${name}</b>${stars(5, 13)}</div><div class="tr"><b class="t17">${price}</b><div class="t12 mut">100 g</div></div></div></div>`;
  const ui = `<div class="c full"><div class="r sb" style="padding:20px 36px"><b class="serif t24 w8" style="color:#b91c1c">Masala Street</b><div class="r g6 t15 w5"><span>Whole</span><span>Ground</span><span>Blends</span><span>Gift boxes</span></div><span class="r g4">${icon('search', 20)}${icon('shopping-basket', 22)}</span></div>
    <div class="rel clip f0" style="margin:0 36px;border-radius:20px;background:#7f1d1d;color:#fff4e2;height:236px;padding:32px 36px"><h1 class="serif w7" style="font-size:62px;line-height:1">Ground this<br>morning.</h1><p class="t17 mt4" style="color:#f7c99b;width:380px">Roasted, stone milled and posted the same day from Guntur.</p><div class="abs r" style="right:30px;bottom:-26px;gap:10px">${jar(140, '#d97706', 'Haldi')}${jar(180, '#b91c1c', 'Mirchi')}${jar(140, '#854d0e', 'Garam')}</div></div>
    <div class="k4 g5" style="padding:26px 36px">${item('Turmeric', 'Haldi', '#e0930c', '#fde7b3', '₹ 120')}${item('Red chilli', 'Mirchi', '#c3271b', '#f9cdb9', '₹ 145')}${item('Coriander', 'Dhania', '#8a8a3a', '#e6e6bd', '₹ 95')}${item('Black pepper', 'Miri', '#3f3a36', '#ded3c5', '₹ 210')}</div></div>`;
  return page(
    `${cells([0, 6], [17, 2])}${browser({ x: 160, y: 84, w: 1120, h: 716 }, chilli, 'masalastreet.example', ui, 1.12)}${dimV(112, 128, 672, 'shop window')}${plan('Spice store', 'P2')}`,
  );
};

const brew = light('#7c4a21', '#ffffff', {
  bg: '#fdf8f1',
  sheet: '#ffffff',
  line: '#eadfce',
  fg: '#2a1a0e',
  mut: '#745f4d',
});
const cup = (w: number, milk: string): string =>
  `<svg width="${w}" height="${w}" viewBox="0 0 120 120"><circle cx="56" cy="64" r="46" fill="#fff"/><circle cx="56" cy="64" r="46" fill="none" stroke="#e3d3bd" stroke-width="3"/><path d="M98 52c20-6 22 24 2 24" fill="none" stroke="#fff" stroke-width="9"/><circle cx="56" cy="64" r="37" fill="#6b3d1b"/><path d="M56 92c-22-16-26-32-16-40 8-6 14 0 16 6 2-6 8-12 16-6 10 8 6 24-16 40z" fill="${milk}"/></svg>`;
export const cafe = (): string => {
  const item = (pic: string, n: string, d: string, p: string, k: number): string =>
    `<div class="r g4" style="padding:12px 0;border-top:1px solid #eadfce"><div class="r ce f0" style="width:82px;height:82px;border-radius:18px;background:#f0dfc6">${pic}</div><div class="f1"><b class="t18">${n}</b><div class="t14 mut">${d}</div><b class="t16">${p}</b></div>${k ? `<span class="r g3 t16 w6" style="background:#7c4a21;color:#fff;border-radius:99px;padding:7px 12px">${icon('minus', 16)}${k}${icon('plus', 16)}</span>` : `<span class="face" style="width:40px;height:40px;border:2px solid #d8c3a8;color:#7c4a21">${icon('plus', 19)}</span>`}</div>`;
  const hand = `<div class="c f1 px5"><div class="r sb" style="height:52px"><div><b class="t20 w7">Third Bean</b></div><span class="pill t14" style="padding:5px 13px">Table 7</span></div><div class="r g2 mt2 t15 w6">${['Coffee', 'Chai', 'Plates', 'Cakes'].map((t, i) => `<span style="padding:9px 17px;border-radius:99px;${i === 0 ? 'background:#2a1a0e;color:#fff' : 'background:#f1e6d6'}">${t}</span>`).join('')}</div><div class="c mt4">${item(cup(68, '#f6e7d0'), 'Flat white', 'Two shots, small', '₹ 190', 2)}${item(cup(68, '#e2b98a'), 'Jaggery latte', 'Coorg beans', '₹ 210', 0)}${item(cup(68, '#6b3d1b'), 'Filter kaapi', 'Brass tumbler', '₹ 90', 1)}${item(dish(70, 1), 'Podi dosa', 'Until 11 am', '₹ 160', 0)}${item(dish(70, 3), 'Millet salad', 'Lime and peanut', '₹ 180', 0)}</div>
    <div class="f1"></div><div class="r sb" style="background:#7c4a21;color:#fff;border-radius:18px;padding:17px 20px;margin-bottom:24px"><span class="t17">3 items, ₹ 470</span><b class="r g2 t17">Send to bar ${icon('arrow-right', 19)}</b></div></div>`;
  const qr = Array.from({ length: 169 }, (_, i) => {
    const x = i % 13,
      y = Math.floor(i / 13);
    const corner = (x < 4 && y < 4) || (x > 8 && y < 4) || (x < 4 && y > 8);
    return !corner && (x * 7 + y * 11 + x * y * 3) % 5 < 2
      ? `<rect x="${x * 14}" y="${y * 14}" width="14" height="14"/>`
      : '';
  }).join('');
  const eye = (x: number, y: number): string =>
    `<path d="M${x} ${y}h49v49h-49zM${x + 10} ${y + 10}v29h29v-29z" fill-rule="evenodd"/><rect x="${x + 17}" y="${y + 17}" width="15" height="15"/>`;
  const stand = `<div class="c ce full tc" style="color:#2a1a0e"><b class="serif t32 w7">Third Bean</b><span class="t17" style="color:#745f4d;margin:6px 0 24px">Order from this table</span><svg width="230" height="230" viewBox="-4 -4 190 190" fill="#2a1a0e">${qr}${eye(0, 0)}${eye(133, 0)}${eye(0, 133)}</svg><b style="font-size:84px;line-height:1;margin-top:24px;letter-spacing:-.04em">7</b></div>`;
  const ticket = (t: string, n: string, list: string[], c: string, age: string): string =>
    `<div class="c g2" style="background:#1d2329;border-radius:12px;border-top:5px solid ${c};padding:16px 18px"><div class="r sb"><b class="t22">${t}</b><span class="mono t17" style="color:${c}">${age}</span></div><span class="mono t14" style="color:#98a6b3">${n}</span>${list.map((l) => `<span class="t18">${l}</span>`).join('')}</div>`;
  return page(`${cells([4, 1], [10, 9])}${at({ x: 80, y: 180, w: 350, h: 540 }, stand, 'background:#fdf8f1;border-radius:18px 18px 6px 6px;box-shadow:0 30px 60px -14px #000c')}${at({ x: 60, y: 720, w: 390, h: 26 }, '', 'background:#7c4a21;border-radius:6px')}
    ${phone(530, 76, 740, brew, hand)}${sheet({ x: 960, y: 130, w: 400, h: 650 }, dark('#f5b94a'), `<div class="r sb px6 hair" style="height:64px"><b class="t22">Bar</b><span class="mono t17 mut">3 open</span></div><div class="c g4 p5">${ticket('Table 7', '2 guests', ['2 × Flat white', '1 × Filter kaapi'], '#34d399', '0:20')}${ticket('Table 2', '4 guests', ['2 × Jaggery latte', '1 × Podi dosa'], '#f5b94a', '4:05')}${ticket('To go', 'Nikhil', ['1 × Filter kaapi'], '#f87171', '7:48')}</div>`)}
    ${dimH(80, 116, 350, '1 scan')}${leader('450,440 516,440', 450, 440)}${leader('898,440 946,440', 898, 440)}${dimH(960, 92, 400, '3 brewed')}${plan('Café ordering', 'P8')}`);
};

const estate = light('#4338ca', '#ffffff', { bg: '#ffffff', line: '#e4e4ec', mut: '#5b5d70' });
export const property = (): string => {
  const pin = (x: number, y: number, p: string, on = false): string =>
    `<g transform="translate(${x} ${y})"><rect x="-42" y="-19" width="84" height="36" rx="18" fill="${on ? '#4338ca' : '#fff'}" stroke="${on ? '#4338ca' : '#c9cad8'}"/><path d="M-7 16l7 9 7-9z" fill="${on ? '#4338ca' : '#fff'}"/><text text-anchor="middle" y="5.5" font-family="Sans" font-weight="700" font-size="16" fill="${on ? '#fff' : '#12181d'}">${p}</text></g>`;
  const map = `<svg width="640" height="640" viewBox="0 0 640 640"><rect width="640" height="640" fill="#e9ecea"/><g fill="#dfe4e1"><rect x="20" y="20" width="120" height="90"/><rect x="160" y="20" width="150" height="90"/><rect x="20" y="260" width="120" height="130"/><rect x="330" y="410" width="110" height="100"/><rect x="470" y="20" width="150" height="120"/><rect x="160" y="410" width="150" height="100"/></g><path d="M330 130h110v130H330zM480 420h150v120H480z" fill="#c5dfc4"/><path d="M-10 560c120-60 200 40 330-10s200-60 330-10v110H-10z" fill="#bcd9ea"/>
    <g stroke="#fff" stroke-width="16" fill="none"><path d="M0 120h640M0 250h640M0 400h640M150 0v560M320 0v540M455 0v540"/></g><path d="M-10 330C140 300 240 360 380 320s180-120 270-130" stroke="#fbe2a6" stroke-width="20" fill="none"/><path d="M60 0L640 520" stroke="#c8c9d6" stroke-width="5" stroke-dasharray="14 8"/><path d="M120 200C180 150 330 150 400 210s80 150 10 200-230 40-280-30-60-130-10-180z" fill="#4338ca" fill-opacity=".09" stroke="#4338ca" stroke-width="3" stroke-dasharray="9 7"/>
    ${pin(200, 210, '₹ 62 L')}${pin(300, 290, '₹ 84 L', true)}${pin(390, 360, '₹ 71 L')}${pin(190, 370, '₹ 58 L')}${pin(450, 150, '₹ 1.2 Cr')}${pin(80, 90, '₹ 49 L')}</svg>`;
  const home = (
    k: number,
    sky: string,
    wall: string,
    roof: string,
    p: string,
    t: string,
    d: string,
    on = false,
  ): string =>
    `<div class="c clip" style="border-radius:16px;${on ? 'outline:3px solid #4338ca' : 'outline:1px solid #e4e4ec'}"><div class="rel">${house(292, 132, k, sky, wall, roof)}<span class="face abs" style="right:10px;top:10px;width:34px;height:34px;background:#fff">${icon('heart', 18, on ? '#e11d48' : '#5b5d70')}</span></div><div class="c g1" style="padding:12px 16px 14px"><div class="r sb"><b class="t20">${p}</b><span class="r g1 t13 mut">${icon('footprints', 14)}9 min</span></div><b class="t14 w5">${t}</b><span class="r g4 t13 mut"><span class="r g1">${icon('bed-double', 15)}${d}</span><span class="r g1">${icon('maximize', 14)}1,180 sq ft</span></span></div></div>`;
  const ui = `<div class="c full"><div class="r g3 px6 hair f0" style="height:62px"><b class="t20 w7 r g2" style="color:#4338ca">${icon('key-round', 22)}Gharkhoj</b><span class="in r g2 f1 t15" style="margin-left:20px;max-width:290px">${icon('search', 16)}Kothrud, Pune</span>${['2 to 3 bedrooms', 'Under ₹ 90 L', 'Near metro'].map((f) => `<span class="r g1 t14 w5" style="border:1px solid #d9d9e4;border-radius:99px;padding:8px 14px">${f}${icon('chevron-down', 15)}</span>`).join('')}</div>
    <div class="r f1" style="align-items:stretch"><div class="clip f0" style="width:530px">${map}</div><div class="f1 c g4 p5"><div class="r sb"><b class="t17">38 homes inside your line</b><span class="t14 mut">Newest</span></div><div class="k2 g4">${home(0, '#cfe3ea', '#f1ece2', '#b4532a', '₹ 84 L', 'Asha Residency, 5th floor', '3', true)}${home(2, '#f3e2cf', '#f1ece2', '#a3472f', '₹ 71 L', 'Row house, Karve Road', '2')}${home(1, '#d8ead7', '#f4efe4', '#475569', '₹ 62 L', 'Villa plot 14, Bavdhan', '2')}${home(0, '#e2dff0', '#efe9f5', '#4c5f8a', '₹ 58 L', 'Metro Heights, tower B', '2')}</div></div></div></div>`;
  return page(
    `${cells([17, 0], [17, 1], [0, 9])}${browser({ x: 80, y: 96, w: 1280, h: 710 }, estate, 'gharkhoj.example/pune', ui, 1.08)}${dimH(80, 54, 572, 'draw your area')}${dimH(652, 54, 708, 'compare')}${plan('Property finder', 'P7')}`,
  );
};
