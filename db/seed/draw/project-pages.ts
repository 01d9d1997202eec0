/** Law firm, donations, news magazine. */
import { hills } from './art.ts';
import { page } from './base.ts';
import { lines, progress } from './charts.ts';
import { browser, cells, dimH, dimV, face, icon, light, phone, plan, sheet } from './parts.ts';

const navy = light('#8a6a2f', '#ffffff', {
  bg: '#f7f4ee',
  sheet: '#ffffff',
  line: '#ddd6c7',
  fg: '#14213d',
  mut: '#5a6277',
});
const columns = (
  w: number,
): string => `<svg width="${w}" height="${w * 0.98}" viewBox="0 0 500 490"><rect width="500" height="490" fill="#14213d"/><circle cx="250" cy="150" r="120" fill="#c9a45c"/><path d="M40 150L250 56l210 94v22H40z" fill="#f7f4ee"/><path d="M90 148l160-70 160 70z" fill="#e5dccb"/><rect x="56" y="172" width="388" height="22" fill="#e5dccb"/>
${[0, 1, 2, 3, 4].map((i) => `<g transform="translate(${74 + i * 76} 194)"><rect width="48" height="14" fill="#f7f4ee"/><rect x="5" y="14" width="38" height="196" fill="#f7f4ee"/><path d="M14 20v184M24 20v184M34 20v184" stroke="#d6cbb6" stroke-width="4"/><rect y="208" width="48" height="14" fill="#f7f4ee"/></g>`).join('')}<rect x="44" y="416" width="412" height="22" fill="#f7f4ee"/><rect x="24" y="438" width="452" height="22" fill="#e5dccb"/><rect y="460" width="500" height="30" fill="#c9a45c"/></svg>`;
export const legal = (): string => {
  const ui = `<div class="r full" style="align-items:stretch"><div class="f1 c" style="padding:28px 40px 32px 48px"><div class="r sb"><b class="serif t22 w7">Bhasin &amp; Rao</b><div class="r g6 t14"><span>Practice</span><span>People</span><span>Notes</span></div></div><div class="f1 c g5" style="justify-content:center"><span class="cap t12" style="color:#8a6a2f">Advocates, New Delhi, since 1961</span><h1 class="serif" style="font-size:78px;line-height:.98;font-weight:500">Plain words for hard days.</h1><p class="t17 mut" style="width:430px">Contracts, property and family matters, with a fixed fee agreed before we begin.</p><div class="r g4"><span class="btn" style="background:#14213d;border-radius:2px;padding:15px 24px;font-size:15px">Speak to a lawyer</span><span class="t15 w6 r g2">Or write to us</span></div></div>
    <div class="k4 hairt t14" style="padding-top:18px">${['Property', 'Companies', 'Family', 'Labour'].map((t, i) => `<span class="r g2">${icon(['landmark', 'briefcase-business', 'house', 'hard-hat'][i] ?? '', 17, '#8a6a2f')}${t}</span>`).join('')}</div></div><div class="f0 clip" style="width:380px;background:#14213d"><div style="margin-left:-90px;margin-top:40px">${columns(560)}</div></div></div>`;
  const steps = `<div class="c full" style="padding:26px 30px;justify-content:space-between"><b class="serif t24 w7">Matter 2025/118</b>${(
    [
      ['Papers received', '2 June', 1],
      ['Notice sent', '6 June', 1],
      ['Reply due', '21 June', 0],
      ['Hearing', 'to be set', 0],
    ] as const
  )
    .map(
      ([a, b, d]) =>
        `<div class="r g4 t18"><span class="face" style="width:28px;height:28px;${d ? 'background:#14213d;color:#fff' : 'border:2px solid #c9bfa9'}">${d ? icon('check', 17, '#fff', 3) : ''}</span><span class="f1 w5">${a}</span><span class="mono t15 mut">${b}</span></div>`,
    )
    .join('')}</div>`;
  return page(
    `${cells([17, 1], [0, 9])}${browser({ x: 80, y: 84, w: 1180, h: 690 }, navy, 'bhasinrao.example', ui, 1.14)}${sheet({ x: 970, y: 520, w: 400, h: 280 }, { ...navy, bg: '#ffffff' }, steps, 1, 'border-radius:6px')}${dimV(1412, 520, 280, 'client login')}${plan('Law firm', 'P6')}`,
  );
};

