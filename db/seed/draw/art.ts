/** Drawn things that stand where photographs would: rooms, pots, shoes, houses, dishes. */

const svg = (w: number, h: number, box: string, body: string, style = ''): string =>
  `<svg width="${w}" height="${h}" viewBox="${box}" preserveAspectRatio="xMidYMid slice" style="${style}">${body}</svg>`;

/** A living room, 600 x 400. */
export const room = (
  w: number,
  h: number,
  wall = '#d9cbb8',
  floor = '#b98f68',
  sofa = '#2f5d50',
): string =>
  svg(
    w,
    h,
    '0 0 600 400',
    `
<rect width="600" height="400" fill="${wall}"/><rect y="300" width="600" height="100" fill="${floor}"/><path d="M0 300h600" stroke="#0002" stroke-width="3"/>
<path d="M0 330h600M0 365h600M120 300l-30 100M300 300v100M480 300l30 100" stroke="#0001" stroke-width="2"/>
<rect x="55" y="50" width="150" height="180" rx="75" fill="#f4ead9"/><rect x="65" y="60" width="130" height="170" rx="65" fill="#a9c6cf"/><path d="M65 190c40-30 80-10 130-30v70H65z" fill="#7ba08a"/><path d="M130 60v170M65 150h130" stroke="#f4ead9" stroke-width="6"/>
<rect x="250" y="200" width="260" height="90" rx="18" fill="${sofa}"/><rect x="236" y="238" width="288" height="62" rx="18" fill="${sofa}"/><path d="M380 206v70" stroke="#0003" stroke-width="3"/><rect x="252" y="240" width="256" height="34" rx="12" fill="#fff2"/>
<path d="M256 300v18M504 300v18" stroke="#3b2a1d" stroke-width="8"/><rect x="276" y="206" width="54" height="50" rx="8" fill="#d98f4e" transform="rotate(-8 300 230)"/>
<rect x="300" y="70" width="70" height="90" fill="#f4ead9"/><path d="M310 150c10-40 30-60 50-66v66z" fill="#c66b3d"/><rect x="384" y="70" width="90" height="90" fill="#f4ead9"/><circle cx="429" cy="115" r="26" fill="${sofa}"/>
<path d="M555 318V110" stroke="#3b2a1d" stroke-width="5"/><path d="M525 112l14-46h32l14 46z" fill="#f1c27b"/><ellipse cx="555" cy="318" rx="22" ry="5" fill="#3b2a1d"/>
<rect x="24" y="270" width="48" height="50" rx="6" fill="#c66b3d"/><path d="M48 272c-6-50-30-60-34-90 26 10 34 40 34 60 2-40 20-64 40-70-4 40-34 60-40 100z" fill="#3f7a55"/>
<ellipse cx="380" cy="345" rx="140" ry="22" fill="#efe2cb"/><ellipse cx="380" cy="345" rx="112" ry="15" fill="none" stroke="#c66b3d" stroke-width="2"/><rect x="330" y="318" width="100" height="10" rx="5" fill="#5b3d27"/><path d="M345 328l-6 26M415 328l6 26" stroke="#5b3d27" stroke-width="5"/>`,
  );

/** A glazed vase with a branch, 300 x 420. */
export const vase = (
  w: number,
  h: number,
  glaze = '#b4532a',
  deep = '#8a3d1d',
  bare = false,
): string => `<svg width="${w}" height="${h}" viewBox="0 0 300 420">
${bare ? '' : '<path d="M152 180C150 110 120 80 96 30M152 150c10-50 40-80 66-104M136 92c-20-4-40 2-52 16M186 84c20-2 34 6 44 20" fill="none" stroke="#5d6b4a" stroke-width="4"/><g fill="#7d8f62"><ellipse cx="92" cy="30" rx="9" ry="20" transform="rotate(-24 92 30)"/><ellipse cx="84" cy="108" rx="9" ry="19" transform="rotate(60 84 108)"/><ellipse cx="112" cy="58" rx="8" ry="18" transform="rotate(38 112 58)"/><ellipse cx="222" cy="46" rx="9" ry="20" transform="rotate(36 222 46)"/><ellipse cx="232" cy="106" rx="9" ry="18" transform="rotate(-50 232 106)"/><ellipse cx="178" cy="62" rx="8" ry="17" transform="rotate(-20 178 62)"/></g>'}
<ellipse cx="150" cy="404" rx="96" ry="11" fill="#0002"/>
<path d="M122 170h56c-2 26 4 40 26 58 30 26 40 56 34 94-6 40-34 78-44 82h-88c-10-4-38-42-44-82-6-38 4-68 34-94 22-18 28-32 26-58z" fill="${glaze}"/>
<path d="M62 322c-6-38 4-68 34-94 6-5 10-9 14-14-8 40-14 110 8 190h-12c-10-4-38-42-44-82z" fill="${deep}" opacity=".6"/>
<path d="M66 290c50 14 118 14 168 0l5 26c-56 16-122 16-178 0z" fill="#f5e6d3" opacity=".9"/><path d="M72 303l14-8 14 10 14-8 14 10 14-8 14 9 14-9 14 8 14-10 14 8 14-10 10 6" fill="none" stroke="${deep}" stroke-width="3"/>
<ellipse cx="150" cy="170" rx="30" ry="8" fill="${deep}"/><ellipse cx="150" cy="169" rx="22" ry="5" fill="#2a130a"/><path d="M208 250c14 14 20 34 18 54" stroke="#fff" stroke-opacity=".35" stroke-width="7" stroke-linecap="round" fill="none"/></svg>`;

