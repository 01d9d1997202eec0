/** React front end: the mark under construction, a component sheet, design turned into code. */

import { page } from './base.ts';
import { bars, code, lines, progress, ring } from './charts.ts';
import {
  at,
  brand,
  cells,
  dark,
  dimH,
  dimV,
  face,
  icon,
  ink,
  light,
  note,
  plan,
  sheet,
} from './parts.ts';

const one = (): string => {
  const cx = 520,
    cy = 400;
  const orbit = (turn: number): string =>
    `<ellipse cx="${cx}" cy="${cy}" rx="330" ry="126" transform="rotate(${turn} ${cx} ${cy})"/>`;
  const drawing =
    ink(`<g fill="none" stroke="#61dafb" stroke-width="20">${orbit(0)}${orbit(60)}${orbit(120)}</g><circle cx="${cx}" cy="${cy}" r="58" fill="#61dafb"/>
    <g fill="none" stroke="#2dd4bf" stroke-width="1.5" opacity=".55" stroke-dasharray="7 7"><circle cx="${cx}" cy="${cy}" r="330"/><circle cx="${cx}" cy="${cy}" r="126"/><path d="M${cx - 390} ${cy}h780M${cx} ${cy - 370}v740M${cx - 195} ${cy - 338}l390 676M${cx + 195} ${cy - 338}l-390 676"/></g>`);
  const piece = (x: number, y: number, w: number, h: number, body: string, zoom = 1): string =>
    sheet(
      { x, y, w, h },
      dark('#61dafb', '#06222b', { bg: '#171d24' }),
      body,
      zoom,
      'outline:1px solid #3a4550',
    );
  return page(`${cells([2, 1], [12, 9], [13, 9])}${drawing}
    ${piece(960, 110, 400, 150, `<div class="c g3 p6"><div class="r sb"><b class="t20">Dark mode</b><span style="width:68px;height:38px;border-radius:99px;background:#61dafb;padding:4px" class="r" ><i style="margin-left:auto;width:30px;height:30px;border-radius:50%;background:#06222b"></i></span></div><span class="t16 mut">&lt;Switch checked /&gt;</span></div>`)}
    ${piece(960, 290, 400, 226, `<div class="p6 c g4"><div class="r sb"><b class="t20">Weekly visits</b><span class="pill t14">+24 %</span></div>${lines(350, 110, 10, [{ values: [2, 4, 3, 6, 5, 8, 9], color: '#61dafb', fill: true }], '#2b353f', 4)}</div>`)}
    ${piece(960, 546, 400, 210, `<div class="p6 c g4"><b class="t20">Save changes?</b><span class="t17 mut">Three fields differ from the last version.</span><div class="r g3"><span class="btn f1" style="padding:14px;font-size:17px">Save</span><span class="btn out f1" style="padding:14px;font-size:17px">Discard</span></div></div>`)}
    ${ink('<g stroke="#61dafb" stroke-width="2" fill="none"><path d="M690 118C790 80 880 130 960 182M860 400C900 396 930 400 960 404M686 690C770 740 870 700 960 654"/></g><g fill="#0b0e11" stroke="#61dafb" stroke-width="3"><circle cx="960" cy="182" r="7"/><circle cx="960" cy="404" r="7"/><circle cx="960" cy="654" r="7"/></g>')}
    ${dimH(190, 796, 660, '1 : 2.62')}${plan('React front end', '14')}`);
};

