/** Food delivery, shoe page, electronics shop. */
import { dish, phones, shoe } from './art.ts';
import { page } from './base.ts';
import { stars } from './charts.ts';
import { browser, cells, dark, dimH, dimV, face, icon, light, phone, plan } from './parts.ts';

const tomato = light('#c2340f', '#ffffff', {
  bg: '#fffaf6',
  sheet: '#ffffff',
  line: '#f0e2d8',
  fg: '#24140c',
  mut: '#6f5b50',
});
export const food = (): string => {
  const place = (k: number, c: string, n: string, d: string, t: string, off = ''): string =>
    `<div class="c g2"><div class="r ce rel" style="height:158px;border-radius:18px;background:${c}">${dish(138, k)}${off ? `<span class="abs t13 w7" style="left:12px;top:12px;background:#c2340f;color:#fff;border-radius:8px;padding:4px 10px">${off}</span>` : ''}</div><div class="r sb"><b class="t17">${n}</b><span class="r g1 t13 w6">${icon('clock', 14)}${t}</span></div><div class="r g2 t13 mut">${stars(5, 13)}${d}</div></div>`;
  const ui = `<div class="c full"><div class="r sb" style="padding:18px 60px 18px 32px"><b class="t22 w8 r g2" style="color:#c2340f">${icon('utensils', 22)}Tiffo</b><span class="r g2 t14 w5">${icon('map-pin', 17, '#c2340f')}Indiranagar, Bengaluru${icon('chevron-down', 15)}</span><span class="r g4">${icon('search', 20)}<span class="btn" style="border-radius:99px">${icon('shopping-bag', 15)}2 items</span></span></div>
    <div style="padding:8px 32px 20px"><h1 class="w8" style="font-size:52px;line-height:1;letter-spacing:-.045em">Hungry? Twenty minutes.</h1><div class="r g2 t14 w6 mt4">${['All', 'South Indian', 'Biryani', 'Pizza', 'Healthy'].map((t, i) => `<span style="padding:9px 18px;border-radius:99px;${i === 0 ? 'background:#24140c;color:#fff' : 'background:#f6e9df'}">${t}</span>`).join('')}</div></div>
    <div class="k3 g5" style="padding:0 60px 0 32px">${place(1, '#f6dfb5', 'Dosa Corner', '4.7 · ₹ 200 for two', '18 min', '20 % off')}${place(2, '#efd6c4', 'Awadh Pots', '4.8 · ₹ 600 for two', '26 min')}${place(4, '#dfe7cf', 'Fire & Flour', '4.5 · ₹ 500 for two', '22 min')}${place(0, '#f5d3c2', 'Ma Kitchen', '4.9 · ₹ 300 for two', '20 min')}${place(3, '#d5e8dc', 'Green Bowl', '4.4 · ₹ 400 for two', '15 min', 'Free drink')}${place(1, '#e8dcf0', 'Podi Point', '4.6 · ₹ 150 for two', '24 min')}</div></div>`;
  const track = `<div class="c f1"><div class="rel f1 clip" style="background:#eae7e1"><svg width="375" height="460" viewBox="0 0 375 460"><g stroke="#fff" stroke-width="18" fill="none"><path d="M0 90h375M0 220h375M0 350h375M80 0v460M200 0v460M310 0v460"/></g><rect x="100" y="110" width="82" height="92" rx="8" fill="#cfe0c4"/><path d="M80 90h120v130h110v130h-60" fill="none" stroke="#c2340f" stroke-width="8" stroke-linejoin="round" stroke-linecap="round"/><circle cx="80" cy="90" r="13" fill="#fff" stroke="#24140c" stroke-width="6"/><circle cx="310" cy="262" r="30" fill="#c2340f"/><g transform="translate(295 247) scale(1.25)" stroke="#fff" stroke-width="2" fill="none"><circle cx="18.5" cy="17.5" r="3.5"/><circle cx="5.5" cy="17.5" r="3.5"/><path d="M12 17.5V14l-3-3 4-3 2 3h2"/><circle cx="15" cy="5" r="1"/></g><path d="M250 330c-13 0-20 10-20 20 0 16 20 32 20 32s20-16 20-32c0-10-7-20-20-20z" fill="#24140c"/><circle cx="250" cy="350" r="7" fill="#fff"/></svg></div>
    <div class="c g4 px5" style="padding-top:22px;padding-bottom:28px;background:#fff;border-radius:26px 26px 0 0;margin-top:-30px;position:relative"><div class="r sb"><div><div class="t15 mut">Arrives in</div><b class="w8" style="font-size:44px;letter-spacing:-.045em;line-height:1">8 minutes</b></div><span class="pill t14" style="padding:6px 14px">On the way</span></div><div class="r g2">${[1, 1, 1, 0].map((k) => `<i class="f1" style="height:6px;border-radius:9px;background:${k ? '#c2340f' : '#f0e2d8'}"></i>`).join('')}</div><div class="r g3">${face('RK', 50, '#fcd9c4', '#7c2d12')}<div class="f1"><b class="t17">Ramesh Kumar</b><div class="t14 mut">KA 05 EJ 2281</div></div><span class="face" style="width:48px;height:48px;background:#f6e9df">${icon('phone', 22, '#c2340f')}</span></div><div class="r sb t16 hairt" style="padding-top:14px"><span>Masala dosa, filter kaapi</span><b>₹ 240</b></div></div></div>`;
  return page(
    `${cells([0, 2], [17, 0])}${browser({ x: 80, y: 90, w: 1010, h: 710 }, tomato, 'food-delivery.example', ui, 1.12)}${phone(1050, 130, 680, tomato, track)}${dimH(1050, 92, 325, 'live map')}${plan('Food delivery app', 'S2')}`,
  );
};

