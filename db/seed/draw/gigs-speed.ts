/** Speed rescue: the score, the waterfall before and after, the film strip. */

import { bowl } from './art.ts';
import { page } from './base.ts';
import { lines, ring } from './charts.ts';
import { at, cells, dark, dimH, icon, ink, leader, note, plan, sheet } from './parts.ts';

const one = (): string => {
  const small = (x: number, y: number, name: string, was: string, is: string): string =>
    at(
      { x, y, w: 470, h: 132 },
      `<div class="r full sb" style="padding:0 32px"><div><div class="t20" style="color:#98a6b3">${name}</div><div class="r bl g4 mt1"><b style="font-size:50px;letter-spacing:-.04em;line-height:1.1">${is}</b><span class="mono t22" style="color:#f87171;text-decoration:line-through">${was}</span></div></div>${icon('trending-down', 44, '#34d399', 2.2)}</div>`,
      'background:#11161b;border:1.5px solid #27303a;border-radius:20px',
    );
  const ticks = Array.from(
    { length: 60 },
    (_, i) =>
      `<path d="M460 96v${i % 5 === 0 ? 26 : 13}" transform="rotate(${i * 6} 460 446)" stroke="#4b5864" stroke-width="2"/>`,
  ).join('');
  return page(`${cells([1, 1], [9, 9], [10, 9])}${ink(`${ticks}<circle cx="460" cy="446" r="350" fill="none" stroke="#27303a"/>`)}
    ${at({ x: 160, y: 146, w: 600, h: 600 }, ring(600, 58, 0.98, '#34d399', '#1b2a28', '<div class="w7" style="font-size:250px;line-height:.9;letter-spacing:-.06em">98</div><div class="mono t24" style="color:#98a6b3;margin-top:26px">was <span style="color:#f87171">34</span></div>', 'butt'))}
    ${small(890, 160, 'Largest paint', '6.8 s', '1.1 s')}${small(890, 318, 'Layout shift', '0.41', '0.00')}${small(890, 476, 'Input delay', '480 ms', '38 ms')}${small(890, 634, 'Page weight', '5.2 MB', '310 KB')}
    ${leader('687,287 770,226 890,226', 682, 291)}${plan('Speed rescue', '19')}`);
};

const two = (): string => {
  const parts: [string, number, number, string][] = [
    ['document', 0, 14, '#60a5fa'],
    ['theme.css', 14, 22, '#a78bfa'],
    ['jquery.js', 16, 26, '#f5b94a'],
    ['slider.js', 38, 20, '#f5b94a'],
    ['fonts x 9', 36, 30, '#f472b6'],
    ['hero.png 2.4 MB', 44, 56, '#f87171'],
    ['chat widget', 60, 28, '#f5b94a'],
    ['tracking x 6', 64, 34, '#fb923c'],
  ];
  const now: [string, number, number, string][] = [
    ['document', 0, 6, '#60a5fa'],
    ['hero.avif 31 KB', 5, 9, '#34d399'],
    ['page.js 14 KB', 6, 5, '#f5b94a'],
    ['one font', 6, 5, '#f472b6'],
  ];
  const fall = (
    w: number,
    list: [string, number, number, string][],
    mark: number,
    color: string,
  ): string =>
    `<svg width="${w}" height="${list.length * 38 + 10}" style="overflow:visible"><g font-family="Mono" font-size="17">${[0, 25, 50, 75, 100].map((t) => `<path d="M${190 + ((w - 210) * t) / 100} -6V${list.length * 38}" stroke="#27303a"/>`).join('')}${list.map(([n, s, l, c], i) => `<text x="0" y="${i * 38 + 20}" fill="#c3ced6">${n}</text><rect x="${190 + ((w - 210) * s) / 100}" y="${i * 38 + 2}" width="${((w - 210) * l) / 100}" height="24" rx="5" fill="${c}"/>`).join('')}</g><path d="M${190 + ((w - 210) * mark) / 100} -16V${list.length * 38 + 6}" stroke="${color}" stroke-width="2.5" stroke-dasharray="6 5"/></svg>`;
  return page(`${cells([15, 6], [16, 6])}${sheet({ x: 80, y: 96, w: 1280, h: 402 }, dark('#f87171'), `<div class="r sb" style="padding:22px 34px 26px"><span class="r g4"><span class="pill t17" style="background:#f8717126;color:#f87171;padding:5px 14px">before</span><b class="t22">142 requests</b></span><b class="t28" style="color:#f87171">6.8 s</b></div><div style="padding:0 34px">${fall(1210, parts, 99, '#f87171')}</div>`)}
    ${sheet({ x: 80, y: 530, w: 880, h: 256 }, dark('#34d399'), `<div class="r sb" style="padding:20px 34px 24px"><span class="r g4"><span class="pill t17" style="background:#34d39926;color:#34d399;padding:5px 14px">after</span><b class="t22">11 requests</b></span><b class="t28" style="color:#34d399">1.1 s</b></div><div style="padding:0 34px">${fall(1210, now, 15, '#34d399')}</div>`)}
    ${sheet({ x: 990, y: 530, w: 370, h: 256 }, dark('#34d399'), `<div class="c full" style="padding:22px 28px;justify-content:space-between"><span class="t18 mut">Orders a week, same traffic</span><b class="w7" style="font-size:58px;letter-spacing:-.04em;line-height:1">+31 %</b>${lines(312, 90, 10, [{ values: [3, 3.2, 2.8, 3, 5.2, 6.6, 7.6, 8.8], color: '#34d399', fill: true }], '#27303a', 4)}</div>`)}
    ${dimH(80, 56, 1280, '0 to 7 seconds, slow phone')}${plan('Waterfall', '20')}`);
};