const water = light('#0e7490', '#ffffff', { bg: '#ffffff', line: '#dbe7ea', mut: '#51646b' });
export const ngo = (): string => {
  const scene = `<svg width="620" height="420" viewBox="0 0 620 420" preserveAspectRatio="xMidYMid slice"><rect width="620" height="420" fill="#fde9c9"/><circle cx="470" cy="110" r="66" fill="#f6b04e"/><path d="M0 270c120-60 220-20 320-40s200-50 300-6v196H0z" fill="#d9a566"/><path d="M0 330c160-40 300 10 620-30v120H0z" fill="#b97f45"/>
    <path d="M96 236l66-56 66 56v90H96z" fill="#fff6e5"/><path d="M84 240l78-66 78 66" fill="none" stroke="#9a3412" stroke-width="12"/><rect x="146" y="264" width="34" height="62" fill="#9a3412"/>
    <rect x="392" y="190" width="20" height="150" rx="6" fill="#155e75"/><path d="M402 204h72c22 0 32 12 32 34v12" fill="none" stroke="#155e75" stroke-width="19"/><path d="M402 190V160M372 158h60" stroke="#155e75" stroke-width="14" stroke-linecap="round"/><path d="M506 256v56" stroke="#22b8d6" stroke-width="13" stroke-linecap="round" stroke-dasharray="26 10"/><path d="M466 312h82l-10 54h-62z" fill="#0e7490"/><ellipse cx="507" cy="312" rx="41" ry="9" fill="#67d5e8"/>
    <g><circle cx="308" cy="214" r="21" fill="#8d5a3a"/><path d="M290 206c0-26 38-26 38 0 4 14 2 28-2 34-2-20-30-14-36-34z" fill="#2a1710"/><path d="M282 250c4-18 48-18 54 0l12 100h-78z" fill="#be185d"/><path d="M330 256l44 34" stroke="#8d5a3a" stroke-width="12" stroke-linecap="round"/></g><g><circle cx="584" cy="256" r="17" fill="#b9784f"/><path d="M568 252c0-20 32-20 32 0z" fill="#2a1710"/><path d="M564 282c4-12 38-12 42 0l6 72h-54z" fill="#4d7c0f"/></g></svg>`;
  const give = `<div class="c g4 full" style="padding:32px 34px"><div><b style="font-size:50px;letter-spacing:-.04em;line-height:1">₹ 18,42,500</b><div class="t18 mut mt2">of ₹ 24 lakh for 12 wells in Beed</div></div>${progress(0.77, '#0e7490', '#d8ecf1', 16)}<div class="r sb t17"><b class="ac">77 %</b><span class="mut">2,316 people, 9 days left</span></div>
    <div class="k3 g3 mt2">${['₹ 500', '₹ 1,500', '₹ 5,000'].map((a, i) => `<div class="tc t22 w7" style="padding:17px 0;border-radius:13px;${i === 1 ? 'background:#ecfbfe;border:2.5px solid #0e7490;color:#0e7490' : 'border:1.5px solid #cfdfe3'}">${a}</div>`).join('')}</div><div class="r g3 t17 mut">${icon('droplets', 22, '#0e7490')}₹ 1,500 gives one family water for ten years.</div><span class="btn" style="padding:20px;font-size:22px;border-radius:13px">Give ₹ 1,500 a month</span><div class="r ce g2 t15 mut">${icon('file-check', 18)}80G receipt by mail in a minute</div>
    <div class="c hairt mt1" style="padding-top:6px">${(
      [
        ['FR', 'Fatima R.', '₹ 1,500', '#a7f3d0'],
        ['', 'Someone kind', '₹ 10,000', '#e2e8f0'],
        ['JP', 'Jay P.', '₹ 500', '#fde68a'],
      ] as const
    )
      .map(
        ([a, n, m, c]) =>
          `<div class="r g3 t17" style="padding:8px 0">${face(a || '?', 36, c, '#134e4a')}<span class="f1 w5">${n}</span><b>${m}</b></div>`,
      )
      .join('')}</div></div>`;
  const story = `<div class="full rel"><div class="r sb" style="padding:22px 36px"><b class="t22 w8 r g2" style="color:#0e7490">${icon('droplet', 24)}Jalsetu</b><div class="r g6 t16 w5"><span>Projects</span><span>Where it goes</span><span>Volunteer</span></div></div><div style="padding:12px 36px"><h1 class="w8" style="font-size:76px;line-height:.98;letter-spacing:-.045em">Water, four steps from the door.</h1></div><div class="abs clip" style="left:36px;right:36px;top:262px;bottom:32px;border-radius:18px">${scene.replace('width="620" height="420"', 'width="100%" height="100%"')}</div></div>`;
  return page(
    `${cells([9, 0], [10, 0])}${browser({ x: 80, y: 90, w: 780, h: 710 }, water, 'jalsetu.example/beed', story, 1)}${sheet({ x: 900, y: 90, w: 460, h: 710 }, water, give)}${dimH(80, 50, 780, 'the story')}${dimH(900, 50, 460, 'the gift')}${plan('NGO donations', 'P9')}`,
  );
};

