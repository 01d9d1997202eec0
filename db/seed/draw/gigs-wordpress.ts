/** WordPress: the block editor, a library of sections, a recipe blog on tablet and phone. */
import { dish, hills } from './art.ts';
import { page } from './base.ts';
import { stars } from './charts.ts';
import {
  at,
  brand,
  browser,
  cells,
  dimH,
  dimV,
  icon,
  light,
  note,
  phone,
  plan,
  sheet,
} from './parts.ts';

const pine = light('#2f5d46', '#ffffff', {
  bg: '#ffffff',
  line: '#dfe3e0',
  fg: '#17211c',
  mut: '#5a665f',
});

const one = (): string => {
  const ui = `<div class="c full"><div class="r sb px4 hair" style="height:52px;padding-left:76px"><div class="r g3"><span class="face" style="width:32px;height:32px;border-radius:7px;background:#3858e9;color:#fff">${icon('plus', 18)}</span>${icon('pencil', 17)}${icon('undo-2', 17)}${icon('redo-2', 17, '#b5bcb8')}${icon('list', 17)}</div><span class="t13 mut r g2">${icon('house', 14)}Front page · Template</span><div class="r g3 t13 w5"><span class="mut">Saved</span>${icon('monitor', 17)}<span class="btn" style="background:#3858e9;color:#fff">Update</span></div></div>
    <div class="r f1" style="align-items:stretch"><div class="f1 p6" style="background:#f0f1f0"><div style="background:#fff;border-radius:8px" class="full clip c"><div class="r sb px6" style="height:48px"><b class="serif t18 w7" style="color:#2f5d46">Pine &amp; Slate</b><div class="r g5 t12 w5"><span>Rooms</span><span>Walks</span><span>Kitchen</span><span>Reach us</span></div></div>
    <div class="rel f1"><div class="abs" style="inset:0">${hills(760, 460, '#dcebe6', '#f5c46b', '#2f5d46', '#7fa38d')}</div><div class="abs" style="left:28px;top:34px;width:390px"><h1 class="serif w7 rel" style="font-size:50px;line-height:1.02;outline:2px solid #3858e9;outline-offset:8px;border-radius:2px">Wake above<br>the clouds.<i style="position:absolute;left:296px;bottom:4px;width:2px;height:44px;background:#3858e9"></i></h1></div>
    <div class="abs r g3 t13" style="left:18px;top:-6px;background:#1e1e1e;color:#fff;border-radius:6px;padding:5px 10px">${icon('letter-h', 15)}<span>H1</span>${icon('letter-b', 14)}${icon('italic', 14)}${icon('link', 14)}${icon('ellipsis-vertical', 14)}</div>
    <div class="abs r g5 px5 t13" style="left:28px;bottom:26px;right:28px;height:62px;background:#fff;border-radius:10px;box-shadow:0 8px 22px #0003"><div class="f1"><div class="mut t11">Arrive</div><b>Fri 12 Dec</b></div><div class="f1"><div class="mut t11">Leave</div><b>Mon 15 Dec</b></div><div class="f1"><div class="mut t11">Guests</div><b>2 adults</b></div><span class="btn" style="background:#2f5d46">See rooms</span></div></div></div></div>
    <div class="c hairl f0" style="width:212px;border-left:1px solid #dfe3e0"><div class="r g5 px4 t13 w6 hair" style="height:42px"><span style="color:#3858e9">Block</span><span class="mut">Page</span></div><div class="p4 c g4"><div class="r g3">${icon('letter-h', 20)}<div><b class="t14">Heading</b><div class="t11 mut">Introduce this section</div></div></div>
    <div class="c g2"><span class="t12 w6">Text</span><div class="r g2">${['#17211c', '#2f5d46', '#f5c46b', '#ffffff'].map((c, i) => `<i style="width:28px;height:28px;border-radius:50%;background:${c};border:1px solid #d3d9d5;${i === 0 ? 'outline:2px solid #3858e9;outline-offset:2px' : ''}"></i>`).join('')}</div></div>
    <div class="c g2"><span class="t12 w6">Size</span><div class="k4 t12 tc w6" style="border:1px solid #dfe3e0;border-radius:6px">${['S', 'M', 'L', 'XL'].map((s, i) => `<span style="padding:7px 0;${i === 3 ? 'background:#1e1e1e;color:#fff;border-radius:5px' : ''}">${s}</span>`).join('')}</div></div>
    <div class="c g2"><span class="t12 w6">Space</span><div style="height:4px;border-radius:9px;background:#dfe3e0" class="rel"><i class="abs" style="left:0;width:60%;height:4px;background:#3858e9;border-radius:9px"></i><i class="abs" style="left:57%;top:-6px;width:16px;height:16px;border-radius:50%;background:#fff;border:2px solid #3858e9"></i></div></div></div></div></div></div>`;
  return page(`${cells([0, 8], [17, 1])}${browser({ x: 150, y: 110, w: 1230, h: 690 }, pine, 'pine-and-slate.example/wp-admin', ui, 1.3)}${at({ x: 70, y: 60, w: 164, h: 164 }, brand('wordpress', 112, '#ffffff'), 'background:#3858e9;border-radius:34px;display:flex;align-items:center;justify-content:center;box-shadow:0 24px 50px -10px #000c')}
    ${dimH(280, 66, 824, 'you write here')}${dimH(1104, 66, 276, 'you tune here')}${plan('WordPress site', '11')}`);
};

