/** Clinic bookings, yoga studio, fitness app. */

import { page } from './base.ts';
import { bars, lines, progress, ring } from './charts.ts';
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
} from './parts.ts';

const sky = light('#0369a1', '#ffffff', { bg: '#ffffff', line: '#e0e8ee', mut: '#546472' });
export const clinic = (): string => {
  const slot = (
    day: number,
    from: number,
    len: number,
    name: string,
    what: string,
    c: string,
  ): string =>
    `<div class="abs" style="left:${56 + day * 122}px;top:${from * 52 + 2}px;width:114px;height:${len * 52 - 5}px;background:color-mix(in srgb,${c} 13%,#fff);border-left:3px solid ${c};border-radius:7px;padding:6px 9px"><b class="t12" style="display:block;line-height:1.25">${name}</b>${len > 0.8 ? `<span class="t11 mut">${what}</span>` : ''}</div>`;
  const g = '#0d9488',
    b = '#0369a1',
    o = '#c2410c',
    v = '#7c3aed';
  const ui = `<div class="c full"><div class="r sb px6 hair" style="height:58px"><div class="r g3"><span class="face" style="width:32px;height:32px;border-radius:9px;background:#0369a1;color:#fff">${icon('stethoscope', 18)}</span><b class="t17">Arogya Clinic</b></div><div class="r g1 t13 w5" style="background:#eef3f6;border-radius:9px;padding:3px">${['Day', 'Week', 'Month'].map((d, i) => `<span style="padding:6px 14px;border-radius:7px;${i === 1 ? 'background:#fff;box-shadow:0 1px 2px #0002' : 'color:#546472'}">${d}</span>`).join('')}</div><span class="r g3" style="margin-right:26px"><span class="in r g2">${icon('search', 14)}Patient</span><span class="btn">${icon('plus', 15)}New</span></span></div>
    <div class="r" style="padding:12px 0 8px 56px">${[
      ['Mon', 16],
      ['Tue', 17],
      ['Wed', 18],
      ['Thu', 19],
      ['Fri', 20],
      ['Sat', 21],
    ]
      .map(
        ([d, n], i) =>
          `<div class="tc" style="width:122px"><div class="t12 mut">${d}</div><b class="t20" style="${i === 2 ? 'background:#0369a1;color:#fff;border-radius:9px;padding:2px 10px' : ''}">${n}</b></div>`,
      )
      .join('')}</div>
    <div class="rel f1">${[9, 10, 11, 12, 1, 2, 3, 4, 5].map((h, i) => `<div class="abs" style="left:0;right:0;top:${i * 52}px;border-top:1px solid #e8eef2"><span class="mono t11 mut" style="position:absolute;left:16px;top:-8px;background:#fff;padding-right:4px">${h}:00</span></div>`).join('')}
    <div class="abs" style="left:56px;right:0;top:146px;border-top:2px solid #dc2626"><i class="abs" style="left:-5px;top:-6px;width:10px;height:10px;border-radius:50%;background:#dc2626"></i></div>${slot(0, 0.2, 1, 'Leela Menon', 'Follow-up', g)}${slot(0, 1.5, 1.3, 'Harish Gowda', 'Heart check', b)}${slot(0, 4, 1, 'Ritu Sen', 'New patient', o)}${slot(1, 0.5, 1.5, 'Camp: eye test', 'Hall 2', v)}${slot(1, 2.6, 1, 'Yusuf Ali', 'Blood report', g)}${slot(1, 4.5, 1.4, 'Neha Iyer', 'Skin', b)}${slot(2, 0.1, 1, 'Arjun Das', 'Fever', o)}${slot(2, 1.3, 1, 'Kavya Nair', 'Follow-up', g)}${slot(2, 2.5, 1.2, 'Om Prakash', 'Heart check', b)}${slot(2, 5, 1, 'Zoya Khan', 'New patient', o)}${slot(3, 0.6, 1.2, 'Mary Paul', 'Dressing', g)}${slot(3, 2.2, 1.3, 'Surgery block', 'Dr Rao away', '#64748b')}${slot(4, 0.3, 1, 'Anil Jain', 'Diabetes', b)}${slot(4, 1.5, 1, 'Tara Bose', 'Follow-up', g)}</div></div>`;
  const hand = `<div class="c f1 px5"><div class="r g3" style="height:46px">${icon('arrow-left', 21)}<b class="t18">Book a visit</b></div><div class="card r g3 p4 mt2">${face('SR', 54, '#bae6fd', '#075985')}<div class="f1"><b class="t18">Dr Sunita Rao</b><div class="t14 mut">Physician, 18 years</div></div><b class="t17">₹ 500</b></div>
    <b class="t16 mt6">Wednesday 18 June</b><div class="k3 g3 mt3">${['9:00', '9:30', '10:00', '10:30', '11:00', '11:30', '2:00', '2:30', '3:00'].map((t, i) => `<span class="tc t17 w5" style="padding:14px 0;border-radius:12px;${i === 4 ? 'background:#0369a1;color:#fff' : [1, 2, 6].includes(i) ? 'color:#a9b6c0;background:#f1f5f7;text-decoration:line-through' : 'border:1px solid #cfdbe3'}">${t}</span>`).join('')}</div>
    <b class="t16 mt6">For whom?</b><div class="r g3 mt3"><span class="r g2 t16 w6" style="border:2px solid #0369a1;border-radius:99px;padding:8px 16px">Me</span><span class="t16" style="border:1px solid #cfdbe3;border-radius:99px;padding:9px 16px">Mother</span><span class="t16" style="border:1px solid #cfdbe3;border-radius:99px;padding:9px 16px">Aarav, 6</span></div><div class="card p4 mt6 r g3" style="background:#f4f9fc">${icon('map-pin', 22, '#0369a1')}<div class="f1"><b class="t16">Room 4, first floor</b><div class="t14 mut">We remind you an hour before</div></div></div><div class="f1"></div><span class="btn" style="padding:16px;font-size:17px;margin-bottom:24px">Confirm, 11:00</span></div>`;
  return page(
    `${cells([17, 1], [0, 8])}${browser({ x: 80, y: 110, w: 1000, h: 680 }, sky, 'desk.arogya.example', ui, 1.24)}${phone(1064, 150, 660, sky, hand)}${dimH(80, 66, 1000, 'reception')}${dimH(1064, 112, 315, 'patient')}${plan('Clinic booking', 'P1')}`,
  );
};