export const shoes = (): string => {
  const t = dark('#ff5a1f', '#ffffff', {
    bg: '#e8e6e1',
    sheet: '#ffffff',
    line: '#d2cfc8',
    fg: '#111111',
    mut: '#5c5a55',
  });
  const ui = `<div class="full rel clip"><div class="r sb" style="padding:26px 44px;position:relative;z-index:2"><b class="t24 w8" style="font-style:italic;letter-spacing:-.05em">STRIDE</b><div class="r g8 t17 w5"><span>Running</span><span>Court</span><span>Street</span><span>Sale</span></div><span class="r g5">${icon('search', 22)}${icon('heart', 22)}${icon('shopping-bag', 22)}</span></div>
    <div class="abs w8" style="left:30px;top:76px;font-size:316px;letter-spacing:-.075em;line-height:1;color:#fff;white-space:nowrap">RUN FAR</div>
    <div class="abs" style="left:285px;top:136px;transform:rotate(-11deg)">${shoe(780, '#17191c', '#ff5a1f', '#ffffff')}</div>
    <div class="abs c g3" style="left:44px;bottom:40px;width:300px"><h2 class="w7" style="font-size:40px;line-height:1;letter-spacing:-.04em">Pacer 9, ember</h2><p class="t18 mut">208 grams. Made for the last ten kilometres.</p></div>
    <div class="abs r g4" style="right:44px;bottom:44px"><div class="r g2">${['UK 7', 'UK 8', 'UK 9'].map((s, i) => `<span class="t17 w6" style="padding:15px 18px;border-radius:12px;${i === 1 ? 'background:#111;color:#fff' : 'background:#fff'}">${s}</span>`).join('')}</div><span class="btn" style="padding:19px 28px;font-size:20px;border-radius:12px;background:#d63f08">Buy, ₹ 8,995</span></div></div>`;
  return page(
    `${cells([0, 8], [0, 9], [17, 1])}${browser({ x: 80, y: 84, w: 1280, h: 716 }, t, 'nike-page.example', ui, 1)}${dimH(330, 46, 780, 'hero')}${dimV(1402, 128, 672, 'one screen')}${plan('Nike page, a layout study', 'S4')}`,
  );
};