const two = (): string => {
  const t = light('#9a3412');
  const p = (
    x: number,
    y: number,
    w: number,
    h: number,
    name: string,
    body: string,
    style = '',
  ): string =>
    sheet({ x, y, w, h }, t, body, 1, style) + note(x + 2, y + h + 8, name, '#98a6b3', 17);
  const hero = `<div class="full rel clip" style="background:#7c2d12;color:#fff"><div class="abs" style="right:-40px;top:30px">${dish(300, 0)}</div><div class="c g4" style="padding:44px 40px;width:400px"><span class="cap t13" style="color:#fdba74">Since 1978</span><b class="serif" style="font-size:52px;line-height:1.03">Lunch like your nani made.</b><span class="btn t16" style="align-self:flex-start;background:#fdba74;color:#431407;padding:13px 22px">Reserve</span></div></div>`;
  const price = `<div class="c g4 p6 full"><b class="t24">Thali</b><div class="r bl g2"><b class="w7" style="font-size:54px;letter-spacing:-.04em">₹ 320</b><span class="t16 mut">per person</span></div>${['Two sabzi, dal, rice', 'Rotis until you say stop', 'Buttermilk and a sweet'].map((x) => `<div class="r g3 t17">${icon('check', 20, '#9a3412', 2.6)}${x}</div>`).join('')}</div>`;
  const quote = `<div class="c g4 p6 full" style="background:#fff7ed;justify-content:center">${stars(5, 24)}<b class="serif t28" style="line-height:1.2">“We drive forty minutes for the jaggery rice.”</b><span class="t16 mut">Lakshmi and Arun, Whitefield</span></div>`;
  const team = `<div class="c g5 p6 full" style="justify-content:center"><b class="t22">The kitchen</b><div class="r g6">${['#e9b08c', '#b9784f', '#8d5a3a'].map((c, i) => `<div class="c g2 ce"><svg width="138" height="138" viewBox="0 0 92 92"><circle cx="46" cy="46" r="46" fill="${['#fde3cf', '#d7ebe0', '#dfe3fb'][i]}"/><circle cx="46" cy="42" r="18" fill="${c}"/><path d="M14 92c2-24 16-34 32-34s30 10 32 34z" fill="#fff"/><path d="M28 32c-8-16 10-20 14-16 6-8 18-2 16 4 8 0 6 10 4 12z" fill="#fff"/></svg><b class="t18 mt2">${['Savitri', 'Naveen', 'George'][i]}</b></div>`).join('')}</div></div>`;
  const faq = `<div class="c p6 full t17" style="justify-content:center"><b class="t24" style="margin-bottom:12px">Questions</b>${['Can we bring children?', 'Is there parking?', 'Do you cater weddings?', 'Which dishes are vegan?'].map((x, i) => `<div class="r sb" style="padding:13px 0;${i ? 'border-top:1px solid #e3e7e6' : ''}"><span class="w5">${x}</span>${icon(i ? 'plus' : 'minus', 19, '#9a3412')}</div>`).join('')}</div>`;
  const form = `<div class="c g3 p6 full" style="background:#1c1917;color:#fff;justify-content:center"><b class="t22">Table for Saturday</b><div class="in t16" style="background:#292524;border-color:#44403c;color:#d6d3d1">4 people, 1.30 pm</div><span class="btn t16" style="background:#fdba74;color:#431407;padding:13px;font-size:16px">Book the table</span></div>`;
  return page(`${cells([16, 0], [17, 0])}${p(80, 80, 600, 330, 'hero', hero)}${p(720, 80, 310, 330, 'price', price)}${p(1070, 80, 310, 190, 'booking', form)}${p(1070, 316, 310, 464, 'questions', `<div class="c full"><div class="f1">${faq}</div><div class="p6" style="background:#fff7ed"><b class="t17">Something else?</b><div class="t15 mut mt1">Write, we answer by evening.</div></div></div>`)}${p(80, 456, 380, 324, 'voice', quote)}${p(500, 456, 530, 324, 'people', team)}
    ${note(1380, 34, 'sections you can place yourself', '#2dd4bf', 18, 'right')}${note(80, 32, 'Section library', '#e9eef2', 22)}${plan('WordPress, your own blocks', '12')}`);
};

