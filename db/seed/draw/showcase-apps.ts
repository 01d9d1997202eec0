/** Thread app, job board, sign-in form. */
import { hills } from './art.ts';
import { page } from './base.ts';
import {
  at,
  browser,
  cells,
  dark,
  dimH,
  dimV,
  face,
  icon,
  leader,
  light,
  note,
  phone,
  plan,
} from './parts.ts';

const mono = dark('#e9eef2', '#0b0e11', {
  bg: '#101214',
  sheet: '#191c1f',
  line: '#2a2f34',
  mut: '#8d979f',
});
export const threads = (): string => {
  const acts = (a: number, b: number): string =>
    `<div class="r g6 t16 mut mt2"><span class="r g2" style="color:#fb7185"><svg width="21" height="21" viewBox="0 0 24 24"><path fill="#fb7185" d="M12 21S3 14.5 3 8.5A4.8 4.8 0 0 1 12 6a4.8 4.8 0 0 1 9 2.5C21 14.5 12 21 12 21z"/></svg>${a}</span><span class="r g2">${icon('message-circle', 20)}${b}</span>${icon('repeat-2', 21)}${icon('send', 20)}</div>`;
  const post = (
    who: string,
    c: string,
    name: string,
    time: string,
    text: string,
    a: number,
    b: number,
    extra = '',
    tail = true,
  ): string =>
    `<div class="r top g4" style="padding:18px 22px 0"><div class="c" style="align-items:center;align-self:stretch">${face(who, 46, c, '#101214')}${tail ? '<i style="flex:1;width:2.5px;background:#2f353a;margin-top:8px;min-height:26px"></i>' : ''}</div><div class="f1" style="padding-bottom:14px"><div class="r sb"><b class="t18">${name}</b><span class="mut t15">${time}</span></div><div class="t18" style="line-height:1.4">${text}</div>${extra}${acts(a, b)}</div></div>`;
  const feed = `<div class="c full"><div class="r ce f0" style="height:60px;border-bottom:1px solid #2a2f34"><b class="t18">For you</b></div>
    ${post('NK', '#fda4af', 'nikita.draws', '2 h', 'Finished the poster for the monsoon fair. Three inks, one weekend.', 214, 18, `<div class="clip mt3" style="border-radius:14px;height:220px">${hills(660, 220, '#164e63', '#fbbf24', '#042f2e', '#155e75')}</div>`)}${post('AM', '#93c5fd', 'arjun.m', '1 h', 'The second ink on the hills, is that a tint or its own plate?', 31, 4)}${post('NK', '#fda4af', 'nikita.draws', '48 min', 'Its own plate. Tints go muddy on this paper.', 56, 2, '', false)}</div>`;
  const hand = `<div class="c f1"><div class="r sb px5" style="height:50px">${icon('x', 22)}<b class="t18">New thread</b>${icon('ellipsis', 22)}</div><div class="r top g3 px5 mt3"><div class="c" style="align-items:center;align-self:stretch">${face('VY', 44, '#2dd4bf', '#04201d')}<i style="flex:1;width:2.5px;background:#2f353a;margin:8px 0;min-height:90px"></i><span style="opacity:.5">${face('VY', 24, '#2dd4bf', '#04201d')}</span></div><div class="f1 c"><b class="t18">vihaan.y</b><div class="t20" style="letter-spacing:0;line-height:1.4">Shipped replies that keep their place when new ones arrive. No more losing the line you were reading.<i style="display:inline-block;width:2px;height:22px;background:#2dd4bf;vertical-align:-4px;margin-left:2px"></i></div><div class="r g5 mut" style="margin:16px 0 18px">${['image', 'mic', 'hash', 'text-align-start', 'map-pin'].map((n) => icon(n, 22)).join('')}</div><span class="t16 mut">Add to thread</span></div></div><div class="f1"></div>
    <div class="r sb px5" style="height:64px"><span class="t16 mut">Anyone can reply</span><span class="btn" style="border-radius:99px;padding:12px 24px;font-size:17px">Post</span></div><div class="c g2" style="background:#1e2226;padding:12px 6px 30px">${['qwertyuiop', 'asdfghjkl', 'zxcvbnm'].map((row) => `<div class="r ce" style="gap:5px">${[...row].map((k) => `<span class="tc t18" style="width:31px;line-height:44px;background:#343a40;border-radius:6px">${k}</span>`).join('')}</div>`).join('')}</div></div>`;
  return page(
    `${cells([1, 1], [17, 9])}${browser({ x: 80, y: 90, w: 800, h: 710 }, mono, 'thread-app.example', feed, 1.06)}${phone(980, 70, 740, mono, hand)}${leader('894,420 960,420', 894, 420)}${dimH(80, 50, 800, 'feed')}${plan('Thread app', 'S1')}`,
  );
};

