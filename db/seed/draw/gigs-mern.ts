/** Full-stack app: three layers in isometry, a billing dashboard, a task board, and the model behind it. */

import { page } from './base.ts';
import { bars, code, lines, ring } from './charts.ts';
import {
  at,
  brand,
  browser,
  cells,
  dark,
  dimH,
  face,
  icon,
  ink,
  light,
  note,
  plan,
  sheet,
} from './parts.ts';

const one = (): string => {
  const layer = (y: number, body: string, bg: string, line: string): string =>
    `<div class="abs" style="left:470px;top:${y}px;width:520px;height:520px;transform:rotateX(58deg) rotateZ(45deg);transform-origin:50% 50%;background:${bg};border:2px solid ${line};border-radius:26px;padding:34px;box-shadow:26px 26px 50px #0009">${body}</div>`;
  const top = layer(
    -40,
    `<div class="c g4 full"><div class="r sb"><b class="t28">Orders</b><span style="background:#2dd4bf;width:110px;height:40px;border-radius:9px"></span></div><div class="r g4">${['#2dd4bf', '#60a5fa', '#f5b94a'].map((c) => `<div class="f1" style="height:90px;border-radius:12px;background:#1f2831;padding:16px"><i style="display:block;width:60%;height:12px;background:#4b5864;border-radius:6px"></i><i style="display:block;width:80%;height:20px;background:${c};border-radius:6px;margin-top:14px"></i></div>`).join('')}</div>
    <div class="f1" style="border-radius:12px;background:#1f2831;padding:22px">${lines(396, 120, 10, [{ values: [2, 3, 2.6, 5, 4.4, 7, 6, 9], color: '#2dd4bf', fill: true }], '#2f3a45', 6)}</div></div>`,
    '#171d24',
    '#3d4955',
  );
  const mid = layer(
    150,
    `<div class="c full mono" style="justify-content:flex-end;gap:18px;font-size:25px;color:#5eead4">${['POST /orders', 'GET /orders/:id', 'POST /pay'].map((x) => `<div style="border:2px solid #2dd4bf66;border-radius:12px;padding:14px 20px;background:#0e2625">${x}</div>`).join('')}</div>`,
    '#13302f',
    '#2dd4bf',
  );
  const low = layer(
    340,
    `<div class="c full" style="justify-content:flex-end;gap:14px">${[0.9, 0.7, 0.8, 0.6].map((k) => `<div class="r" style="gap:14px"><i style="width:46px;height:42px;border-radius:8px;background:#3f9a5b"></i><i style="width:${k * 100}%;height:42px;border-radius:8px;background:#1f4a2c"></i></div>`).join('')}</div>`,
    '#13251b',
    '#3f9a5b',
  );
  const tag = (y: number, mark: string, name: string, what: string): string =>
    at(
      { x: 1096, y, w: 320, h: 96 },
      `<div class="r g5">${mark}<div><b style="font-size:40px;letter-spacing:-.03em;line-height:1.1">${name}</b><div class="mono t20" style="color:#98a6b3">${what}</div></div></div>`,
    );
  const words = at(
    { x: 80, y: 236, w: 420, h: 460 },
    `<div class="c"><div class="mono t20" style="color:#2dd4bf">one team of one</div><div class="w7 mt4" style="font-size:84px;line-height:.98;letter-spacing:-.045em">Face, rules, facts.</div><div class="mt6 t22" style="color:#98a6b3;width:340px">The whole app, front to back, in one tested codebase.</div></div>`,
  );
  return page(`${cells([12, 1], [13, 1], [5, 9])}<div class="abs" style="left:16px;top:78px;width:1440px;height:900px;transform:scale(.86);transform-origin:720px 400px">${low}${mid}${top}</div>${words}
    ${tag(206, brand('react', 68, '#61dafb'), 'React', 'screens')}${tag(376, brand('express', 68, '#e9eef2'), 'Express', 'on Node.js')}${tag(546, brand('mongodb', 68, '#4fae5b'), 'MongoDB', 'records')}
    ${ink('<path d="M1034 254H1078M1034 424H1078M1034 594H1078" stroke="#2dd4bf" stroke-width="2"/>')}${plan('Full-stack application', '04')}`);
};