const leaf = light('#3f6212', '#ffffff', {
  bg: '#fdfcf6',
  sheet: '#ffffff',
  line: '#e6e3d3',
  fg: '#1f2413',
  mut: '#63684f',
});
const three = (): string => {
  const tab = `<div class="c full px10" style="padding-top:22px"><div class="r sb"><b class="serif t24 w7" style="color:#3f6212">Slow Tadka</b><div class="r g6 t14 w5"><span>Recipes</span><span>Pantry</span><span>Letters</span>${icon('search', 18)}</div></div>
    <div class="r g8 mt6"><div class="clip r ce f0" style="width:270px;height:270px;border-radius:20px;background:#e8d9a8">${dish(232, 2)}</div><div class="c g3 f1"><span class="cap t12 ac">Sunday, serves four</span><h1 class="serif w7" style="font-size:46px;line-height:1.04">Biryani without the fear</h1><p class="t15 mut">One pot, forty minutes, and a tea towel under the lid. The rice does the rest.</p><div class="r g5 t14 w5"><span class="r g2">${icon('clock', 17)}40 min</span><span class="r g2">${icon('flame', 17)}Mild</span><span class="r g2">${icon('star', 17)}4.8</span></div></div></div>
    <div class="k3 g5 mt8">${(
      [
        ['Dosa at last', 1, '#dfe6c8'],
        ['Market salad', 3, '#f4dcc6'],
        ['Tandoor pizza', 4, '#d9e4ea'],
      ] as const
    )
      .map(
        ([n, k, c]) =>
          `<div class="c g2"><div class="r ce" style="height:126px;border-radius:14px;background:${c}">${dish(104, k)}</div><b class="t16">${n}</b><span class="t12 mut">Read in 4 minutes</span></div>`,
      )
      .join('')}</div></div>`;
  const hand = `<div class="c f1 px5"><div class="r sb" style="height:46px">${icon('arrow-left', 21)}${icon('bookmark', 21)}</div><h2 class="serif w7" style="font-size:34px;line-height:1.05">Biryani without the fear</h2><div class="r g4 t14 mut mt3"><span class="r g1">${icon('clock', 15)}40 min</span><span>Serves 4</span></div>
    <div class="r mt5 t15 w6 tc" style="background:#efecdc;border-radius:10px;padding:4px"><span class="f1" style="background:#fff;border-radius:8px;padding:9px">Ingredients</span><span class="f1 mut">Steps</span></div><div class="c mt3">${[
      ['Basmati rice', '400 g', 1],
      ['Yoghurt', '200 ml', 1],
      ['Onions, sliced', '3', 1],
      ['Green cardamom', '6', 0],
      ['Saffron in milk', '1 pinch', 0],
      ['Mint leaves', '1 cup', 0],
      ['Ghee', '3 spoons', 0],
      ['Fried cashews', '1 fist', 0],
    ]
      .map(
        ([a, b, on]) =>
          `<div class="r g3 t16" style="padding:12px 0;border-bottom:1px solid #ece9da;${on ? 'color:#9a9d86' : ''}"><i class="face" style="width:22px;height:22px;border-radius:6px;${on ? 'background:#3f6212' : 'border:2px solid #c9c7b2'}">${on ? icon('check', 15, '#fff', 3) : ''}</i><span class="f1" style="${on ? 'text-decoration:line-through' : ''}">${a}</span><span class="mono t14">${b}</span></div>`,
      )
      .join(
        '',
      )}</div><div class="f1"></div><span class="btn" style="padding:15px;font-size:16px;margin-bottom:22px">${icon('play', 17)}Cook with me</span></div>`;
  return page(`${cells([12, 1], [13, 1])}${at({ x: 90, y: 120, w: 890, h: 660 }, `<div class="clip" style="width:862px;height:632px;border-radius:18px;${'background:#fdfcf6;color:#1f2413;--ac:#3f6212;--mut:#63684f;--line:#e6e3d3'}"><div class="full" style="zoom:1.08">${tab}</div></div>`, 'background:#05070a;padding:14px;border-radius:30px;outline:2px solid #333e49;box-shadow:0 24px 60px -12px #000a')}${phone(1040, 96, 690, leaf, hand)}
    ${dimH(90, 80, 890, '1024')}${dimV(1412, 96, 690, '390')}${plan('WordPress, a recipe journal', '13')}`);
};
export const wordpress = {
  'wordpress-site-1': one,
  'wordpress-site-2': two,
  'wordpress-site-3': three,
};