const azure = light('#1d4ed8', '#ffffff', { bg: '#f5f7fb', line: '#e0e5ef', mut: '#556074' });
export const jobs = (): string => {
  const logo = (c: string, i: string, s = 46): string =>
    `<span class="face f0" style="width:${s}px;height:${s}px;border-radius:12px;background:${c};color:#fff">${icon(i, s * 0.5)}</span>`;
  const job = (c: string, i: string, t: string, w: string, p: string, on = false): string =>
    `<div class="r top g4 p4" style="border-radius:14px;background:#fff;${on ? 'box-shadow:0 0 0 2px #1d4ed8' : 'box-shadow:0 0 0 1px #e0e5ef'}">${logo(c, i)}<div class="f1"><b class="t16">${t}</b><div class="t13 mut">${w}</div><div class="r g2 mt2"><span class="pill">${p}</span><span class="pill" style="background:#eef1f5;color:#475063">Full time</span></div></div>${icon('bookmark', 19, on ? '#1d4ed8' : '#9aa5b8')}</div>`;
  const ui = `<div class="c full"><div class="r sb px6 f0" style="height:64px;background:#fff;border-bottom:1px solid #e0e5ef"><b class="t20 w7 r g2">${icon('briefcase-business', 22, '#1d4ed8')}Rozgar</b><div class="r" style="box-shadow:inset 0 0 0 1px #d5dcea;border-radius:99px;padding:5px 5px 5px 18px"><span class="t15 r g2" style="width:180px">${icon('search', 17, '#556074')}React developer</span><span class="t15 r g2" style="width:120px;border-left:1px solid #e0e5ef;padding-left:14px">${icon('map-pin', 17, '#556074')}Pune</span><span class="btn" style="border-radius:99px;padding:10px 20px">Find</span></div>${face('VY', 36, '#12181d')}</div>
    <div class="r top g5 p6 f1"><div class="c g3" style="width:372px"><div class="r sb"><b class="t16">124 openings</b><span class="t13 mut">Best match</span></div>${job('#0f766e', 'leaf', 'React developer', 'Greenbasket, Pune', '₹ 9 to 14 L', true)}${job('#7c3aed', 'rocket', 'Front-end engineer', 'Orbit Labs, remote', '₹ 12 to 18 L')}${job('#c2410c', 'truck', 'Full-stack developer', 'Haulwise, Mumbai', '₹ 10 to 16 L')}${job('#0369a1', 'stethoscope', 'UI developer', 'Arogya, Pune', '₹ 7 to 11 L')}</div>
    <div class="f1 card c g4" style="padding:26px 28px;border-radius:16px"><div class="r g4">${logo('#0f766e', 'leaf', 60)}<div class="f1"><h2 class="t24 w7">React developer</h2><span class="t14 mut">Greenbasket, Baner, Pune</span></div></div><div class="k3 g3">${[
      ['Pay', '₹ 9 to 14 L'],
      ['Experience', '2 years'],
      ['Applied', '38 people'],
    ]
      .map(
        ([a, b]) =>
          `<div style="background:#f5f7fb;border-radius:12px;padding:12px 14px"><div class="t12 mut">${a}</div><b class="t16">${b}</b></div>`,
      )
      .join(
        '',
      )}</div><b class="t16">What you will do</b>${['Own the basket and checkout screens', 'Measure before you optimise', 'Pair with two designers every week'].map((x) => `<div class="r g3 t15">${icon('check', 18, '#1d4ed8', 2.6)}${x}</div>`).join('')}<div class="r g2">${['React', 'TypeScript', 'Vite', 'Testing'].map((x) => `<span class="pill" style="font-size:13px;padding:5px 12px">${x}</span>`).join('')}</div><div class="r g3 mt2"><span class="btn f1" style="padding:14px;font-size:16px">Apply in one tap</span><span class="btn out" style="padding:14px 18px;font-size:16px">${icon('share-2', 18)}</span></div></div></div></div>`;
  return page(
    `${cells([0, 3], [17, 6])}${browser({ x: 100, y: 96, w: 1240, h: 710 }, azure, 'job-app.example', ui, 1.12)}${dimH(127, 54, 417, 'list')}${dimH(566, 54, 747, 'detail')}${plan('Job app', 'S3')}`,
  );
};