const two = (): string => {
  const t = light('#0f766e', '#ffffff', { bg: '#ffffff' });
  const s = (
    x: number,
    y: number,
    w: number,
    h: number,
    body: string,
    th = t,
    style = '',
  ): string =>
    sheet(
      { x, y, w, h },
      th,
      `<div class="full" style="padding:26px 28px">${body}</div>`,
      1,
      style,
    );
  const days = Array.from({ length: 35 }, (_, i) => i - 1);
  const cal = `<div class="r sb"><b class="t20">October</b><span class="r g2">${icon('chevron-left', 20)}${icon('chevron-right', 20)}</span></div><div class="k7 tc mt4 t16" style="row-gap:7px">${['M', 'T', 'W', 'T', 'F', 'S', 'S'].map((d) => `<span class="mut mono t14">${d}</span>`).join('')}${days.map((d) => `<span style="line-height:38px;${d === 14 || d === 17 ? 'background:#0f766e;color:#fff;border-radius:9px;font-weight:600' : d > 14 && d < 17 ? 'background:#0f766e1a' : d < 1 || d > 31 ? 'color:#c3cac7' : ''}">${d < 1 ? 30 + d : d > 31 ? d - 31 : d}</span>`).join('')}</div>`;
  const btns = `<b class="t20">Button</b><div class="r g3 mt5"><span class="btn" style="padding:13px 22px;font-size:17px">Primary</span><span class="btn out" style="padding:13px 22px;font-size:17px">Quiet</span><span class="btn" style="padding:13px 22px;font-size:17px;background:#b91c1c">Delete</span></div><div class="r g3 mt5"><span class="btn" style="padding:13px 22px;font-size:17px;outline:3px solid #0f766e;outline-offset:3px">Focus</span><span class="btn" style="padding:13px 22px;font-size:17px;opacity:.45">Waiting</span><span class="btn out" style="padding:13px;font-size:17px">${icon('ellipsis', 21)}</span></div>`;
  const field = `<div class="c g2"><b class="t16">Mail address</b><div class="in t17 r sb" style="border:2px solid #b91c1c;padding:13px 14px;color:#12181d">meera@studio${icon('circle-exclamation-point', 20, '#b91c1c')}</div><span class="t15" style="color:#b91c1c">The part after the dot is missing.</span></div><div class="c g2 mt5"><b class="t16">City</b><div class="in t17 r sb" style="padding:13px 14px;color:#12181d">Pune${icon('chevrons-up-down', 19, '#5b6874')}</div></div>`;
  const menu = `<div class="c t17">${(
    [
      ['pencil', 'Rename', 'R'],
      ['copy', 'Duplicate', 'D'],
      ['share-2', 'Share', 'S'],
      ['trash', 'Delete', '⌫'],
    ] as const
  )
    .map(
      ([i, a, k], n) =>
        `<div class="r g3" style="padding:11px 12px;border-radius:9px;${n === 1 ? 'background:#2dd4bf26' : ''}${n === 3 ? 'color:#f87171' : ''}">${icon(i, 19)}<span class="f1">${a}</span><span class="mono t14 mut">${k === '⌫' ? 'Del' : k}</span></div>`,
    )
    .join('')}</div>`;
  const toast = `<div class="r g4">${icon('circle-check', 30, '#34d399')}<div class="f1"><b class="t18">Invoice sent</b><div class="t16 mut">Asha Foods, ₹ 48,000</div></div><b class="t16 ac">Undo</b></div>`;
  const people = `<div class="r sb"><b class="t20">Team</b><span class="pill t14">4 of 5</span></div><div class="c g4 mt5">${(
    [
      ['RK', 'Ravi Kulkarni', 0.9, '#0f766e'],
      ['MJ', 'Meera Joshi', 0.64, '#b45309'],
      ['TD', 'Tenzin Dolma', 0.38, '#4338ca'],
    ] as const
  )
    .map(
      ([a, n, v, c]) =>
        `<div class="r g4">${face(a, 46, c)}<div class="f1 c g2"><div class="r sb t16"><span class="w5">${n}</span><span class="mono t15 mut">${v * 100} %</span></div>${progress(v, c, '#e3e7e6', 8)}</div></div>`,
    )
    .join('')}</div>`;
  return page(`${cells([0, 3], [17, 5])}${s(80, 110, 440, 210, btns)}${s(80, 350, 440, 290, field)}${s(80, 670, 440, 110, toast, dark('#2dd4bf', '#04201d', { bg: '#171d24' }))}${s(550, 110, 400, 380, cal)}${s(550, 520, 400, 260, people)}
    ${s(980, 110, 400, 250, menu, dark())}${s(980, 390, 190, 190, `<div class="r ce full">${ring(136, 18, 0.72, '#0f766e', '#e3e7e6', '<b class="t28">72 %</b>')}</div>`)}${s(1190, 390, 190, 190, `<b class="t16">Sales</b><div class="mt3">${bars(134, 92, [4, 6, 5, 9, 7], '#0f766e', 3)}</div>`)}${s(980, 610, 400, 170, `<div class="r g2 w6 t17 tc" style="background:#f0f3f1;border-radius:11px;padding:5px"><span class="f1" style="background:#fff;border-radius:8px;padding:11px;box-shadow:0 1px 3px #0002">Month</span><span class="f1 mut">Quarter</span><span class="f1 mut">Year</span></div><div class="r sb mt5"><span class="t17">Price range</span><b class="mono t17">₹ 2k to 8k</b></div><div class="rel mt4" style="height:6px;border-radius:9px;background:#e3e7e6"><i class="abs" style="left:20%;width:50%;height:6px;background:#0f766e"></i>${[20, 70].map((l) => `<i class="abs" style="left:${l - 3}%;top:-9px;width:24px;height:24px;border-radius:50%;background:#fff;border:3px solid #0f766e"></i>`).join('')}</div>`)}
    ${note(80, 42, 'Component sheet', '#e9eef2', 24)}${note(1380, 48, '38 parts, keyboard tested', '#2dd4bf', 18, 'right')}${dimV(42, 110, 210, '44 px')}${plan('React components', '15')}`);
};