const paper = light('#b91c1c', '#ffffff', {
  bg: '#fffdf8',
  sheet: '#fffdf8',
  line: '#1a1a1a',
  fg: '#141414',
  mut: '#565249',
});
export const news = (): string => {
  const train = `<svg width="100%" height="100%" viewBox="0 0 640 340" preserveAspectRatio="xMidYMid slice"><rect width="640" height="340" fill="#f2c14e"/><circle cx="500" cy="96" r="58" fill="#fffdf8"/><path d="M0 220l60-40v-50h50v70l50-30v-60h60v90h40v-120h46v120l60-40v60h60v-90h60v90l60-30v-40h60v60l54-20v180H0z" fill="#d8912b"/><path d="M0 262h640v14H0zM80 276h20v64H80zM260 276h20v64h-20zM440 276h20v64h-20zM600 276h20v64h-20z" fill="#22333b"/><path d="M60 172h420c50 0 84 40 92 90H60z" fill="#fffdf8"/><path d="M60 232h506l6 30H60z" fill="#b91c1c"/><g fill="#22333b"><rect x="86" y="190" width="58" height="34" rx="5"/><rect x="166" y="190" width="58" height="34" rx="5"/><rect x="246" y="190" width="58" height="34" rx="5"/><rect x="326" y="190" width="58" height="34" rx="5"/><rect x="406" y="190" width="50" height="34" rx="5"/><path d="M476 190h20c24 4 38 18 46 34h-66z"/></g></svg>`;
  const story = (tag: string, head: string, size: number, by: string): string =>
    `<div class="c g2" style="padding:13px 0;border-top:1px solid #cfcabd"><span class="cap t11 w6" style="color:#b91c1c">${tag}</span><b class="serif" style="font-size:${size}px;line-height:1.1">${head}</b><span class="t12 mut">${by}</span></div>`;
  const front = `<div class="c full" style="padding:0 70px 0 34px"><div class="r sb t12 mut" style="padding:12px 0;border-bottom:1px solid #cfcabd"><span class="mono">Thursday 19 June</span><div class="r g5 w5"><span>City</span><span>Money</span><span>Culture</span><span>Cricket</span></div><span class="w6" style="color:#b91c1c">Subscribe</span></div><div class="serif w8 tc" style="font-size:66px;line-height:1.15;border-bottom:3px double #141414;padding-bottom:6px">The Deccan Mail</div>
    <div class="r f1" style="align-items:stretch;padding-top:18px"><div class="c g3" style="width:470px;padding-right:24px"><div class="clip" style="height:226px">${train}</div><h1 class="serif w7" style="font-size:42px;line-height:1.03">The metro reached the old market. So did the rents.</h1><p class="t14 mut">Shopkeepers on Laad Bazaar count what one station changed, bangle by bangle.</p><span class="t12 mut">Nandini Reddy, 9 minutes</span></div>
    <div class="c f1" style="padding-left:24px;border-left:1px solid #cfcabd"><div style="margin-top:-13px">${story('Money', 'Why the onion knows about inflation first', 24, '6 minutes')}</div>${story('Culture', 'A theatre with forty seats and no empty ones', 24, '4 minutes')}${story('Weather', 'Rain by Sunday, says the man with the kite', 24, '2 minutes')}<div class="c g2" style="padding:13px 0;border-top:1px solid #cfcabd"><div class="r sb t13"><b>Sensex</b><span class="mono" style="color:#047857">82,310 +0.6 %</span></div>${lines(230, 44, 10, [{ values: [4, 5, 4.4, 6, 5.6, 7, 6.4, 8], color: '#047857' }], '#0000', 2)}</div></div></div></div>`;
  const hand = `<div class="c f1"><div class="serif w8 tc" style="font-size:30px;padding:4px 0 8px;border-bottom:2px solid #141414">The Deccan Mail</div><div style="height:250px">${hills(375, 250, '#bcd6de', '#fffdf8', '#22333b', '#5c7f8a')}</div><div class="c g3 px5" style="padding-top:18px"><span class="cap t13 w6" style="color:#b91c1c">Long read</span><h2 class="serif w7" style="font-size:36px;line-height:1.04">The postman who maps rivers</h2><p class="t17 mut" style="line-height:1.55">For eleven years Vasant Kale has carried letters and a notebook. The notebook is now in court, and the river may win.</p><p class="t17" style="line-height:1.55">He starts at four, before the dogs. The first bridge is dry until August, and he writes that down as well.</p></div><div class="f1"></div><div class="r sb px6 t14" style="height:70px;border-top:1px solid #cfcabd"><span class="r g2">${icon('bookmark', 20)}Save</span><span class="r g2">${icon('headphones', 20)}Listen</span><span class="r g2">${icon('a-large-small', 22)}Text</span></div></div>`;
  return page(
    `${cells([17, 0], [0, 1])}${browser({ x: 80, y: 96, w: 1020, h: 700 }, paper, 'deccanmail.example', front, 1.06)}${phone(1046, 150, 660, paper, hand)}${dimH(80, 54, 640, '7 columns')}${dimH(1046, 112, 315, '1 column')}${plan('News magazine', 'P11')}`,
  );
};