const plum = light('#6d28d9', '#ffffff', { bg: '#fbfafd', line: '#e8e4ef', mut: '#635c70' });
const two = (): string => {
  const nav: [string, string][] = [
    ['layout-dashboard', 'Overview'],
    ['repeat', 'Subscriptions'],
    ['users', 'Customers'],
    ['receipt-indian-rupee', 'Invoices'],
    ['tag', 'Coupons'],
    ['settings', 'Settings'],
  ];
  const rows: [string, string, string, string, string][] = [
    ['AF', 'Asha Foods', 'Growth, yearly', '₹ 48,000', 'Paid'],
    ['BT', 'Bright Tutors', 'Starter', '₹ 1,499', 'Paid'],
    ['NK', 'Nair & Kumar', 'Growth', '₹ 4,999', 'Retrying'],
  ];
  const ui = `<div class="r full" style="align-items:stretch"><div class="c g1 p4 hairr f0" style="width:176px;background:#fff"><div class="r g2 mt1" style="margin-bottom:18px"><span class="face" style="width:26px;height:26px;border-radius:7px;background:#6d28d9;color:#fff">L</span><b class="t16">Ledgerly</b></div>
    ${nav.map(([i, n], k) => `<div class="r g3 t13 w5" style="padding:8px 10px;border-radius:8px;${k === 0 ? 'background:#f0eafb;color:#6d28d9' : 'color:#4f4960'}">${icon(i, 16)}${n}</div>`).join('')}<div class="f1"></div><div class="r g2 t12">${face('VY', 26, '#12181d')}<div><b>Vihaan</b><div class="mut t11">Owner</div></div></div></div>
    <div class="f1 c g4 p5"><div class="r sb"><div><h2 class="t22 w7">Good morning, Vihaan</h2><div class="t13 mut">Monday 16 June, all charges settled</div></div><span class="btn">${icon('plus', 14)}New invoice</span></div>
    <div class="k3 g4">${(
      [
        ['Monthly revenue', '₹ 8.42 L', '+12.4 %'],
        ['Active plans', '1,284', '+38'],
        ['Churn', '1.9 %', '−0.4 %'],
      ] as const
    )
      .map(
        ([l, v, d]) =>
          `<div class="card p4"><div class="t12 mut">${l}</div><div class="r bl sb mt1"><b class="t28 w7">${v}</b><span class="pill" style="background:#e5f6ee;color:#047857">${d}</span></div></div>`,
      )
      .join('')}</div>
    <div class="r g4" style="align-items:stretch"><div class="card p4 f1"><div class="r sb"><b class="t14">Revenue</b><span class="r g4 t11 mut"><span class="r g1"><i style="width:8px;height:8px;border-radius:9px;background:#6d28d9"></i>2025</span><span class="r g1"><i style="width:8px;height:8px;border-radius:9px;background:#c4b5fd"></i>2024</span></span></div><div class="mt4">${lines(
      490,
      96,
      10,
      [
        { values: [2, 2.6, 2.3, 3.1, 3.8, 3.4, 4.4], color: '#c4b5fd' },
        { values: [3, 3.6, 4.8, 4.5, 6.2, 7.4, 8.6], color: '#6d28d9', fill: true },
      ],
      '#eeeaf4',
    )}</div><div class="r sb mono t10 mut mt2">${['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'].map((m) => `<span>${m}</span>`).join('')}</div></div>
    <div class="card p4 c" style="width:186px"><b class="t14">Plans</b><div class="f1 r ce">${ring(108, 14, 0.62, '#6d28d9', '#ddd2f5', '<b class="t20">62 %</b><div class="t10 mut">Growth</div>')}</div></div></div>
    <div class="card f1 clip"><div class="r sb px4 py2 hair"><b class="t14">Latest charges</b><span class="t12 ac w6">See all</span></div>${rows.map(([a, n, p, m, s], i) => `<div class="r g3 px4 t13" style="height:35px;${i ? 'border-top:1px solid #f1edf6' : ''}">${face(a, 24, ['#fde4cf', '#d8f0e6', '#dbe7fb', '#f6dbe9'][i] ?? '#ddd', '#3a3350')}<span class="f1 w5">${n}</span><span class="mut" style="width:120px">${p}</span><span class="mono tr" style="width:80px">${m}</span><span class="tr" style="width:82px"><span class="pill" style="${s === 'Paid' ? 'background:#e5f6ee;color:#047857' : 'background:#fdf1dc;color:#92590a'}">${s}</span></span></div>`).join('')}</div></div></div>`;
  return page(
    `${cells([0, 2], [17, 7])}${browser({ x: 110, y: 96, w: 1220, h: 730 }, plum, 'app.ledgerly.example/overview', ui, 1.24)}${dimH(110, 56, 218, 'menu')}${dimH(328, 56, 1002, 'work')}${plan('Dashboard, subscriptions', '05')}`,
  );
};

