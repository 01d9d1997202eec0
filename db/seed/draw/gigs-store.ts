/** Online store: a product page, a checkout in three steps, the desk behind the shop. */
import { bowl, vase } from './art.ts';
import { page } from './base.ts';
import { bars, progress, stars } from './charts.ts';
import {
  browser,
  cells,
  dark,
  dimH,
  dimV,
  icon,
  leader,
  light,
  note,
  phone,
  plan,
  sheet,
} from './parts.ts';

const earth = light('#a33f14', '#ffffff', {
  bg: '#fbf5ec',
  sheet: '#fffdf9',
  line: '#eadfce',
  fg: '#2b1a10',
  mut: '#735d4c',
});

const one = (): string => {
  const ui = `<div class="c full"><div class="r sb px8 hair" style="height:56px"><b class="serif w7 t24">mitti</b><div class="r g6 t14 w5"><span>Vases</span><span>Bowls</span><span>Lamps</span><span>The kiln</span></div><div class="r g4">${icon('search', 18)}<span class="rel">${icon('shopping-bag', 20)}<i class="face abs" style="right:-8px;top:-8px;width:17px;height:17px;background:#a33f14;color:#fff;font-size:10px;font-style:normal">2</i></span></div></div>
    <div class="r f1" style="align-items:stretch"><div class="f1 r ce rel" style="background:#efe0ca">${vase(310, 434)}<div class="abs c g2" style="left:24px;top:24px">${['#b4532a', '#4d6b57', '#34507a'].map((g, i) => `<div class="r ce" style="width:58px;height:66px;border-radius:10px;background:#fbf5ec;border:${i === 0 ? '2px solid #a33f14' : '1px solid #eadfce'}">${vase(38, 53, g, '#0006', true)}</div>`).join('')}</div></div>
    <div class="c g4 f0" style="width:370px;padding:34px 36px"><div class="r g2 t13 mut">${stars(5, 15)} 4.9 · 212 reviews</div><h1 class="serif w7" style="font-size:46px;line-height:1.02">River vase, rust glaze</h1><div class="r bl g3"><b style="font-size:40px;letter-spacing:-.03em">₹ 2,450</b><span class="t15 mut" style="text-decoration:line-through">₹ 2,900</span></div>
    <div class="c g2"><span class="t13 w6">Height</span><div class="r g2">${['18 cm', '26 cm', '34 cm'].map((s, i) => `<span class="t14 w5" style="padding:9px 16px;border-radius:9px;${i === 1 ? 'background:#2b1a10;color:#fff' : 'border:1px solid #d9c9b3'}">${s}</span>`).join('')}</div></div>
    <span class="btn" style="padding:16px;font-size:18px">${icon('shopping-bag', 19)}Add to bag</span><div class="c g2 t13 mut"><span class="r g2">${icon('truck', 16)}Khurja to your door in 4 days</span><span class="r g2">${icon('shield-check', 16)}Broken on the way? We send another.</span></div></div></div></div>`;
  return page(
    `${cells([0, 1], [17, 9], [17, 8])}${browser({ x: 120, y: 96, w: 1200, h: 716 }, earth, 'mitti.example/river-vase', ui, 1.24)}${dimV(76, 140, 672, 'product page')}${dimH(860, 54, 460, 'the decision')}${plan('Online store', '08')}`,
  );
};