const sage = light('#5b6f4e', '#ffffff', {
  bg: '#f5f2ea',
  sheet: '#fbf9f4',
  line: '#dfdacb',
  fg: '#2b2f24',
  mut: '#686c5c',
});
const pose = (
  w: number,
): string => `<svg width="${w}" height="${w}" viewBox="0 0 500 500"><circle cx="250" cy="230" r="200" fill="#e9b872"/><circle cx="250" cy="230" r="200" fill="none" stroke="#f5f2ea" stroke-width="2"/><path d="M72 322a200 200 0 0 0 356 0c-60-14-110 16-178 8s-118-22-178-8z" fill="#8ea27d"/><ellipse cx="250" cy="432" rx="190" ry="18" fill="#5b6f4e"/>
<path d="M232 96c-6-30 36-30 36 0 12 6 10 44-18 46-28-2-30-40-18-46z" fill="#3a2419"/><ellipse cx="250" cy="134" rx="25" ry="31" fill="#b9784f"/><path d="M238 158h24v28h-24z" fill="#a86a43"/>
<path d="M204 192c14-12 78-12 92 0 14 40 6 92 2 130h-96c-4-38-12-90 2-130z" fill="#f5f2ea"/><path d="M206 196c-30 30-62 80-84 140l20 10c26-40 52-74 74-100zM294 196c30 30 62 80 84 140l-20 10c-26-40-52-74-74-100z" fill="#b9784f"/>
<path d="M200 318h100c60 10 128 50 130 84 0 20-30 24-60 18-60-10-92-30-120-34-28 4-60 24-120 34-30 6-60 2-60-18 2-34 70-74 130-84z" fill="#40533a"/><path d="M130 402c40 10 90 0 130-14 30-10 60-8 90 8l-10 26c-70-10-130 10-190 6z" fill="#526848"/><circle cx="130" cy="342" r="13" fill="#b9784f"/><circle cx="370" cy="342" r="13" fill="#b9784f"/></svg>`;
export const yoga = (): string => {
  const ui = `<div class="full rel"><div class="r sb" style="padding:26px 44px"><b class="serif t28 w7">Shanti Room</b><div class="r g8 t17"><span>Classes</span><span>Teachers</span><span>Retreats</span></div><span class="btn" style="padding:12px 22px;font-size:16px;border-radius:99px">First class free</span></div>
    <div class="abs" style="left:44px;top:130px;width:520px"><h1 class="serif" style="font-size:92px;line-height:.98;font-weight:500">Breathe, then begin.</h1><p class="t20 mut mt6" style="width:420px">Hatha and quiet flow in a bright room above the lake in Mysuru.</p></div><div class="abs" style="left:520px;top:96px">${pose(440)}</div></div>`;
  const row = (t: string, n: string, w: string, left: string, on = false): string =>
    `<div class="r g5" style="padding:15px 0;border-top:1px solid #dfdacb"><span class="mono t17" style="width:74px">${t}</span><div class="f1"><b class="t18">${n}</b><div class="t15 mut">${w}</div></div><span class="t15 w6" style="padding:8px 16px;border-radius:99px;${on ? 'background:#5b6f4e;color:#fff' : 'box-shadow:inset 0 0 0 1px #cfc9b6'}">${left}</span></div>`;
  return page(`${cells([16, 1], [17, 1])}${browser({ x: 80, y: 84, w: 1120, h: 640 }, sage, 'shantiroom.example', ui, 1)}
    ${at({ x: 960, y: 330, w: 410, h: 460 }, `<div class="r sb" style="margin-bottom:14px"><b class="serif t28 w7">Today</b><span class="mono t15 mut">18 June</span></div>${row('06:30', 'Sunrise hatha', 'Devika, 60 min', 'Full')}${row('08:00', 'Quiet flow', 'Ishan, 75 min', 'Join', true)}${row('12:15', 'Desk relief', 'Devika, 30 min', '4 left')}${row('18:30', 'Slow yin', 'Maya, 60 min', '2 left')}`, 'background:#fbf9f4;color:#2b2f24;--mut:#686c5c;border-radius:16px;padding:26px 30px;box-shadow:0 24px 50px -12px #000b;border:1px solid #dfdacb')}
    ${dimV(1400, 330, 460, 'live seats')}${note(80, 748, 'Bookings, passes and reminders on the teacher’s own site.', '#c3ced6', 20)}${plan('Yoga studio', 'P5')}`);
};