/** A bowl seen from the front. */
export const bowl = (
  w: number,
  glaze: string,
  deep: string,
): string => `<svg width="${w}" height="${w * 0.7}" viewBox="0 0 200 140"><ellipse cx="100" cy="132" rx="62" ry="7" fill="#0002"/>
<path d="M10 40h180c0 50-40 82-62 88H72C50 122 10 90 10 40z" fill="${glaze}"/><path d="M10 40h60c-6 40 6 70 22 88H72C50 122 10 90 10 40z" fill="${deep}" opacity=".5"/><ellipse cx="100" cy="40" rx="90" ry="16" fill="${deep}"/><ellipse cx="100" cy="42" rx="78" ry="11" fill="#f5e6d3"/></svg>`;

/** A running shoe, 560 x 300. */
export const shoe = (
  w: number,
  body = '#f4f5f2',
  trim = '#ff5a1f',
  sole = '#ffffff',
): string => `<svg width="${w}" height="${w * 0.536}" viewBox="0 0 560 300">
<ellipse cx="286" cy="284" rx="246" ry="12" fill="#0004"/>
<path d="M44 214c-6 30 2 54 22 58 120 10 330 10 430 0 26-4 40-20 38-44-60 14-130 20-240 14-90-4-180-14-250-28z" fill="${sole}"/>
<path d="M44 240c120 20 330 24 490 2-2 18-14 28-38 30-100 10-310 10-430 0-14-3-21-16-22-32z" fill="${trim}"/>
<path d="M52 84c18 14 44 20 76 6 24-10 40-30 52-46l34-6c30 40 66 76 116 98 60 26 130 32 172 50 24 10 32 30 30 44-60 14-130 18-238 12-92-4-180-14-250-28-8-44-4-92 8-130z" fill="${body}"/>
<path d="M52 84c18 14 44 20 76 6-10 50-4 90 16 142-34-4-70-10-100-18-8-44-4-92 8-130z" fill="${trim}"/>
<path d="M424 172c40 4 66 8 82 16 22 10 28 28 26 42-34 8-72 12-116 14 26-20 30-48 8-72z" fill="${trim}" opacity=".9"/>
<path d="M150 220c40-52 110-70 196-40-40 30-120 56-196 40z" fill="${trim}" opacity=".28"/><path d="M160 212c60-8 120-24 172-66" stroke="${trim}" stroke-width="14" fill="none" stroke-linecap="round"/>
<g stroke="#1b222a" stroke-width="6" stroke-linecap="round"><path d="M206 66l34-18M226 88l34-20M250 110l34-22M278 130l32-22M308 148l30-20"/></g>
<path d="M180 44l34-6c30 40 66 76 116 98" fill="none" stroke="#0003" stroke-width="4"/><path d="M52 84c-4-14-2-26 6-34 10 4 16 12 22 22" fill="${trim}"/></svg>`;

/** Over-ear headphones, 300 x 300. */
export const phones = (
  w: number,
  shell = '#2c3540',
  pad = '#151b21',
  glow = '#60a5fa',
): string => `<svg width="${w}" height="${w}" viewBox="0 0 300 300">
<path d="M52 190C40 80 90 32 150 32s110 48 98 158" fill="none" stroke="${shell}" stroke-width="22" stroke-linecap="round"/><path d="M66 150c2-66 36-100 84-100s82 34 84 100" fill="none" stroke="#fff" stroke-opacity=".14" stroke-width="5"/>
<rect x="30" y="158" width="62" height="112" rx="30" fill="${shell}"/><rect x="208" y="158" width="62" height="112" rx="30" fill="${shell}"/><rect x="72" y="164" width="34" height="100" rx="17" fill="${pad}"/><rect x="194" y="164" width="34" height="100" rx="17" fill="${pad}"/>
<circle cx="50" cy="214" r="7" fill="${glow}"/><path d="M250 186v54" stroke="#fff" stroke-opacity=".2" stroke-width="5" stroke-linecap="round"/></svg>`;

