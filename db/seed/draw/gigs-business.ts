/** Business website: a studio's site on desk and phone, a trade firm on three phones, wireframe into page. */
import { house, room } from './art.ts';
import { page } from './base.ts';
import { stars } from './charts.ts';
import { at, browser, cells, dimH, dimV, icon, leader, light, note, phone, plan } from './parts.ts';

const clay = light('#9a4a24', '#ffffff', {
  bg: '#faf6ef',
  sheet: '#ffffff',
  line: '#e6ddcf',
  fg: '#2a1d14',
  mut: '#6f5f52',
});

const one = (): string => {
  const desk = `<div class="c full">
    <div class="r sb px8" style="height:56px"><b class="serif t20 w7">Kaveri Interiors</b><div class="r g6 t13 w5"><span>Homes</span><span>Studio</span><span>Journal</span><span>Prices</span><span class="btn">Book a visit</span></div></div>
    <div class="r px8 g8 f1" style="padding-bottom:28px"><div class="c g5" style="width:330px"><div class="cap t11 ac">Coimbatore · since 2009</div>
      <h1 class="serif w7" style="font-size:58px;line-height:1.02">Homes that age well.</h1><p class="t15 mut">Teak, lime plaster and light. Planned by two architects, built by the same nine people every time.</p>
      <div class="r g3 mt2"><span class="btn" style="padding:12px 20px">See 42 homes</span><span class="btn out" style="padding:12px 20px">Prices</span></div></div>
    <div class="f1 clip" style="border-radius:14px;height:372px"><div style="margin-left:-40px">${room(560, 372)}</div></div></div></div>`;
  const hand = `<div class="px5 c f1"><div class="r sb" style="height:48px"><b class="serif t18 w7">Kaveri Interiors</b>${icon('menu', 22)}</div>
    <h1 class="serif w7 mt3" style="font-size:48px;line-height:1.02">Homes that age well.</h1><p class="t15 mut mt3">Teak, lime plaster and light.</p>
    <div class="clip mt5" style="border-radius:14px">${room(335, 250)}</div><span class="btn mt5" style="padding:15px;font-size:16px">See 42 homes</span>
    <div class="r sb mt5 hairt" style="padding-top:16px"><div><b class="t20">4.9</b><div class="t12 mut">112 reviews</div></div>${stars(5, 20)}</div><div class="card p4 mt5 r g3">${icon('calendar', 22, '#9a4a24')}<div class="f1"><b class="t15">Next free visit</b><div class="t13 mut">Saturday, 11 am</div></div>${icon('chevron-right', 20)}</div></div>`;
  return page(`${cells([16, 1], [1, 9], [0, 9])}${browser({ x: 80, y: 122, w: 1120, h: 660 }, clay, 'kaveri-interiors.example', desk, 1.34)}
    ${phone(1092, 246, 580, clay, hand)}${dimH(80, 80, 1120, '1440 desk')}${dimV(1404, 246, 580, '390 phone')}${plan('Business website', '01')}`);
};

const blue = light('#1d4ed8', '#ffffff', { bg: '#ffffff', line: '#e1e6ef', mut: '#566176' });

