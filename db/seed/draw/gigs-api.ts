/** REST API: one request answered, and the documentation that explains it. */

import { page } from './base.ts';
import { bars, code } from './charts.ts';
import { at, browser, cells, dimH, icon, ink, light, note, plan } from './parts.ts';

const one = (): string => {
  const json = code(
    `{
  «f:"id"»: «s:"ord_4F81C2"»,
  «f:"status"»: «s:"in_progress"»,
  «f:"plan"»: «s:"Standard"»,
  «f:"total"»: «n:1850000»,
  «f:"dueOn"»: «s:"2025-06-24"»
}`,
    33,
  );
  return page(`${cells([14, 1], [15, 1], [0, 9])}
    ${at({ x: 80, y: 110, w: 1280, h: 130 }, `<div class="r full g6 mono" style="padding:0 34px;font-size:46px"><span class="w7" style="background:#2dd4bf;color:#04201d;border-radius:12px;padding:6px 22px;font-size:38px">GET</span><span style="color:#e9eef2">/v1/orders/<span style="color:#2dd4bf">4F81C2</span></span><span class="f1"></span>${icon('corner-down-left', 40, '#98a6b3')}</div>`, 'background:#171d24;border:1.5px solid #36424e;border-radius:20px')}
    ${ink('<path d="M160 240V300M160 300H200" stroke="#2dd4bf" stroke-width="2.5" fill="none"/><circle cx="160" cy="240" r="7" fill="#0b0e11" stroke="#2dd4bf" stroke-width="2.5"/>')}
    ${at({ x: 200, y: 272, w: 760, h: 510 }, `<div class="r g5 mono" style="padding:22px 34px;border-bottom:1px solid #27303a;font-size:32px"><span class="r g4 w7" style="color:#34d399"><i style="width:18px;height:18px;border-radius:50%;background:#34d399"></i>200 OK</span><span class="f1"></span><span style="color:#98a6b3;font-size:26px">23 ms</span></div><div style="padding:26px 38px">${json}</div>`, 'background:#11161b;border:1.5px solid #27303a;border-radius:20px;overflow:hidden')}
    ${at({ x: 1000, y: 272, w: 360, h: 240 }, `<div class="c full" style="padding:26px 30px;justify-content:space-between"><span class="mono t18" style="color:#98a6b3">calls per minute</span><b style="font-size:62px;letter-spacing:-.04em;line-height:1">12,400</b>${bars(300, 74, [30, 34, 32, 40, 46, 44, 52, 60, 57, 68, 74, 80, 77, 90], '#2dd4bf', 13)}</div>`, 'background:#11161b;border:1.5px solid #27303a;border-radius:20px')}
    ${at(
      { x: 1000, y: 540, w: 360, h: 242 },
      `<div class="c full t22 w5" style="padding:12px 30px;justify-content:space-evenly">${[
        ['shield-check', 'Signed tokens'],
        ['gauge', 'Fair limits'],
        ['file-braces', 'OpenAPI 3.1'],
        ['rotate-ccw-clock', 'Versioned'],
      ]
        .map(([i, t]) => `<span class="r g4">${icon(i ?? '', 27, '#2dd4bf')}${t}</span>`)
        .join('')}</div>`,
      'background:#11161b;border:1.5px solid #27303a;border-radius:20px',
    )}
    ${dimH(80, 66, 1280, 'one question, one answer')}${plan('REST API', '17')}`);
};