const rose = light('#be185d', '#ffffff', { bg: '#ffffff', line: '#eee3e8', mut: '#6b5a62' });
const two = (): string => {
  const line = (c: string, n: string, o: string, p: string): string =>
    `<div class="r g3"><div class="r ce" style="width:62px;height:62px;border-radius:12px;background:${c}">${bowl(42, '#fff', '#0003')}</div><div class="f1"><b class="t16">${n}</b><div class="t13 mut">${o}</div></div><b class="mono t15">${p}</b></div>`;
  const bag = `<div class="px5 c f1"><b class="t22 w7" style="margin:8px 0 18px">Your bag</b><div class="c g4">${line('#f7d7c4', 'Soup bowl', 'Sand, set of 2', '₹ 1,180')}${line('#cfe3d6', 'Serving bowl', 'Moss, 24 cm', '₹ 1,650')}${line('#d7def2', 'Dip bowls', 'Ink, set of 4', '₹ 920')}</div>
    <div class="in r sb mt5 t15" style="padding:13px 14px"><span class="mono" style="color:#12181d">DIWALI10</span><b class="ac">Applied</b></div><div class="c g3 mt5 t15"><div class="r sb mut"><span>Items</span><span class="mono">₹ 3,750</span></div><div class="r sb" style="color:#047857"><span>Coupon</span><span class="mono">− ₹ 375</span></div><div class="r sb mut"><span>Delivery</span><span>Free</span></div><div class="r sb t20 w7 hairt" style="padding-top:12px"><span>Total</span><span>₹ 3,375</span></div></div><div class="f1"></div><span class="btn" style="padding:16px;font-size:17px;margin-bottom:24px">Choose address</span></div>`;
  const addr = `<div class="px5 c f1"><b class="t22 w7" style="margin:8px 0 18px">Deliver to</b><div class="c g3">${[
    ['Home', 'Ananya Rao, 14 Temple Street, Malleshwaram, Bengaluru 560003', 1],
    ['Office', 'Level 3, Brigade Towers, Residency Road, Bengaluru 560025', 0],
  ]
    .map(
      ([a, b, on]) =>
        `<div class="r top g3 p4" style="border-radius:14px;border:${on ? '2px solid #be185d' : '1px solid #eee3e8'};${on ? 'background:#fdf3f7' : ''}"><i style="flex:none;width:22px;height:22px;border-radius:50%;border:${on ? '7px solid #be185d' : '2px solid #cdbbc4'};background:#fff"></i><div><b class="t16">${a}</b><p class="t14 mut">${b}</p></div></div>`,
    )
    .join(
      '',
    )}<div class="r g2 t15 w6 ac" style="padding:8px 0">${icon('plus', 18)}New address</div></div>
    <b class="t17 mt4">When</b><div class="k3 g2 mt3">${[
      ['Thu', '19'],
      ['Fri', '20'],
      ['Sat', '21'],
    ]
      .map(
        ([a, b], i) =>
          `<div class="tc" style="padding:12px 0;border-radius:12px;${i === 1 ? 'background:#be185d;color:#fff' : 'border:1px solid #eee3e8'}"><div class="t13">${a}</div><b class="t22">${b}</b></div>`,
      )
      .join('')}</div>
    <div class="c g2 mt5">${['9 am to 1 pm', '1 pm to 5 pm', '5 pm to 9 pm'].map((t, i) => `<div class="r sb t15" style="padding:12px 14px;border-radius:12px;${i === 2 ? 'background:#fdf3f7;color:#be185d;font-weight:600' : 'background:#faf6f8'}"><span>${t}</span>${i === 2 ? icon('check', 18) : '<span class="mut t13">free</span>'}</div>`).join('')}</div><div class="f1"></div><span class="btn" style="padding:16px;font-size:17px;margin-bottom:24px">Go to payment</span></div>`;
  const pay = `<div class="px5 c f1"><b class="t22 w7" style="margin:8px 0 18px">Pay ₹ 3,375</b><div class="c g3">${(
    [
      ['smartphone', 'UPI', 'Any app on this phone', 1],
      ['credit-card', 'Card', 'Visa, Mastercard, RuPay', 0],
      ['landmark', 'Net banking', '58 banks', 0],
      ['banknote', 'Cash on delivery', '₹ 40 more', 0],
    ] as const
  )
    .map(
      ([i, a, b, on]) =>
        `<div class="r g3 p4" style="border-radius:14px;border:${on ? '2px solid #be185d' : '1px solid #eee3e8'};${on ? 'background:#fdf3f7' : ''}">${icon(i, 24, on ? '#be185d' : '#6b5a62')}<div class="f1"><b class="t16">${a}</b><div class="t13 mut">${b}</div></div>${on ? icon('circle-check', 22, '#be185d') : ''}</div>`,
    )
    .join('')}</div>
    <div class="card mt5 p4 c g2" style="background:#fbf8f9"><span class="t13 mut">UPI id</span><div class="r sb"><b class="mono t16">ananya@okbank</b><span class="r g1 t13 w6" style="color:#047857">${icon('badge-check', 17)}Ananya R</span></div></div><div class="f1"></div><div class="r g2 t13 mut ce" style="margin-bottom:12px">${icon('lock', 14)}Encrypted by the bank</div><span class="btn" style="padding:16px;font-size:17px;margin-bottom:24px">Pay ₹ 3,375</span></div>`;
  return page(`${cells([2, 0], [3, 0])}${phone(150, 130, 670, rose, bag)}${phone(560, 130, 670, rose, addr)}${phone(970, 130, 670, rose, pay)}
    ${dimH(150, 84, 320, '1 bag')}${dimH(560, 84, 320, '2 address')}${dimH(970, 84, 320, '3 pay')}${leader('484,464 546,464', 484, 464)}${leader('894,464 956,464', 894, 464)}${plan('Checkout in three screens', '09')}`);
};

