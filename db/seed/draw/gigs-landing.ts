/** Landing page: one long promise, and the test that chose its headline. */
import { hills } from './art.ts';
import { page } from './base.ts';
import { lines, stars } from './charts.ts';
import { at, cells, dark, dimH, dimV, icon, light, note, plan, sheet } from './parts.ts';

const tiffin = (
  w: number,
): string => `<svg width="${w}" height="${w * 1.2}" viewBox="0 0 300 360"><ellipse cx="150" cy="346" rx="110" ry="10" fill="#0002"/><path d="M60 110V60c0-30 180-30 180 0v50" fill="none" stroke="#8f9ba3" stroke-width="13"/><path d="M52 110h14v220H52zM234 110h14v220h-14z" fill="#8f9ba3"/>
${[0, 1, 2].map((i) => `<rect x="66" y="${116 + i * 74}" width="168" height="70" rx="12" fill="#dfe6ea"/><rect x="66" y="${116 + i * 74}" width="168" height="18" rx="9" fill="#f5f8fa"/><rect x="86" y="${140 + i * 74}" width="16" height="40" rx="8" fill="#fff" opacity=".8"/><rect x="200" y="${134 + i * 74}" width="34" height="52" rx="8" fill="#b9c5cc" opacity=".7"/>`).join('')}<rect x="84" y="88" width="132" height="32" rx="14" fill="#c9d3d9"/><rect x="138" y="30" width="24" height="20" rx="8" fill="#d9480f"/></svg>`;

const one = (): string => {
  const t = light('#d9480f', '#ffffff', {
    bg: '#ffd84d',
    line: '#e7bd2b',
    fg: '#231703',
    mut: '#5d4708',
  });
  const body = `<div class="full rel"><div class="r sb" style="padding:28px 48px"><b class="t28 w8">dabba</b><span class="btn out" style="padding:13px 22px;font-size:18px;box-shadow:inset 0 0 0 2px #231703">Sign in</span></div>
    <div class="abs" style="left:48px;top:126px;width:780px"><h1 class="w8" style="font-size:116px;line-height:.95;letter-spacing:-.055em">Lunch, sorted<br>by ten.</h1><p class="t24 mt6" style="width:700px;color:#4a3806">Home food from a kitchen near you, at your desk by one.</p>
    <div class="r g3 mt7" style="background:#fff;border-radius:18px;padding:10px;width:600px"><span class="f1 t22" style="padding-left:18px;color:#7b6a3c">Your pin code</span><span class="btn" style="padding:20px 30px;font-size:22px;border-radius:12px">See the menu</span></div></div>
    <div class="abs" style="right:56px;top:112px">${tiffin(350)}</div></div>`;
  const below = `<div class="r full" style="padding:0 48px;background:#231703;color:#ffe9a3">${[
    ['4,200', 'lunches a day'],
    ['38', 'home kitchens'],
    ['4.8', 'from 9,100 meals'],
  ]
    .map(
      ([a, b]) =>
        `<div class="f1 r g4 "><b class="w8" style="font-size:52px;letter-spacing:-.04em">${a}</b><span class="t20">${b}</span></div>`,
    )
    .join('')}</div>`;
  return page(
    `${cells([17, 4], [17, 5])}${sheet({ x: 110, y: 90, w: 1230, h: 600 }, t, body)}${at({ x: 110, y: 690, w: 1230, h: 110 }, below, 'border-radius:0 0 14px 14px;overflow:hidden')}${dimV(60, 90, 600, 'one screen, one promise')}${dimH(110, 52, 1230, 'above the fold')}${plan('Landing page', '22')}`,
  );
};

const two = (): string => {
  const v = (
    x: number,
    name: string,
    color: string,
    win: boolean,
    head: string,
    body: string,
  ): string =>
    at(
      { x, y: 110, w: 400, h: 610 },
      `<div class="full clip" style="border-radius:14px;background:#fff;color:#102018;${win ? `outline:4px solid ${color};outline-offset:4px` : 'opacity:.82'}"><div class="r sb px6" style="height:62px"><b class="t20 w8" style="color:#14532d">Treeline</b>${icon('menu', 24)}</div>${body}<div class="c g4" style="padding:24px 26px"><h2 class="w8" style="font-size:44px;line-height:1;letter-spacing:-.04em">${head}</h2></div></div>`,
    ) + note(x, 46, name, color, 24);
  const left = `<div style="height:240px">${hills(400, 240, '#d7e8f5', '#fff3c4', '#14532d', '#7fa38d')}</div>`;
  const right = `<div class="c g3 px6" style="padding-top:4px"><div class="r g3" style="background:#f0fdf4;border-radius:14px;padding:16px 18px">${stars(5, 22)}<b class="t18">4.9, 612 walkers</b></div><div class="clip" style="height:158px;border-radius:14px">${hills(348, 158, '#d7e8f5', '#f5b94a', '#14532d', '#7fa38d')}</div></div>`;
  const cta = (x: number, text: string, bg: string, sub: string): string =>
    at(
      { x: x + 26, y: 582, w: 348, h: 120 },
      `<div class="tc t22 w7" style="background:${bg};color:#fff;border-radius:14px;padding:20px">${text}</div><div class="tc t17 mt3" style="color:#4c5f54">${sub}</div>`,
    );
  return page(`${cells([0, 8], [17, 1])}${v(80, 'A', '#98a6b3', false, 'Discover curated trekking experiences', left)}${cta(80, 'Learn more', '#6b7f74', 'Explore our packages')}${v(520, 'B  wins', '#34d399', true, 'Your first summit, in one weekend.', right)}${cta(520, 'Hold my place', '#15803d', '₹ 500, back any time')}
    ${sheet(
      { x: 980, y: 110, w: 400, h: 610 },
      dark('#34d399'),
      `<div class="c full" style="padding:32px 34px;justify-content:space-between"><div><span class="t20 mut">Visitors who book</span><div class="r bl g5 mt3"><b class="w7" style="font-size:94px;letter-spacing:-.055em;line-height:1;color:#34d399">4.8 %</b></div><div class="mono t20 mut mt3">A stayed at 2.1 %</div></div>
    <div>${lines(
      332,
      200,
      10,
      [
        { values: [3, 3.4, 3.1, 3.6, 3.3, 3.5, 3.4], color: '#6b7a88' },
        { values: [3, 4.4, 5.2, 6.6, 7, 7.8, 8.2], color: '#34d399', fill: true },
      ],
      '#27303a',
      4,
    )}<div class="r sb mono t16 mut mt3"><span>day 1</span><span>day 14</span></div></div><div class="r g3 t18">${icon('users', 22, '#34d399')}11,840 visitors, 99 % sure</div></div>`,
    )}
    ${dimH(80, 760, 400, '400')}${dimH(520, 760, 400, '400')}${plan('Landing page, two headlines tested', '23')}`);
};
export const landing = { 'landing-page-1': one, 'landing-page-2': two };