const two = (): string => {
  const services: [string, string, string][] = [
    ['zap', 'House wiring', 'from ₹ 850'],
    ['fan', 'Fans and lights', 'from ₹ 250'],
    ['sun', 'Solar rooftop', 'free survey'],
    ['plug-zap', 'EV charger', 'from ₹ 4,500'],
    ['shield-check', 'Safety check', '₹ 600'],
  ];
  const first = `<div class="c f1"><div class="px5 r sb" style="height:50px"><b class="t18 w7">Sharma &amp; Sons</b>${icon('phone', 20, '#1d4ed8')}</div>
    <div class="c px5 py6 g4" style="background:#12224d;color:#fff"><span class="cap t12" style="color:#9db8ff">Electricians in Indore</span><h2 class="w7" style="font-size:40px;line-height:1.05;letter-spacing:-.03em">Power back in an hour.</h2>
    <span class="btn" style="background:#ffd23f;color:#1b1600;padding:14px;font-size:16px">Call now</span></div>
    <div class="px5 py5 c g3"><b class="t18">Why people call us again</b>${['Licensed since 1994', 'Price agreed before work', 'Twelve months guarantee', 'Seven vans across the city'].map((x) => `<div class="r g3 t16">${icon('check', 20, '#1d4ed8', 2.5)}${x}</div>`).join('')}
    <div class="card p4 mt4 c g2"><div class="r sb"><b class="t15">Meera Joshi</b>${stars(5, 16)}</div><p class="t14 mut">Came at nine at night, found the fault in ten minutes, charged what he had said.</p></div><div class="card p4 c g2"><div class="r sb"><b class="t15">Imran Shaikh</b>${stars(5, 16)}</div><p class="t14 mut">Rewired three rooms in a day and swept up after.</p></div></div></div>`;
  const second = `<div class="px5 c f1"><div class="r g3" style="height:50px">${icon('arrow-left', 20)}<b class="t18 w7">Services</b></div><div class="c g3 mt2">${services.map(([i, n, p], k) => `<div class="card r g4 p4" style="${k === 2 ? 'border-color:#1d4ed8;background:#f0f4ff' : ''}"><span class="face" style="width:48px;height:48px;border-radius:12px;background:#e8eeff">${icon(i, 24, '#1d4ed8')}</span><div class="f1"><b class="t17">${n}</b><div class="t14 mut">${p}</div></div>${icon('chevron-right', 20, '#8b95a7')}</div>`).join('')}</div>
    <div class="card mt5 clip"><div>${house(333, 130, 2)}</div><div class="p4 r sb"><div><b class="t15">Solar for a row house</b><div class="t13 mut">3 kW · pays back in 4 years</div></div></div></div></div>`;
  const third = `<div class="px5 c f1"><div class="r g3" style="height:50px">${icon('arrow-left', 20)}<b class="t18 w7">Ask for a visit</b></div><div class="c g4 mt2">
    ${[
      ['Your name', 'Rohit Verma'],
      ['Mobile', '98••• ••172'],
      ['What is wrong?', 'Main switch trips when the geyser is on'],
    ]
      .map(
        ([l, v]) =>
          `<div class="c g1"><span class="t14 w5">${l}</span><div class="in t16" style="color:#12181d;padding:13px 14px">${v}</div></div>`,
      )
      .join('')}
    <div class="c g2"><span class="t14 w5">When suits you?</span><div class="k3 g2">${['Now', 'Today 4 pm', 'Tomorrow'].map((t, i) => `<div class="tc t14 w6" style="padding:12px 0;border-radius:9px;${i === 1 ? 'background:#1d4ed8;color:#fff' : 'border:1px solid #d6dde9'}">${t}</div>`).join('')}</div></div>
    <span class="btn" style="padding:15px;font-size:16px">Send request</span></div>
    <div class="card mt5 rel clip" style="height:196px;background:#e9eef0"><svg width="333" height="200"><path d="M0 60h333M0 130h333M70 0v200M190 0v200M270 0v200" stroke="#fff" stroke-width="12"/><path d="M0 150C90 110 160 170 333 84" stroke="#b7d3e8" stroke-width="18" fill="none"/><circle cx="190" cy="92" r="46" fill="#1d4ed8" opacity=".15"/><circle cx="190" cy="92" r="11" fill="#1d4ed8" stroke="#fff" stroke-width="4"/></svg></div><div class="r g2 t14 mut mt3">${icon('van', 18, '#1d4ed8')}Nearest van: 12 minutes away</div></div>`;
  return page(`${cells([4, 1], [13, 9], [14, 9])}${phone(128, 112, 700, blue, first)}${phone(552, 72, 740, blue, second)}${phone(996, 112, 700, blue, third)}
    ${dimV(80, 112, 700, 'one thumb')}${leader('462,300 520,300', 462, 300)}${leader('906,300 964,300', 906, 300)}${plan('Business website, small screens', '02')}`);
};