/** A street front: style 0 flats, 1 villa, 2 row house. 240 x 160. */
export const house = (
  w: number,
  h: number,
  style: number,
  sky = '#cfe3ea',
  wall = '#f1ece2',
  roof = '#b4532a',
): string => {
  const windows = (
    x: number,
    y: number,
    cols: number,
    rows: number,
    dx: number,
    dy: number,
    ww: number,
    hh: number,
  ): string =>
    Array.from(
      { length: cols * rows },
      (_, i) =>
        `<rect x="${x + (i % cols) * dx}" y="${y + Math.floor(i / cols) * dy}" width="${ww}" height="${hh}" rx="1.5" fill="${i % 4 === 1 ? '#f6d28b' : '#5f7f92'}"/>`,
    ).join('');
  const body =
    [
      `<rect x="62" y="28" width="66" height="120" fill="${wall}"/><rect x="128" y="52" width="58" height="96" fill="${roof}"/>${windows(70, 38, 3, 6, 19, 17, 13, 10)}${windows(136, 62, 3, 4, 16, 20, 10, 12)}<path d="M62 28h66v-6H62z" fill="${roof}"/><path d="M68 54h54M68 88h54M68 122h54" stroke="${roof}" stroke-width="2"/>`,
      `<rect x="48" y="84" width="140" height="64" fill="${wall}"/><path d="M38 84l48-44h64l48 44z" fill="${roof}"/><rect x="104" y="106" width="26" height="42" fill="#5b3d27"/>${windows(60, 98, 1, 1, 1, 1, 30, 28)}${windows(144, 98, 1, 1, 1, 1, 32, 28)}<rect x="146" y="36" width="12" height="26" fill="${roof}"/><path d="M98 106h38" stroke="#0003" stroke-width="4"/>`,
      `<rect x="40" y="58" width="52" height="90" fill="${wall}"/><rect x="92" y="46" width="52" height="102" fill="${roof}"/><rect x="144" y="62" width="52" height="86" fill="#8fa88f"/><path d="M40 58l26-22 26 22M144 62l26-22 26 22" fill="#3c4a4f"/>${windows(50, 72, 2, 2, 20, 24, 13, 16)}${windows(102, 60, 2, 2, 20, 26, 13, 16)}${windows(154, 76, 2, 2, 20, 24, 13, 16)}<path d="M60 148v-26h12v26zM112 148v-28h12v28zM164 148v-26h12v26z" fill="#2e3a3f"/>`,
    ][style] ?? '';
  return svg(
    w,
    h,
    '0 0 240 160',
    `<rect width="240" height="160" fill="${sky}"/><circle cx="206" cy="30" r="12" fill="#fff" opacity=".8"/><path d="M0 132c40-24 70-10 110-18s80-20 130 2v44H0z" fill="#0001"/>${body}
<rect y="146" width="240" height="14" fill="#7f9a72"/><g fill="#4f7a58"><circle cx="24" cy="128" r="15"/><circle cx="214" cy="126" r="17"/><path d="M22 128h4v20h-4zM212 128h4v20h-4z" fill="#5b3d27"/></g>`,
  );
};

/** A spice jar with a coloured fill. */
export const jar = (
  w: number,
  fill: string,
  name: string,
): string => `<svg width="${w}" height="${w * 1.25}" viewBox="0 0 160 200"><ellipse cx="80" cy="193" rx="56" ry="6" fill="#0002"/>
<rect x="26" y="40" width="108" height="152" rx="20" fill="#ffffff" opacity=".55"/><path d="M32 74c20-8 40 6 60-2s24-2 36 0v98a16 16 0 0 1-16 16H48a16 16 0 0 1-16-16z" fill="${fill}"/><g fill="#0002"><circle cx="50" cy="92" r="4"/><circle cx="76" cy="84" r="3"/><circle cx="108" cy="90" r="4"/><circle cx="96" cy="176" r="4"/><circle cx="58" cy="172" r="3"/></g>
<rect x="34" y="10" width="92" height="32" rx="8" fill="#3a2419"/><path d="M34 26h92" stroke="#fff2" stroke-width="3"/><rect x="38" y="104" width="84" height="56" rx="4" fill="#fff8ec"/><text x="80" y="130" text-anchor="middle" font-family="Noto Serif Display,serif" font-weight="700" font-size="17" fill="#3a2419">${name}</text><text x="80" y="148" text-anchor="middle" font-family="Mono" font-size="10" fill="#7a5c49">100 g</text><path d="M120 54v40" stroke="#fff" stroke-opacity=".7" stroke-width="5" stroke-linecap="round"/></svg>`;