const three = (): string => {
  const src = code(
    `«k:export function» «f:PlanCard»({ plan, chosen }) {
  «k:return» (
    <article «n:aria-current»={chosen}>
      <h3>{plan.title}</h3>
      <Price «n:paise»={plan.price} />
      <ul>
        {plan.features.«f:map»((f) => (
          <Tick «n:key»={f}>{f}</Tick>
        ))}
      </ul>
      <Button «n:onClick»={choose}>
        Start with {plan.title}
      </Button>
    </article>
  );
}`,
    21,
  );
  const card = `<div class="c g4 rel" style="width:380px;height:466px;justify-content:space-between;background:#fff;color:#12181d;border-radius:22px;padding:36px;--mut:#5b6874"><b class="t24">Studio</b><div class="r bl g2"><b class="w7" style="font-size:62px;letter-spacing:-.045em;line-height:1">₹ 1,999</b><span class="t17 mut">a month</span></div>${['Ten projects', 'Client sign-off links', 'Own domain and mail', 'Reply within a day'].map((x) => `<div class="r g3 t18">${icon('check', 21, '#4f46e5', 2.6)}${x}</div>`).join('')}<span class="btn mt2" style="background:#4f46e5;color:#fff;padding:17px;font-size:18px;border-radius:12px">Start with Studio</span></div>`;
  const guide = ink(
    `<g fill="none" stroke="#f472b6" stroke-width="1.5"><rect x="170" y="196" width="380" height="466"/><path d="M170 150v36M206 150v36M170 168h36M550 150v36" /><path d="M206 196v466M514 196v466" stroke-dasharray="5 6" opacity=".8"/></g><g font-family="Mono" font-size="17" fill="#f472b6"><text x="172" y="140">36</text><text x="566" y="440">466</text><text x="330" y="694">380</text></g>`,
  );
  return page(`${cells([1, 8], [16, 1], [17, 1])}${at({ x: 80, y: 110, w: 560, h: 660 }, '', 'background:#1e1e24;border-radius:14px;border:1px solid #34343d')}${at({ x: 170, y: 196, w: 380, h: 480 }, card)}${guide}
    ${sheet({ x: 740, y: 110, w: 640, h: 660 }, dark(), `<div class="r g3 px6 hair mono t17" style="height:60px;color:#98a6b3">${brand('react', 22, '#61dafb')}PlanCard.tsx<span class="f1"></span><span style="color:#34d399" class="r g2">${icon('check', 18)}typed</span></div><div style="padding:28px 32px">${src}</div>`)}
    ${at({ x: 656, y: 404, w: 68, h: 68 }, icon('arrow-right', 32, '#04201d', 2.5), 'background:#2dd4bf;border-radius:50%;display:flex;align-items:center;justify-content:center')}${dimH(80, 70, 560, 'design')}${dimH(740, 70, 640, 'code')}${plan('Design into React', '16')}`);
};
export const react = {
  'react-frontend-1': one,
  'react-frontend-2': two,
  'react-frontend-3': three,
};
