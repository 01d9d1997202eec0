/** Thumbnails of delivered sites that reviewers show, 4:3. */
import { bowl, room, vase } from './art.ts';
import { page } from './base.ts';
import { lines, stars } from './charts.ts';
import { browser, dark, icon, light, phone } from './parts.ts';

const loaf = (w: number): string =>
  `<svg width="${w}" height="${w}" viewBox="0 0 400 400"><circle cx="200" cy="200" r="190" fill="#f6d5da"/><ellipse cx="200" cy="322" rx="150" ry="16" fill="#0002"/><path d="M60 236c-20-90 60-134 140-134s160 44 140 134c-6 50-20 82-50 86H110c-30-4-44-36-50-86z" fill="#b9692b"/><path d="M74 228c-12-74 56-112 126-112s138 38 126 112c-60-40-190-40-252 0z" fill="#d9944a"/><g stroke="#f6dcae" stroke-width="15" stroke-linecap="round" fill="none"><path d="M132 206c4-28 16-46 34-58M196 196c4-28 14-44 30-58M260 204c4-26 10-38 22-52"/></g></svg>`;
const bakery = (): string =>
  page(
    browser(
      { x: 60, y: 60, w: 840, h: 600 },
      light('#9d174d', '#fff', { bg: '#fdf2f4', fg: '#3b0d1e', mut: '#7b5562' }),
      'crumbandco.example',
      `<div class="full rel"><div class="r sb" style="padding:24px 40px"><b class="serif t28 w7">Crumb &amp; Co</b><span class="btn" style="font-size:18px;padding:12px 22px">Order</span></div><div class="abs" style="left:40px;top:130px;width:430px"><h1 class="serif w7" style="font-size:80px;line-height:.98">Bread by seven.</h1><p class="t22 mut mt5">Sourdough, buns and tea cakes from Fort Kochi.</p></div><div class="abs" style="right:24px;top:130px">${loaf(350)}</div></div>`,
    ),
    960,
    720,
  );
const interior = (): string =>
  page(
    `${browser({ x: 60, y: 60, w: 760, h: 560 }, light('#2f5d50', '#fff'), 'studio-aara.example', `<div class="full rel">${room(760, 516)}<div class="abs r sb" style="left:0;right:0;top:0;padding:18px 30px;background:#fff"><b class="serif t24 w7">Studio Aara</b><span class="r g6 t17"><span>Homes</span><span>Studio</span><span>Visit</span></span></div></div>`)}${phone(630, 190, 480, light('#2f5d50', '#fff'), `<div class="px5 c g4"><h2 class="serif w7" style="font-size:46px;line-height:1;margin-top:20px">Rooms with air.</h2><div class="clip" style="border-radius:14px">${room(335, 300)}</div><span class="btn" style="padding:18px;font-size:20px">Book a visit</span>${stars(5, 30)}</div>`)}`,
    960,
    720,
  );
const board = (): string =>
  page(
    browser(
      { x: 60, y: 60, w: 840, h: 600 },
      dark('#34d399', '#04231a'),
      'desk.freshcart.example',
      `<div class="c full p8 g6"><div class="r sb"><b class="t32">Today</b><span class="btn" style="font-size:20px;padding:13px 22px">${icon('plus', 20)}Order</span></div><div class="k3 g5">${[
        ['Sales', '₹ 84,200'],
        ['Orders', '318'],
        ['Returns', '4'],
      ]
        .map(
          ([a, b]) =>
            `<div class="card p5"><div class="t18 mut">${a}</div><b class="t40 w7">${b}</b></div>`,
        )
        .join(
          '',
        )}</div><div class="card p6 f1">${lines(700, 210, 10, [{ values: [3, 4, 3.4, 5.6, 5, 7.2, 6.6, 9], color: '#34d399', fill: true }], '#27303a', 5)}</div></div>`,
    ),
    960,
    720,
  );
const pottery = (): string =>
  page(
    browser(
      { x: 60, y: 60, w: 840, h: 600 },
      light('#a33f14', '#fff', { bg: '#fbf5ec', fg: '#2b1a10', mut: '#735d4c' }),
      'wheelhouse.example',
      `<div class="c full" style="padding:30px 40px"><div class="r sb"><b class="serif t32 w7">Wheelhouse</b><span class="r g3 t20 w6">${icon('shopping-bag', 24)}2</span></div><div class="k3 g5 mt7">${[
        [vase(150, 210), '#efdcc2', 'River vase', '₹ 2,450'],
        [bowl(170, '#4d6b57', '#34503f'), '#dbe6dc', 'Moss bowl', '₹ 1,150'],
        [vase(150, 210, '#34507a', '#22395a'), '#d7def0', 'Ink vase', '₹ 2,600'],
      ]
        .map(
          ([a, c, n, p]) =>
            `<div class="c g2"><div class="r ce" style="height:300px;border-radius:18px;background:${c}">${a}</div><b class="t22 mt2">${n}</b><span class="t20 mut">${p}</span></div>`,
        )
        .join('')}</div></div>`,
    ),
    960,
    720,
  );

export const delivered: (() => string)[] = [bakery, interior, board, pottery];