const three = (): string => {
  const frame = (state: number): string => {
    const bg = state === 0 ? '#ffffff' : '#fdf4e7';
    const parts = [
      state >= 1
        ? '<rect x="16" y="18" width="66" height="13" rx="3" fill="#7c2d12"/><path d="M150 24h40" stroke="#7c2d12" stroke-width="4"/>'
        : '',
      state >= 2
        ? '<text x="16" y="82" font-family="Sans" font-weight="700" font-size="27" fill="#2b1a10" letter-spacing="-1">Clay, fired</text><text x="16" y="112" font-family="Sans" font-weight="700" font-size="27" fill="#2b1a10" letter-spacing="-1">on Sundays.</text>'
        : '',
      state >= 3
        ? `<rect x="16" y="134" width="174" height="150" rx="10" fill="#efdcc2"/><g transform="translate(38 146)">${bowl(130, '#b4532a', '#7c2d12')}</g>`
        : state >= 2
          ? '<rect x="16" y="134" width="174" height="150" rx="10" fill="#f4e8d6"/>'
          : '',
      state >= 4
        ? '<rect x="16" y="300" width="174" height="38" rx="8" fill="#7c2d12"/><text x="103" y="325" text-anchor="middle" font-family="Sans" font-weight="600" font-size="15" fill="#fff">See the bowls</text>'
        : '',
      state === 0
        ? '<circle cx="103" cy="170" r="20" fill="none" stroke="#d5dbe0" stroke-width="5"/><path d="M103 150a20 20 0 0 1 20 20" stroke="#8b98a5" stroke-width="5" fill="none"/>'
        : '',
    ].join('');
    return `<svg width="206" height="356" viewBox="0 0 206 356" style="border-radius:16px"><rect width="206" height="356" fill="${bg}"/>${parts}</svg>`;
  };
  const strip = (y: number, states: number[], hot: number, color: string): string =>
    states
      .map((s, i) =>
        at(
          { x: 80 + i * 216, y, w: 206, h: 292 },
          frame(s),
          `overflow:hidden;border-radius:16px;${i === hot ? `outline:4px solid ${color};outline-offset:3px` : ''}`,
        ),
      )
      .join('');
  const times = ['0.5 s', '1.0 s', '2.0 s', '3.5 s', '5.0 s', '6.8 s'];
  return page(`${cells([17, 0], [0, 5])}${strip(96, [0, 0, 0, 1, 2, 4], 5, '#f87171')}${strip(500, [2, 4, 4, 4, 4, 4], 1, '#34d399')}
    ${at({ x: 80, y: 40, w: 1290, h: 40 }, `<div class="r g4"><span class="pill t17" style="background:#f8717126;color:#f87171;padding:5px 14px">before</span><b class="t22">A visitor waits 6.8 seconds</b></div>`)}
    ${at({ x: 80, y: 442, w: 1290, h: 40 }, `<div class="r g4"><span class="pill t17" style="background:#34d39926;color:#34d399;padding:5px 14px">after</span><b class="t22">Ready after one</b></div>`)}
    ${times.map((t, i) => note(183 + i * 216, 394, t, i === 5 ? '#f87171' : '#98a6b3', 19, 'mid') + note(183 + i * 216, 800, t, i === 1 ? '#34d399' : '#98a6b3', 19, 'mid')).join('')}${plan('Film strip, mid-range phone on 4G', '21')}`);
};
export const speed = { 'speed-rescue-1': one, 'speed-rescue-2': two, 'speed-rescue-3': three };