const three = (): string => {
  const line = '#2dd4bf';
  const wire = `<svg width="1120" height="640" fill="none" stroke="${line}" stroke-width="2"><rect width="1120" height="640" fill="#0e1a1d" stroke="none"/>
    <rect x="48" y="28" width="170" height="34" rx="4"/><path d="M700 45h70M800 45h70M900 45h70M1000 45h72" stroke-width="8" opacity=".6"/>
    <rect x="48" y="110" width="470" height="330" stroke-dasharray="8 6"/><path d="M70 170h380M70 220h300M70 270h340" stroke-width="18" opacity=".45"/><path d="M70 320h260M70 346h300" stroke-width="8" opacity=".35"/><rect x="70" y="380" width="150" height="40" rx="6"/>
    <rect x="560" y="110" width="512" height="330"/><path d="M560 110l512 330M1072 110L560 440" opacity=".5"/>${[0, 1, 2].map((i) => `<rect x="${48 + i * 349}" y="480" width="326" height="132" rx="6"/><path d="M${70 + i * 349} 520h120" stroke-width="10" opacity=".5"/><path d="M${70 + i * 349} 552h260M${70 + i * 349} 574h200" stroke-width="6" opacity=".35"/>`).join('')}
    <g fill="${line}" stroke="none" font-family="Mono" font-size="17"><text x="66" y="100">A  headline, 3 lines</text><text x="66" y="468">B  proof</text></g></svg>`;
  const done = `<div style="width:1120px;height:640px;background:#f7f5f0;color:#18231f" class="rel"><div class="abs r sb" style="left:48px;right:48px;top:24px;height:42px"><b class="t24 w7" style="color:#1f5c45">Nilgiri Dental</b><div class="r g8 t17 w5"><span>Care</span><span>Doctors</span><span>Fees</span><span class="btn t16" style="background:#1f5c45;padding:10px 18px;font-size:16px;color:#fff">Book</span></div></div>
    <div class="abs c g5" style="left:48px;top:118px;width:480px"><h1 class="w7" style="font-size:66px;line-height:1.02;letter-spacing:-.035em">A dentist who explains first.</h1></div>
    <div class="abs clip" style="left:560px;top:110px;width:512px;height:330px;border-radius:14px;background:#cfe4d8"><svg width="512" height="330" viewBox="0 0 512 330"><circle cx="256" cy="190" r="150" fill="#b6d6c4"/><path d="M196 92c-54 6-70 66-52 120 12 38 16 84 38 84 24 0 18-66 42-66s18 66 42 66c22 0 26-46 38-84 18-54 2-114-52-120-22-2-34 12-56 0z" transform="translate(30 -14)" fill="#fff"/><path d="M330 118c22 8 34 30 34 56" stroke="#cfe4d8" stroke-width="10" stroke-linecap="round" fill="none"/><circle cx="404" cy="84" r="26" fill="#f5b94a"/><circle cx="112" cy="250" r="14" fill="#1f5c45"/><circle cx="146" cy="286" r="8" fill="#1f5c45"/></svg></div>
    ${[
      ['No wait', 'Seen within 15 minutes'],
      ['Clear fees', 'Root canal ₹ 4,200'],
      ['Open late', 'Monday to Saturday, 9 to 8'],
    ]
      .map(
        ([a, b], i) =>
          `<div class="abs c g2 p5" style="left:${48 + i * 349}px;top:480px;width:326px;height:132px;border-radius:12px;background:#fff;border:1px solid #e1ddd2">${icon(['timer', 'receipt', 'moon'][i] ?? 'timer', 26, '#1f5c45')}<b class="t20">${a}</b><span class="t16" style="color:#56635c">${b}</span></div>`,
      )
      .join('')}</div>`;
  return page(`${cells([16, 8], [17, 8])}${at(
    { x: 160, y: 120, w: 1120, h: 640 },
    `<div class="abs" style="inset:0">${wire}</div><div class="abs" style="inset:0;clip-path:polygon(56% 0,100% 0,100% 100%,40% 100%)">${done}</div>
    <svg class="abs" style="inset:0" width="1120" height="640"><path d="M627 0L448 640" stroke="#2dd4bf" stroke-width="3"/></svg>`,
    'border-radius:14px;overflow:hidden;outline:1px solid #2b353f;box-shadow:0 24px 60px -12px #000a',
  )}
    ${at({ x: 659, y: 398, w: 72, h: 72 }, icon('move-horizontal', 32, '#04201d', 2.5), 'background:#2dd4bf;border-radius:50%;display:flex;align-items:center;justify-content:center')}
    ${dimH(160, 80, 560, 'day 2: plan')}${dimH(720, 80, 560, 'day 9: page')}${note(160, 780, 'Every box on the plan becomes a part of the page.', '#c3ced6', 20)}${plan('Business website, from plan to page', '03')}`);
};

export const business = {
  'business-website-1': one,
  'business-website-2': two,
  'business-website-3': three,
};
