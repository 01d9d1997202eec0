/** School portal, freight tracker, HR dashboard. */

import { page } from './base.ts';
import { bars, donut, progress, ring } from './charts.ts';
import {
  at,
  browser,
  cells,
  dark,
  dimH,
  dimV,
  face,
  icon,
  light,
  note,
  phone,
  plan,
  sheet,
} from './parts.ts';

const ink2 = light('#3730a3', '#ffffff', {
  bg: '#f6f6fb',
  sheet: '#ffffff',
  line: '#e3e3ef',
  mut: '#585c74',
});
export const school = (): string => {
  const c = { m: '#c7d2fe', e: '#bbf7d0', s: '#fde68a', h: '#fecdd3', a: '#e9d5ff', p: '#bae6fd' };
  const week: [string, string][][] = [
    [
      ['Maths', c.m],
      ['English', c.e],
      ['Science', c.s],
      ['Art', c.a],
      ['Games', c.p],
    ],
    [
      ['Hindi', c.h],
      ['Maths', c.m],
      ['English', c.e],
      ['Science lab', c.s],
      ['Music', c.a],
    ],
    [
      ['Science', c.s],
      ['Hindi', c.h],
      ['Maths', c.m],
      ['English', c.e],
      ['Library', c.p],
    ],
    [
      ['English', c.e],
      ['Computers', c.p],
      ['Hindi', c.h],
      ['Maths', c.m],
      ['Art', c.a],
    ],
    [
      ['Maths', c.m],
      ['Science', c.s],
      ['Games', c.p],
      ['Hindi', c.h],
      ['Assembly', c.a],
    ],
  ];
  const table = `<div style="display:grid;grid-template-columns:56px repeat(5,1fr);gap:7px" class="mt3">${['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'].map((d, i) => `<span class="t13 tc w6 ${i === 3 ? 'ac' : 'mut'}">${d}</span>`).join('')}${[0, 1, 2, 3, 4].map((p) => `<span class="mono t12 mut" style="line-height:58px">${['8:30', '9:20', '10:30', '11:20', '12:10'][p]}</span>${week.map((d, k) => `<span class="t13 w6 r ce" style="height:58px;border-radius:9px;background:${d[p]?.[1]};color:#23244a;${k === 2 && p === 1 ? 'outline:2.5px solid #3730a3' : ''}">${d[p]?.[0]}</span>`).join('')}`).join('')}</div>`;
  const marks = (
    [
      ['Maths', 91, '#6366f1'],
      ['Science', 84, '#d97706'],
      ['English', 88, '#16a34a'],
      ['Hindi', 76, '#e11d48'],
    ] as const
  )
    .map(
      ([n, v, k]) =>
        `<div class="c g1"><div class="r sb t14"><span>${n}</span><b class="mono">${v}</b></div>${progress(v / 100, k, '#ececf4', 8)}</div>`,
    )
    .join('');
  const ui = `<div class="c full"><div class="r sb px6 f0" style="height:62px;background:#3730a3;color:#fff"><div class="r g3">${icon('graduation-cap', 26)}<b class="t18">Vidya Public School</b></div><div class="r g6 t14 w5"><span>Home</span><span style="opacity:.75">Homework</span><span style="opacity:.75">Fees</span><span style="opacity:.75">Messages</span>${face('AP', 34, '#fbbf24', '#422006')}</div></div>
    <div class="r g5 p6 f1" style="align-items:stretch"><div class="f1 c g4"><div class="r sb"><div><h2 class="t28 w7">Aarav, class 6 B</h2><span class="t14 mut">Next: Hindi at 9:20 with Mrs Pillai</span></div><span class="btn" style="padding:11px 18px">Write to teacher</span></div><div class="card p5 f1"><b class="t16">This week</b>${table}</div></div>
    <div class="c g4 f0" style="width:280px"><div class="card p5 r g5">${ring(104, 13, 0.96, '#16a34a', '#e3f4e8', '<b class="t22">96 %</b>')}<div><b class="t16">Present</b><div class="t13 mut">2 days away<br>this term</div></div></div><div class="card p5 c g3"><b class="t16">Half-yearly marks</b>${marks}</div><div class="card p4 r g3" style="background:#fffbeb;border-color:#fde68a">${icon('bus', 24, '#b45309')}<div><b class="t15">Bus 14 is 6 minutes away</b><div class="t13 mut">Gate 2, driver Suresh</div></div></div></div></div></div>`;
  return page(
    `${cells([0, 1], [16, 9], [17, 9])}${browser({ x: 110, y: 90, w: 1220, h: 716 }, ink2, 'parents.vidyaschool.example', ui, 1.11)}${dimV(66, 134, 672, 'the whole week')}${dimH(993, 48, 337, 'at a glance')}${plan('School portal', 'P3')}`,
  );
};