const two = (): string => {
  const verb = (v: string): string =>
    `<span class="mono w6 t11" style="width:46px;color:${{ GET: '#0f766e', POST: '#1d4ed8', PATCH: '#92590a', DEL: '#b91c1c' }[v] ?? ''}">${v}</span>`;
  const group = (n: string, list: [string, string, number?][]): string =>
    `<div class="c g1"><span class="cap t10 mut" style="margin:12px 0 4px">${n}</span>${list.map(([v, t, on]) => `<div class="r t13 w5" style="padding:6px 9px;border-radius:7px;${on ? 'background:#0f766e14;color:#0f766e' : ''}">${verb(v)}${t}</div>`).join('')}</div>`;
  const row = (n: string, t: string, d: string, must = false): string =>
    `<div class="c g1" style="padding:11px 0;border-top:1px solid #e3e7e6"><div class="r g3"><b class="mono t13">${n}</b><span class="mono t12 mut">${t}</span>${must ? '<span class="pill" style="background:#fdf1dc;color:#92590a">required</span>' : ''}</div><span class="t13 mut">${d}</span></div>`;
  const ui = `<div class="r full" style="align-items:stretch"><div class="c p5 hairr f0" style="width:206px;background:#fafbfa"><b class="t16 r g2">${icon('truck', 19, '#0f766e')}Cargo API</b>${group(
    'Shipments',
    [
      ['POST', 'Create', 1],
      ['GET', 'List'],
      ['GET', 'Track'],
      ['DEL', 'Cancel'],
    ],
  )}${group('Labels', [
    ['POST', 'Print'],
    ['GET', 'Download'],
  ])}${group('Webhooks', [
    ['POST', 'Subscribe'],
    ['PATCH', 'Pause'],
  ])}</div>
    <div class="c p7 f1 g3"><span class="mono t12 mut">v1 / shipments</span><h1 class="w7 t32">Create a shipment</h1><p class="t15 mut">Books a pick-up and returns a tracking number. Repeat a call with the same key and you get the same shipment, never two.</p>
    <div class="r g3 mono t14 mt1" style="border:1px solid #e3e7e6;border-radius:9px;padding:10px 14px"><b style="color:#1d4ed8">POST</b>/v1/shipments<span class="f1"></span>${icon('copy', 16, '#5b6874')}</div>
    <div class="mt2">${row('from', 'address', 'Where the rider collects the parcel.', true)}${row('to', 'address', 'Any of 19,101 pin codes.', true)}${row('weight', 'grams', 'Rounded up to the next 500.')}${row('cash', 'paise', 'Amount to collect at the door.')}</div></div><div class="f0" style="width:320px;background:#0d1215"></div></div>`;
  const curl = code(
    `«c:# book a pick-up»
curl api.cargo.example/v1/shipments \\
  -H «s:"Key: 7b1e-9c04"» \\
  -d «s:from=»560003 \\
  -d «s:to=»110016 \\
  -d «s:weight=»1200`,
    16,
  );
  const reply = code(
    `{
  «f:"track"»: «s:"CG 8841 2090"»,
  «f:"pickUp"»: «s:"today, 16:30"»,
  «f:"price"»: «n:8400»,
  «f:"eta"»: «s:"Friday"»
}`,
    16,
  );
  return page(`${cells([0, 1], [0, 2], [16, 9])}${browser({ x: 80, y: 100, w: 1280, h: 700 }, light('#0f766e', '#ffffff'), 'docs.cargo.example', ui, 1.22)}
    ${at({ x: 985, y: 164, w: 400, h: 290 }, `<div class="r sb px5" style="height:48px;border-bottom:1px solid #27303a"><span class="t15 w6">Request</span><span class="mono t13" style="color:#98a6b3">curl</span></div><div style="padding:18px 22px">${curl}</div>`, 'background:#171d24;border:1px solid #36424e;border-radius:14px;box-shadow:0 20px 40px -10px #000a')}
    ${at({ x: 985, y: 478, w: 400, h: 270 }, `<div class="r sb px5" style="height:48px;border-bottom:1px solid #27303a"><span class="t15 w6">Answer</span><span class="mono t13 r g2" style="color:#34d399"><i style="width:9px;height:9px;border-radius:9px;background:#34d399"></i>201 Created</span></div><div style="padding:18px 22px">${reply}</div>`, 'background:#171d24;border:1px solid #36424e;border-radius:14px;box-shadow:0 20px 40px -10px #000a')}
    ${note(80, 52, 'Documentation is part of the delivery', '#e9eef2', 22)}${plan('API reference', '18')}`);
};
export const api = { 'rest-api-1': one, 'rest-api-2': two };