const desk = dark('#34d399', '#04231a');
const three = (): string => {
  const st: Record<string, string> = {
    Packed: '#fbbf24',
    Sent: '#60a5fa',
    Delivered: '#34d399',
    Return: '#f87171',
  };
  const rows: [string, string, string, string, string][] = [
    ['4F81C2', 'Ananya Rao', 'River vase, 2 bowls', '₹ 4,805', 'Packed'],
    ['9B03DE', 'Joel Fernandes', 'Dip bowls, ink', '₹ 920', 'Sent'],
    ['77A1F0', 'Simran Kaur', 'Tall lamp, sand', '₹ 5,300', 'Sent'],
    ['1CE94B', 'Dev Patel', 'Breakfast set', '₹ 3,150', 'Delivered'],
    ['E20D36', 'Farah Khan', 'Moss planter', '₹ 1,240', 'Return'],
    ['5A77B8', 'Tenzin Dolma', 'Tea cups, set of 6', '₹ 2,100', 'Delivered'],
  ];
  const ui = `<div class="r full" style="align-items:stretch"><div class="c g4 ce py5 hairr f0" style="width:64px;justify-content:flex-start"><b class="serif t20 w7">m</b>${['house', 'shopping-cart', 'package', 'users', 'chart-column', 'percent'].map((i, k) => `<span class="face" style="width:40px;height:40px;border-radius:10px;${k === 1 ? 'background:#34d39926;color:#34d399' : 'color:#98a6b3'}">${icon(i, 19)}</span>`).join('')}</div>
    <div class="f1 c g4" style="padding:24px 46px 24px 24px"><div class="r sb"><h2 class="t24 w7">Orders</h2><div class="r g2"><span class="in r g2">${icon('search', 15)}Name, id or pin code</span><span class="btn">Print labels</span></div></div>
    <div class="r g2 t13 w5">${[
      ['All', 318],
      ['To pack', 12],
      ['On the way', 27],
      ['Returns', 3],
    ]
      .map(
        ([a, n], i) =>
          `<span class="r g2" style="padding:6px 12px;border-radius:99px;${i === 0 ? 'background:#e9eef2;color:#11161b' : 'box-shadow:inset 0 0 0 1px #27303a;color:#98a6b3'}">${a}<span class="mono t11">${n}</span></span>`,
      )
      .join('')}</div>
    <div class="card clip">${rows.map(([id, n, w, p, s], i) => `<div class="r g4 px4 t14" style="height:54px;${i ? 'border-top:1px solid #27303a' : ''}"><span class="mono t13 mut" style="width:64px">${id}</span><span class="w5" style="width:140px">${n}</span><span class="mut f1">${w}</span><span class="mono tr" style="width:76px">${p}</span><span class="r g2 t13" style="width:96px;color:${st[s] ?? ''}"><i style="width:8px;height:8px;border-radius:9px;background:${st[s] ?? ''}"></i>${s}</span></div>`).join('')}</div></div></div>`;
  const sales = `<div class="c p5 g3 full"><div class="r sb"><b class="t15">This week</b><span class="pill">+18 %</span></div><b class="t32 w7">₹ 1,42,600</b>${bars(290, 110, [44, 52, 40, 66, 58, 92, 74], '#34d399', 5)}<div class="r sb mono t11 mut" style="width:290px;padding:0 12px">${['M', 'T', 'W', 'T', 'F', 'S', 'S'].map((d) => `<span>${d}</span>`).join('')}</div></div>`;
  const stock = `<div class="c p5 g3 full"><b class="t15">Low stock</b>${(
    [
      ['River vase, rust', 3, 0.12, '#f87171'],
      ['Dip bowls, ink', 8, 0.3, '#fbbf24'],
      ['Tall lamp, sand', 11, 0.4, '#34d399'],
    ] as const
  )
    .map(
      ([n, k, s, c]) =>
        `<div class="c g1"><div class="r sb t13"><span>${n}</span><span class="mono" style="color:${c}">${k} left</span></div>${progress(s, c, '#27303a')}</div>`,
    )
    .join('')}</div>`;
  return page(`${cells([11, 0], [12, 0])}${browser({ x: 80, y: 110, w: 1020, h: 640 }, desk, 'mitti.example/desk/orders', ui, 1.16)}${sheet({ x: 1070, y: 190, w: 340, h: 264 }, { ...desk, bg: '#171d24' }, sales, 1.03, 'outline:1px solid #3a4550')}${sheet({ x: 1070, y: 484, w: 340, h: 226 }, { ...desk, bg: '#171d24' }, stock, 1.06, 'outline:1px solid #3a4550')}
    ${note(80, 766, `Pick, pack and label twelve parcels before the van comes.`, '#c3ced6', 20)}${note(1410, 146, 'refreshed live', '#2dd4bf', 18, 'right')}${plan('The desk behind the shop', '10')}`);
};
export const store = { 'online-store-1': one, 'online-store-2': two, 'online-store-3': three };