const lime = dark('#bef264', '#1a2e05', {
  bg: '#0c0f0d',
  sheet: '#171b18',
  line: '#262c27',
  mut: '#96a399',
});
export const fitness = (): string => {
  const rings = `<div class="rel r ce" style="height:270px"><span class="abs">${ring(250, 26, 0.86, '#bef264', '#bef2642a')}</span><span class="abs">${ring(188, 26, 0.64, '#38bdf8', '#38bdf82a')}</span><span class="abs">${ring(126, 26, 0.45, '#fb7185', '#fb71852a')}</span></div>`;
  const first = `<div class="c f1 px5"><div class="r sb" style="height:50px"><b class="t22 w7">Today</b>${face('RN', 36, '#bef264', '#1a2e05')}</div>${rings}<div class="k3 tc mt3">${[
    ['8,640', 'steps', '#bef264'],
    ['412', 'kcal', '#38bdf8'],
    ['27', 'minutes', '#fb7185'],
  ]
    .map(
      ([a, b, c]) =>
        `<div><b class="t24 w7" style="color:${c}">${a}</b><div class="t14 mut">${b}</div></div>`,
    )
    .join('')}</div>
    <div class="card p4 mt6 c g3"><div class="r sb"><b class="t17">Week</b><span class="t14 mut">5 of 7 closed</span></div>${bars(300, 84, [6, 8, 5, 9, 10, 7, 8.6], '#bef264', 6)}</div><div class="card p4 mt3 r g4">${icon('flame', 28, '#fb7185')}<div class="f1"><b class="t17">12 day streak</b><div class="t14 mut">Your longest was 19</div></div></div></div>`;
  const second = `<div class="c f1 px5"><div class="r sb" style="height:50px">${icon('chevron-down', 24)}<b class="t17">Evening run</b>${icon('ellipsis', 24)}</div><div class="rel clip" style="height:280px;border-radius:20px;background:#171b18;margin:6px 0 0"><svg width="335" height="280"><g stroke="#262c27" stroke-width="9" fill="none"><path d="M0 70h335M0 170h335M60 0v280M170 0v280M280 0v280M0 240L335 20"/></g><path d="M0 210c70-40 120 40 200 10s90-10 135-30v90H0z" fill="#13303a"/><path d="M44 236C40 170 60 150 60 110s20-50 60-44 50 20 50 60 30 44 70 36 44-50 40-92" stroke="#bef264" stroke-width="7" fill="none" stroke-linecap="round"/><circle cx="44" cy="236" r="9" fill="#0c0f0d" stroke="#bef264" stroke-width="5"/><circle cx="280" cy="70" r="12" fill="#bef264"/></svg></div>
    <div class="tc" style="margin-top:20px"><div class="w8" style="font-size:96px;letter-spacing:-.06em;line-height:.95">6.42</div><div class="t17 mut">kilometres</div></div><div class="k3 tc mt6">${[
      ['34:18', 'time'],
      ['5:20', 'pace'],
      ['148', 'pulse'],
    ]
      .map(([a, b]) => `<div><b class="mono t22">${a}</b><div class="t14 mut">${b}</div></div>`)
      .join(
        '',
      )}</div><div class="f1"></div><div class="r ce g6" style="margin-bottom:30px"><span class="face" style="width:64px;height:64px;background:#262c27">${icon('lock', 26)}</span><span class="face" style="width:92px;height:92px;background:#bef264;color:#1a2e05">${icon('pause', 40)}</span><span class="face" style="width:64px;height:64px;background:#262c27">${icon('eighth-notes', 26)}</span></div></div>`;
  const third = `<div class="c f1 px5"><div class="r sb" style="height:50px"><b class="t22 w7">Strength</b><span class="pill t13" style="padding:5px 12px">Week 6</span></div><div class="c g3 mt2">${(
    [
      ['Squat', '4 x 6', '92 kg', 1],
      ['Bench press', '4 x 6', '64 kg', 0.75],
      ['Row', '3 x 10', '58 kg', 0.34],
      ['Plank', '3 x 60 s', 'body', 0],
    ] as const
  )
    .map(
      ([a, b, c, p]) =>
        `<div class="card p4 c g3"><div class="r sb"><b class="t18">${a}</b><span class="mono t16 ${p === 1 ? 'ac' : 'mut'}">${c}</span></div><div class="r sb t14 mut"><span>${b}</span>${p === 1 ? icon('check', 20, '#bef264', 3) : `<span>${Math.round(p * 100)} %</span>`}</div>${progress(p, '#bef264', '#262c27')}</div>`,
    )
    .join('')}</div>
    <div class="card p4 mt3 c g3"><b class="t17">Squat, best lift</b>${lines(300, 78, 10, [{ values: [4, 4.6, 5, 5.2, 6.4, 7, 8.6], color: '#bef264', fill: true }], '#262c27', 3)}<div class="r sb mono t13 mut"><span>Jan</span><span>Jun</span></div></div></div>`;
  return page(`${cells([1, 1], [15, 9], [16, 9])}${phone(150, 130, 660, lime, first)}${phone(546, 66, 740, lime, second)}${phone(982, 130, 660, lime, third)}${dimH(546, 834, 354, 'one glance')}
${note(150, 84, 'rings', '#98a6b3', 20)}${note(982, 84, 'sets', '#98a6b3', 20)}${plan('Fitness app', 'P10')}`);
};