const indigo = light('#0f766e', '#ffffff', { bg: '#ffffff', line: '#d9e0de', mut: '#56636b' });
export const auth = (): string => {
  const form = `<div class="c g5" style="padding:50px 54px;width:520px;height:620px;background:#fff;color:#12181d;--mut:#56636b;--line:#d9e0de;--bg:#fff;--ac:#0f766e;--on:#fff;border-radius:22px;box-shadow:0 30px 70px -16px #000c"><div><h1 class="w7" style="font-size:42px;letter-spacing:-.035em;line-height:1.1">Create account</h1><p class="t18 mut mt2">Three fields, one minute.</p></div>
    <div class="c g2"><b class="t16">E-mail</b><div class="in t18 r sb" style="padding:15px 16px;color:#12181d">vihaan@mail.example${icon('circle-check', 22, '#0f766e')}</div></div>
    <div class="c g2"><b class="t16">Password</b><div class="in t18 r sb" style="padding:15px 16px;color:#12181d;box-shadow:0 0 0 3px #0f766e40;border-color:#0f766e"><span class="r" style="gap:7px">${'<i style="width:9px;height:9px;border-radius:50%;background:#12181d"></i>'.repeat(12)}</span>${icon('eye', 22, '#56636b')}</div><div class="r g2 mt1">${[1, 1, 1, 0].map((k) => `<i class="f1" style="height:6px;border-radius:9px;background:${k ? '#0f766e' : '#dfe5e3'}"></i>`).join('')}<span class="t15 w6" style="color:#0f766e;margin-left:8px">Strong</span></div></div>
    <div class="r g3 t16">${'<span class="face" style="width:24px;height:24px;border-radius:7px;background:#0f766e">'}${icon('check', 16, '#fff', 3)}</span>Keep me signed in here</div><span class="btn" style="padding:18px;font-size:19px;border-radius:12px">Continue</span><p class="tc t16 mut">Have an account? <b class="ac">Sign in</b></p></div>`;
  const otp = `<div class="c g5 px6" style="padding-top:26px"><span class="face" style="width:64px;height:64px;border-radius:18px;background:#e3f3f0">${icon('mail-check', 32, '#0f766e')}</span><h2 class="w7" style="font-size:34px;line-height:1.08;letter-spacing:-.03em">Enter the code we sent</h2><p class="t17 mut">To vihaan@mail.example</p><div class="r" style="gap:8px">${['4', '0', '7', '2', '', ''].map((d, i) => `<span class="r ce w6" style="flex:1;height:62px;border-radius:12px;font-size:28px;${i === 4 ? 'border:2.5px solid #0f766e' : 'border:1.5px solid #d9e0de'}">${d || (i === 4 ? '<i style="width:2px;height:28px;background:#0f766e"></i>' : '')}</span>`).join('')}</div><p class="t16 mut">New code in <b class="mono" style="color:#12181d">0:24</b></p></div><div class="f1"></div><div class="k3 tc" style="background:#eef2f1;padding:14px 10px 34px;row-gap:8px;column-gap:8px">${['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0', '<'].map((k) => `<span class="r ce w5" style="height:60px;font-size:28px;border-radius:12px;${k && k !== '<' ? 'background:#fff' : ''}">${k === '<' ? icon('delete', 26) : k}</span>`).join('')}</div>`;
  return page(
    `${cells([2, 1], [8, 1], [16, 8], [17, 8])}${at({ x: 200, y: 130, w: 520, h: 620 }, form)}${phone(940, 80, 720, indigo, otp)}${dimV(140, 130, 620, 'never jumps')}${leader('720,440 924,440', 720, 440)}${note(744, 376, 'checked as', '#98a6b3', 18)}${note(744, 400, 'you type', '#98a6b3', 18)}${plan('Auth form', 'S5')}`,
  );
};