const night = dark('#f5b94a', '#241a02', { bg: '#12151c', sheet: '#1b202a', line: '#2b3240' });
const three = (): string => {
  const card = (t: string, tag: string, col: string, who: string, n: number, extra = ''): string =>
    `<div class="card c g3" style="padding:14px"><div class="r sb"><span class="pill" style="background:${col}26;color:${col}">${tag}</span><span class="mono t11 mut">T-${n}</span></div><div class="t15 w5" style="line-height:1.3">${t}</div>${extra}<div class="r sb"><span class="r g3 t11 mut"><span class="r g1">${icon('message-square', 13)}${n % 7}</span><span class="r g1">${icon('paperclip', 13)}${n % 3}</span></span>${face(who, 24, col, '#0d1016')}</div></div>`;
  const col = (name: string, n: number, dot: string, body: string): string =>
    `<div class="f1 c g3"><div class="r g2 t14 w6"><i style="width:9px;height:9px;border-radius:9px;background:${dot}"></i>${name}<span class="mut mono t12">${n}</span></div>${body}</div>`;
  const bar = `<div class="c g1"><div class="r sb t11 mut"><span>Steps</span><span class="mono">5 / 8</span></div><div style="height:5px;border-radius:9px;background:#2b3240"><div style="width:62%;height:5px;border-radius:9px;background:#f5b94a"></div></div></div>`;
  const ui = `<div class="c full"><div class="r sb px5 hair" style="height:54px"><div class="r g3"><b class="t17">Winter release</b><span class="pill">Sprint 14</span></div><div class="r g3"><span class="r">${['AK', 'SR', 'VY'].map((x, i) => `<span style="margin-left:${i ? -8 : 0}px">${face(x, 30, ['#60a5fa', '#f472b6', '#2dd4bf'][i] ?? '', '#0d1016')}</span>`).join('')}</span><span class="btn">${icon('plus', 14)}Task</span></div></div>
    <div class="r top g4 p5 f1">${col('To do', 6, '#98a6b3', card('Export stock list as a spreadsheet', 'Data', '#60a5fa', 'AK', 121) + card('Quiet hours for notifications', 'App', '#2dd4bf', 'VY', 118) + card('Wording of refund mails', 'Text', '#f472b6', 'SR', 117))}
    ${col('In work', 3, '#f5b94a', card('Two people edit one order: show who is typing', 'Live', '#f5b94a', 'VY', 109, bar) + card('Search by last six digits of the bill', 'Data', '#60a5fa', 'AK', 112))}
    ${col('Review', 2, '#a78bfa', card('Sign in with a code by mail', 'Safety', '#a78bfa', 'VY', 104) + card('Faster first load on 3G', 'Speed', '#34d399', 'SR', 101))}<div style="width:250px" class="f0"></div></div></div>`;
  const chat = `<div class="c full"><div class="r g3 p4 hair">${face('SR', 34, '#f472b6', '#0d1016')}<div class="f1"><b class="t15">Sana Rahman</b><div class="t12" style="color:#34d399">Online</div></div>${icon('x', 18, '#98a6b3')}</div><div class="c g3 p4 f1" style="justify-content:flex-end">
    <div class="t14" style="background:#232a36;border-radius:14px 14px 14px 4px;padding:10px 14px;max-width:230px">The typing mark flickers when both of us save.</div><div class="t14" style="align-self:flex-end;background:#f5b94a;color:#241a02;border-radius:14px 14px 4px 14px;padding:10px 14px;max-width:230px">Found it. Two sockets per tab. Fix is on the test address.</div>
    <div class="t14" style="background:#232a36;border-radius:14px 14px 14px 4px;padding:10px 14px;max-width:230px">Works, moving it to review.</div><div class="mono t11 mut tr">10:42, read</div></div><div class="p3 hairt"><div class="in r sb">Write a reply${icon('send', 16, '#f5b94a')}</div></div></div>`;
  return page(`${cells([0, 8], [1, 8], [17, 1])}${browser({ x: 60, y: 90, w: 1250, h: 720 }, night, 'board.example/winter', ui, 1.3)}${sheet({ x: 970, y: 250, w: 410, h: 530 }, { ...night, bg: '#171c25' }, chat, 1.32, 'outline:1px solid #3a4354')}
    ${note(1380, 206, 'socket, 40 ms', '#2dd4bf', 18, 'right')}${plan('Live task board', '06')}`);
};