const road = dark('#fb923c', '#2b1200', { bg: '#0f1317', sheet: '#171d24' });
export const freight = (): string => {
  const map = `<svg width="1280" height="720" viewBox="0 0 1280 720"><rect width="1280" height="720" fill="#0d1417"/><path d="M560 0c20 60-30 110 10 170s70 60 60 130 40 120 90 170 90 130 80 250h480V0z" fill="#141c21"/><path d="M560 0c20 60-30 110 10 170s70 60 60 130 40 120 90 170 90 130 80 250" fill="none" stroke="#2b3a42" stroke-width="3"/>
    <g stroke="#202b32" stroke-width="6" fill="none"><path d="M600 140L1280 60M640 300l640 40M720 470l560-60M780 620l500 30M760 0l60 720M980 0l-30 720M1180 0l20 720"/></g><g stroke="#1a242a" stroke-width="3" fill="none"><path d="M600 200l680 20M690 400l590 130M860 0l160 720M1080 0l-120 720"/></g>
    <path d="M640 300C760 320 790 200 900 210s120 150 230 130" stroke="#fb923c" stroke-width="7" fill="none" stroke-linecap="round"/><path d="M1130 340c60-12 90-120 110-220" stroke="#fb923c" stroke-width="7" fill="none" stroke-dasharray="3 15" stroke-linecap="round"/><path d="M800 610C860 540 900 480 960 470s150 40 250-60" stroke="#38bdf8" stroke-width="6" fill="none" stroke-linecap="round"/>
    ${(
      [
        [640, 300, 'Mumbai', -14, 42],
        [1240, 120, 'Delhi', -64, -18],
        [800, 610, 'Kochi', -40, 46],
        [1210, 410, 'Hyderabad', -60, 42],
      ] as const
    )
      .map(
        ([x, y, n, dx, dy]) =>
          `<circle cx="${x}" cy="${y}" r="10" fill="#0d1417" stroke="#e9eef2" stroke-width="4"/><text x="${x + dx}" y="${y + dy}" font-family="Sans" font-weight="600" font-size="22" fill="#c3ced6" stroke="#141c21" stroke-width="8" paint-order="stroke" stroke-linejoin="round">${n}</text>`,
      )
      .join('')}
    <circle cx="1130" cy="340" r="44" fill="#fb923c" opacity=".16"/><circle cx="1130" cy="340" r="25" fill="#fb923c"/><g transform="translate(1116 326) scale(1.17)" stroke="#2b1200" stroke-width="2" fill="none" stroke-linejoin="round"><path d="M14 18V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v11a1 1 0 0 0 1 1h2M15 18H9M19 18h2a1 1 0 0 0 1-1v-3.7L18 8h-4"/><circle cx="17" cy="18" r="2"/><circle cx="7" cy="18" r="2"/></g><circle cx="1010" cy="478" r="16" fill="#38bdf8"/></svg>`;
  const job = (
    id: string,
    a: string,
    b: string,
    p: number,
    eta: string,
    c: string,
    on = false,
  ): string =>
    `<div class="c g3" style="padding:14px 20px;border-radius:14px;${on ? 'background:#1f262e;box-shadow:inset 0 0 0 1.5px #fb923c' : 'background:#151b21'}"><div class="r sb"><span class="mono t15" style="color:${c}">${id}</span><span class="t15 mut">${eta}</span></div><div class="r g3 t20 w6">${a}${icon('arrow-right', 19, '#98a6b3')}${b}</div>${progress(p, c, '#2a333c', 7)}</div>`;
  return page(`${at({ x: 80, y: 90, w: 1280, h: 720 }, map, 'border-radius:16px;overflow:hidden;outline:1px solid #2b353f;box-shadow:0 24px 60px -12px #000a')}
    ${at({ x: 104, y: 114, w: 430, h: 672 }, `<div class="r sb" style="padding:4px 4px 18px"><b class="t28 w7 r g3">${icon('container', 30, '#fb923c')}Haulwise</b><span class="pill t15" style="background:#fb923c26;color:#fb923c;padding:5px 14px">27 moving</span></div><div class="c g3">${job('HW 2291', 'Mumbai', 'Delhi', 0.68, 'tonight 21:40', '#fb923c', true)}${job('HW 2287', 'Kochi', 'Hyderabad', 0.5, 'tomorrow 06:10', '#38bdf8')}${job('HW 2284', 'Surat', 'Pune', 0.92, 'in 35 min', '#34d399')}${job('HW 2279', 'Chennai', 'Mysuru', 0.2, 'held at toll', '#f87171')}${job('HW 2276', 'Nagpur', 'Indore', 0.36, 'tomorrow 11:30', '#a78bfa')}</div>`, `--mut:#98a6b3;background:#0f1317ee;border:1px solid #2b353f;border-radius:16px;padding:20px`)}
    ${sheet(
      { x: 930, y: 616, w: 406, h: 172 },
      road,
      `<div class="c full" style="padding:18px 24px;justify-content:space-between"><div class="r g4">${face('GS', 52, '#fb923c', '#2b1200')}<div class="f1"><b class="t20">Gurpreet Singh</b><div class="t16 mut">MH 04 KT 7719</div></div>${icon('phone', 26, '#fb923c')}</div><div class="k3">${[
        ['64', 'km/h'],
        ['4.2 °C', 'cold box'],
        ['418', 'km left'],
      ]
        .map(([a, b]) => `<div><b class="t28 w7">${a}</b><div class="t15 mut">${b}</div></div>`)
        .join('')}</div></div>`,
      1,
      'outline:1px solid #3a4550',
    )}
    ${cells([17, 9])}${dimH(104, 54, 430, 'jobs')}${dimH(640, 54, 720, '1,420 km')}${plan('Freight tracker', 'P4')}`);
};

const berry = light('#9d174d', '#ffffff', { bg: '#fafaf9', line: '#e7e5e4', mut: '#57534e' });
export const hr = (): string => {
  const people: [string, string, string, number, number, string][] = [
    ['IK', 'Isha Kapoor', 'Design', 2, 5, '#f9a8d4'],
    ['RM', 'Rahul Mehta', 'Sales', 6, 3, '#93c5fd'],
    ['LD', 'Lobsang Dorje', 'Support', 0, 2, '#fcd34d'],
    ['SN', 'Shreya Nambiar', 'Engineering', 8, 6, '#86efac'],
    ['AQ', 'Adil Qureshi', 'Finance', 4, 1, '#c4b5fd'],
    ['PB', 'Pooja Bhatt', 'Engineering', 11, 3, '#86efac'],
  ];
  const cal = `<div class="card clip f1"><div class="r px5 hair" style="height:42px"><b class="t15" style="width:190px">Who is away</b><div class="f1 r mono t12 mut">${Array.from({ length: 14 }, (_, i) => `<span class="f1 tc" style="${i === 4 ? 'background:#9d174d;color:#fff;border-radius:6px;padding:2px 0' : ''}">${i + 9}</span>`).join('')}</div></div>
    ${people.map(([a, n, t, s, l, c], i) => `<div class="r px5" style="height:45px;${i ? 'border-top:1px solid #f1efed' : ''}"><div class="r g3" style="width:190px">${face(a, 30, c, '#27272a')}<div><b class="t13">${n}</b><div class="t11 mut">${t}</div></div></div><div class="rel f1" style="height:26px"><i class="abs" style="left:${(5 / 14) * 100}%;width:${(2 / 14) * 100}%;top:-12px;height:50px;background:#f5f4f2"></i><i class="abs" style="left:${((12 / 14) * 100).toFixed(1)}%;width:${(2 / 14) * 100}%;top:-12px;height:50px;background:#f5f4f2"></i><span class="abs t12 w6" style="left:${(s / 14) * 100}%;width:${(l / 14) * 100}%;height:26px;border-radius:7px;background:${c};color:#27272a;padding:4px 10px">${l > 2 ? (i % 2 ? 'Holiday' : 'Leave') : ''}</span></div></div>`).join('')}</div>`;
  const ui = `<div class="r full" style="align-items:stretch"><div class="c g2 p4 f0" style="width:70px;background:#500724;align-items:center"><b class="serif t24" style="color:#fff;margin:4px 0 14px">h.</b>${['layout-grid', 'users', 'calendar-days', 'wallet', 'file-text', 'settings'].map((n, i) => `<span class="face" style="width:42px;height:42px;border-radius:11px;${i === 2 ? 'background:#9d174d;color:#fff' : 'color:#f9a8d4'}">${icon(n, 20)}</span>`).join('')}</div>
    <div class="f1 c g4" style="padding:24px 78px 24px 24px"><div class="r sb"><div><h2 class="t28 w7">People</h2><span class="t14 mut">86 at work today, 6 away</span></div><div class="r g3"><span class="btn out">Export</span><span class="btn">${icon('user-plus', 15)}New joiner</span></div></div>
    <div class="r g4" style="align-items:stretch"><div class="card p5 r g5" style="width:320px">${donut(
      104,
      18,
      [
        [34, '#86efac'],
        [21, '#93c5fd'],
        [18, '#f9a8d4'],
        [12, '#fcd34d'],
        [7, '#c4b5fd'],
      ],
    )}<div class="c t12" style="gap:3px">${[
      ['Engineering 34', '#86efac'],
      ['Sales 21', '#93c5fd'],
      ['Design 18', '#f9a8d4'],
      ['Support 12', '#fcd34d'],
      ['Finance 7', '#c4b5fd'],
    ]
      .map(
        ([t, c]) =>
          `<span class="r g2"><i style="width:9px;height:9px;border-radius:3px;background:${c}"></i>${t}</span>`,
      )
      .join('')}</div></div>
    <div class="card p5 f1"><div class="r sb"><b class="t14">Joined and left</b><span class="t12 mut">12 months</span></div><div class="mt3">${bars(400, 68, [3, 5, 2, 6, 4, 7, 5, 8, 4, 6, 9, 7], '#9d174d', 10)}</div></div></div>${cal}</div></div>`;
  const ask = `<div class="c f1 px5"><b class="t22 w7" style="margin:10px 0 16px">Ask for leave</b><div class="card p5 r sb" style="background:#fdf2f8;border-color:#fbcfe8"><div><div class="t15 mut">You have</div><b class="t32 w7">14 days</b></div>${ring(78, 12, 0.58, '#9d174d', '#fbcfe8')}</div><div class="c g2 mt5"><span class="t15 w6">Dates</span><div class="in t17 r sb" style="color:#12181d;padding:14px">Thu 12 to Mon 16 June${icon('calendar', 20)}</div></div><div class="c g2 mt4"><span class="t15 w6">Kind</span><div class="r g2 t15 w6">${['Holiday', 'Sick', 'Parent'].map((t, i) => `<span style="padding:10px 18px;border-radius:99px;${i === 0 ? 'background:#9d174d;color:#fff' : 'border:1px solid #d6d3d1'}">${t}</span>`).join('')}</div></div><div class="c g2 mt4"><span class="t15 w6">Who covers</span><div class="in r g3 t17" style="color:#12181d">${face('RM', 32, '#93c5fd', '#27272a')}Rahul Mehta</div></div><div class="f1"></div><span class="btn" style="padding:16px;font-size:17px;margin-bottom:26px">Send to Isha</span></div>`;
  return page(
    `${cells([0, 2], [17, 0])}${browser({ x: 80, y: 90, w: 1090, h: 710 }, berry, 'people.harbour.example', ui, 1.09)}${phone(1090, 190, 600, berry, ask)}${dimH(1090, 148, 287, 'two taps')}${note(80, 46, 'Leave, people and pay in one place', '#e9eef2', 22)}${plan('HR dashboard', 'P12')}`,
  );
};