const volt = dark('#60a5fa', '#06182f', { bg: '#0f1216', sheet: '#171b21', line: '#262d36' });
export const shop = (): string => {
  const gadget = (k: number): string =>
    [
      phones(170, '#d9dee3', '#8d98a3', '#60a5fa'),
      '<svg width="150" height="170" viewBox="0 0 150 170"><rect x="48" y="4" width="54" height="40" fill="#2c3540"/><rect x="48" y="126" width="54" height="40" fill="#2c3540"/><rect x="26" y="34" width="98" height="102" rx="28" fill="#3b4652"/><rect x="34" y="42" width="82" height="86" rx="22" fill="#0b0e11"/><text x="75" y="84" text-anchor="middle" font-family="Sans" font-weight="700" font-size="26" fill="#fff">10:09</text><path d="M50 104h50" stroke="#34d399" stroke-width="7" stroke-linecap="round"/></svg>',
      '<svg width="150" height="170" viewBox="0 0 150 170"><rect x="34" y="6" width="82" height="158" rx="26" fill="#b45309"/><circle cx="75" cy="114" r="32" fill="#78350f"/><circle cx="75" cy="114" r="14" fill="#451a03"/><circle cx="75" cy="48" r="20" fill="#78350f"/><circle cx="75" cy="48" r="8" fill="#451a03"/></svg>',
      `<svg width="190" height="150" viewBox="0 0 190 150"><rect x="10" y="20" width="170" height="104" rx="14" fill="#d9dee3"/><g fill="#5a6672">${Array.from({ length: 32 }, (_, i) => `<rect x="${22 + (i % 8) * 19}" y="${32 + Math.floor(i / 8) * 21}" width="15" height="16" rx="4"${i === 19 ? ' fill="#60a5fa"' : ''}/>`).join('')}</g></svg>`,
      '<svg width="180" height="150" viewBox="0 0 180 150"><rect x="30" y="34" width="120" height="96" rx="16" fill="#3b4652"/><rect x="62" y="18" width="48" height="22" rx="6" fill="#2c3540"/><circle cx="90" cy="84" r="38" fill="#0b0e11"/><circle cx="90" cy="84" r="26" fill="#1e3a5f"/><circle cx="80" cy="74" r="8" fill="#93c5fd"/><rect x="126" y="44" width="14" height="9" rx="3" fill="#f5b94a"/></svg>',
      '<svg width="170" height="150" viewBox="0 0 170 150"><path d="M36 48c-22 6-32 66-22 82 10 14 24-4 36-20h70c12 16 26 34 36 20 10-16 0-76-22-82-14-4-20 2-28 2H64c-8 0-14-6-28-2z" fill="#e9eef2"/><circle cx="52" cy="80" r="13" fill="#5a6672"/><circle cx="104" cy="96" r="11" fill="#5a6672"/><g fill="#60a5fa"><circle cx="126" cy="66" r="6"/><circle cx="138" cy="78" r="6"/><circle cx="114" cy="78" r="6"/></g></svg>',
    ][k] ?? '';
  const item = (k: number, c: string, n: string, p: string, badge = ''): string =>
    `<div class="card clip c"><div class="r ce rel" style="height:196px;background:${c}">${gadget(k)}${badge ? `<span class="abs t12 w7" style="left:12px;top:12px;background:#60a5fa;color:#06182f;border-radius:7px;padding:3px 9px">${badge}</span>` : ''}</div><div class="c g1" style="padding:13px 15px"><b class="t15">${n}</b><div class="r sb"><b class="mono t16">${p}</b><span class="face" style="width:30px;height:30px;background:#60a5fa26;color:#60a5fa">${icon('plus', 17)}</span></div></div></div>`;
  const ui = `<div class="c full"><div class="r sb px6 hair f0" style="height:60px"><b class="t20 w8">voltkart</b><span class="in r g2" style="width:330px;border-radius:99px">${icon('search', 16)}Headphones, cameras, keys</span><div class="r g5">${icon('user', 20)}${icon('heart', 20)}<span class="rel">${icon('shopping-cart', 21)}<i class="face abs" style="right:-9px;top:-9px;width:18px;height:18px;background:#60a5fa;color:#06182f;font-size:11px;font-style:normal">3</i></span></div></div>
    <div class="r top f1 p6 g6"><div class="c g4 f0" style="width:170px"><b class="t15">Filter</b>${[
      ['Audio', 24, 1],
      ['Wearables', 18, 1],
      ['Cameras', 9, 0],
      ['Gaming', 15, 0],
      ['Desk', 21, 0],
    ]
      .map(
        ([a, n, on]) =>
          `<div class="r g3 t14"><i class="face" style="width:19px;height:19px;border-radius:5px;${on ? 'background:#60a5fa;color:#06182f' : 'box-shadow:inset 0 0 0 1.5px #3a4550'}">${on ? icon('check', 13, '#06182f', 3.5) : ''}</i><span class="f1">${a}</span><span class="mono t12 mut">${n}</span></div>`,
      )
      .join(
        '',
      )}<b class="t15 mt3">Price</b><div class="rel" style="height:5px;border-radius:9px;background:#262d36"><i class="abs" style="left:14%;width:52%;height:5px;background:#60a5fa"></i><i class="abs" style="left:10%;top:-6px;width:17px;height:17px;border-radius:50%;background:#fff"></i><i class="abs" style="left:62%;top:-6px;width:17px;height:17px;border-radius:50%;background:#fff"></i></div><div class="r sb mono t12 mut"><span>₹ 1,000</span><span>₹ 18,000</span></div><b class="t15 mt3">Rating</b>${stars(4, 19)}</div>
    <div class="f1 k3 g4">${item(0, '#1c2836', 'Quiet One headphones', '₹ 7,490', 'New')}${item(1, '#1d2b28', 'Pulse watch 2', '₹ 4,999')}${item(2, '#2d2419', 'Amber speaker', '₹ 3,250')}${item(3, '#22222f', 'Slate keyboard', '₹ 5,800')}${item(4, '#2a1f27', 'Street camera', '₹ 16,400')}${item(5, '#1b2a30', 'Drift controller', '₹ 2,990', '−15 %')}</div></div></div>`;
  return page(
    `${cells([17, 3], [0, 7])}${browser({ x: 110, y: 90, w: 1220, h: 716 }, volt, 'e-commerce.example', ui, 1.18)}${dimV(66, 134, 672, 'filters stay put')}${dimH(356, 50, 950, 'three across, one on a phone')}${plan('E-commerce', 'S6')}`,
  );
};