const four = (): string => {
  const table = (
    x: number,
    y: number,
    name: string,
    color: string,
    fields: [string, string][],
  ): string =>
    at(
      { x, y, w: 270, h: 52 + fields.length * 36 },
      `<div class="r g2 px4" style="height:48px;background:${color}22;border-bottom:1px solid ${color}66">${icon('table', 18, color)}<b class="mono t18" style="color:${color}">${name}</b></div>${fields.map(([f, t]) => `<div class="r sb px4 mono t15" style="height:36px"><span>${f}</span><span style="color:#7d8b98">${t}</span></div>`).join('')}`,
      `background:#11161b;border:1.5px solid ${color}88;border-radius:12px;overflow:hidden`,
    );
  const src = code(
    `«k:export const» «f:placeOrder» = «k:async» (db, buyer, plan) => {
  «k:const» order = «k:await» db.«f:transaction»(«k:async» (tx) => {
    «k:const» coupon = «k:await» «f:useCoupon»(tx, plan.code);
    «k:const» total = «f:priceOf»(plan, coupon);
    «k:return» «f:insertOrder»(tx, { buyer, plan, total });
  });

  «k:await» «f:announce»(«s:'order.placed'», order);
  «k:return» order;
};`,
    18,
  );
  const term = code(
    `«c:$ npm test»
«k:✓» a coupon works once          «c:38 ms»
«k:✓» two buyers, last piece       «c:61 ms»
«k:✓» paid twice is charged once   «c:44 ms»

«s:214 passed»  «c:in 9.8 s»`,
    18,
  );
  return page(`${cells([8, 0], [9, 0])}${ink('<g fill="none" stroke="#2dd4bf" stroke-width="2"><path d="M350 200H430M350 240H390V520H430M700 240H740M215 332V420"/></g><g fill="#0b0e11" stroke="#2dd4bf" stroke-width="2"><circle cx="430" cy="200" r="6"/><circle cx="430" cy="520" r="6"/><circle cx="215" cy="420" r="6"/></g>')}
    ${table(80, 120, 'orders', '#2dd4bf', [
      ['id', 'uuid'],
      ['buyer', 'ref'],
      ['gig', 'ref'],
      ['total', 'paise'],
      ['status', 'text'],
    ])}${table(430, 120, 'buyers', '#60a5fa', [
      ['id', 'uuid'],
      ['email', 'text'],
      ['verified', 'bool'],
      ['joined', 'time'],
    ])}
    ${table(430, 440, 'gigs', '#f5b94a', [
      ['id', 'uuid'],
      ['title', 'text'],
      ['plans', 'list'],
      ['rating', 'num'],
    ])}${table(80, 440, 'payments', '#a78bfa', [
      ['order', 'ref'],
      ['method', 'text'],
      ['paid', 'time'],
    ])}
    ${sheet({ x: 740, y: 120, w: 640, h: 400 }, dark(), `<div class="r g3 px5 hair mono t16" style="height:52px;color:#98a6b3">${icon('file-code', 18, '#2dd4bf')}place-order.ts</div><div style="padding:18px 24px">${src}</div>`)}
    ${sheet({ x: 740, y: 548, w: 640, h: 236 }, dark('#2dd4bf', '#04201d', { bg: '#07090b' }), `<div style="padding:22px 26px">${term}</div>`)}
    ${note(80, 66, 'The model', '#e9eef2', 22)}${note(740, 66, 'The verb that uses it', '#e9eef2', 22)}${at({ x: 80, y: 640, w: 620, h: 150 }, `<div class="c full" style="justify-content:flex-end">${bars(620, 80, [30, 42, 38, 55, 47, 62, 58, 70, 66, 82, 74, 90, 86, 96, 104, 98, 112, 120], '#2dd4bf', 17)}<div class="mono t16 mt3" style="color:#98a6b3">orders a day, first eighteen days after launch</div></div>`)}${plan('Data model and checks', '07')}`);
};

export const mern = {
  'mern-app-1': one,
  'mern-app-2': two,
  'mern-app-3': three,
  'mern-app-4': four,
};