/** A plate of food from above: 0 curry, 1 dosa, 2 biryani, 3 salad, 4 pizza. */
export const dish = (w: number, kind: number): string => {
  const on =
    [
      '<circle cx="100" cy="100" r="62" fill="#c2571a"/><path d="M60 92c20-16 50 10 80-8" stroke="#f0a34a" stroke-width="9" fill="none" stroke-linecap="round"/><g fill="#fbe6c2"><rect x="66" y="100" width="26" height="22" rx="5"/><rect x="102" y="76" width="24" height="24" rx="5"/><rect x="110" y="112" width="24" height="20" rx="5"/></g><g fill="#4c8b3f"><circle cx="84" cy="78" r="6"/><circle cx="96" cy="134" r="5"/><circle cx="140" cy="100" r="5"/></g>',
      '<path d="M38 132C60 70 120 40 166 60c-10 50-70 96-128 72z" fill="#d9a04e"/><path d="M52 126c26-44 66-66 104-62" stroke="#b97b2d" stroke-width="5" fill="none"/><circle cx="136" cy="132" r="22" fill="#f5f1e4"/><circle cx="136" cy="132" r="16" fill="#b9cf8f"/><circle cx="84" cy="58" r="18" fill="#f5f1e4"/><circle cx="84" cy="58" r="13" fill="#c9501f"/>',
      '<circle cx="100" cy="100" r="62" fill="#efd08a"/><g stroke="#fff3d0" stroke-width="5" stroke-linecap="round"><path d="M62 84l14 6M88 62l12 8M120 70l12-6M70 122l14-6M104 110l14 4M128 124l12-8M96 88l12-4M60 104l10 4M112 140l14-2M140 94l6 8"/></g><g fill="#a8521f"><ellipse cx="86" cy="104" rx="15" ry="10"/><ellipse cx="124" cy="92" rx="13" ry="9"/><ellipse cx="104" cy="132" rx="13" ry="9"/></g><g fill="#4c8b3f"><circle cx="110" cy="76" r="5"/><circle cx="74" cy="92" r="5"/><circle cx="134" cy="112" r="5"/></g>',
      '<circle cx="100" cy="100" r="62" fill="#7fae57"/><g fill="#5d9140"><circle cx="74" cy="84" r="20"/><circle cx="124" cy="116" r="22"/></g><g fill="#e2533d"><circle cx="116" cy="76" r="13"/><circle cx="78" cy="122" r="13"/><circle cx="140" cy="92" r="9"/></g><g fill="#f8f3df"><rect x="92" y="92" width="20" height="18" rx="4"/><rect x="100" y="132" width="18" height="16" rx="4"/></g>',
      '<circle cx="100" cy="100" r="64" fill="#d99a4a"/><circle cx="100" cy="100" r="54" fill="#f2c860"/><g fill="#c63f2a"><circle cx="80" cy="82" r="11"/><circle cx="122" cy="84" r="11"/><circle cx="96" cy="124" r="11"/><circle cx="132" cy="118" r="9"/><circle cx="66" cy="112" r="8"/></g><path d="M100 36v128M44 68l112 64M44 132l112-64" stroke="#d99a4a" stroke-width="3"/><g fill="#4c8b3f"><circle cx="102" cy="100" r="5"/><circle cx="108" cy="62" r="4"/></g>',
    ][kind] ?? '';
  return `<svg width="${w}" height="${w}" viewBox="0 0 200 200"><circle cx="100" cy="104" r="88" fill="#0002"/><circle cx="100" cy="100" r="88" fill="#fbfaf6"/><circle cx="100" cy="100" r="72" fill="#ebe8df"/>${on}</svg>`;
};

/** Hills under a sun. */
export const hills = (
  w: number,
  h: number,
  sky: string,
  sun: string,
  near: string,
  far: string,
): string =>
  svg(
    w,
    h,
    '0 0 400 260',
    `<rect width="400" height="260" fill="${sky}"/><circle cx="290" cy="84" r="38" fill="${sun}"/>
<path d="M0 180l70-70 46 36 74-84 90 100 50-42 70 52v90H0z" fill="${far}"/><path d="M190 62l-29 35 15-4 12 10 14-9 20 8z" fill="#fff" opacity=".8"/><path d="M0 210c80-46 150-18 210-30s120-30 190 4v76H0z" fill="${near}"/>
<g fill="${near}"><path d="M40 206l14-46 14 46zM64 204l11-38 11 38zM330 196l14-50 14 50zM352 200l11-38 11 38z"/></g>`,
  );
