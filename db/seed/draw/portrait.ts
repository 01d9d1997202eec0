/** The seller at his board: drawn head and shoulders, made to sit inside a circle. 640 x 640. */
import { page } from './base.ts';

const SKIN = '#c08457',
  SHADE = '#a56a41',
  HAIR = '#1f1613';

export const portrait = (): string => {
  const grid = Array.from(
    { length: 15 },
    (_, i) => `M${(i + 1) * 40 + 0.5} 0V640M0 ${(i + 1) * 40 + 0.5}H640`,
  ).join('');
  const ticks = Array.from(
    { length: 72 },
    (_, i) => `<path d="M320 62v${i % 6 === 0 ? 18 : 9}" transform="rotate(${i * 5} 320 320)"/>`,
  ).join('');
  return page(
    `<svg class="abs" style="inset:0" width="640" height="640" viewBox="0 0 640 640">
  <defs><clipPath id="head"><path d="M236 236c0-82 36-122 86-122s88 40 88 122c0 66-18 112-52 140-22 18-50 18-72 0-34-28-50-74-50-140z"/></clipPath></defs>
  <rect width="640" height="640" fill="#10191c"/><path d="${grid}" stroke="#1b2a2d" fill="none"/><circle cx="320" cy="320" r="236" fill="#134e4a"/><path d="M84 320a236 236 0 0 1 472 0z" fill="#0f766e" opacity=".55"/>
  <g stroke="#2dd4bf" stroke-width="2" opacity=".6" fill="none"><circle cx="320" cy="320" r="258" opacity=".5"/>${ticks}<path d="M84 320h70M486 320h70M320 62v46" stroke-dasharray="6 6"/></g>
  <path d="M84 640c4-112 62-164 164-194h148c102 30 160 82 164 194z" fill="#22303a"/>
  <path d="M248 446c-26 8-50 18-70 30 10 60 30 120 58 164h52c-30-56-44-120-40-194zM396 446c26 8 50 18 70 30-10 60-30 120-58 164h-52c30-56 44-120 40-194z" fill="#2c3d49"/>
  <path d="M250 446c-4 74 10 138 38 194h66c28-56 44-120 42-194-30 40-112 42-146 0z" fill="#e9eef2"/>
  <path d="M270 356h106v70c-2 22 10 24 22 28-40 46-110 46-150 0 14-4 24-6 22-28z" fill="${SKIN}"/><path d="M270 372c28 34 78 34 106 0v32c-30 24-76 24-106 0z" fill="${SHADE}"/>
  <path d="M246 440l-34 14 54 64 34-40c-26-6-44-18-54-38zM398 440l34 14-54 64-34-40c26-6 44-18 54-38z" fill="#344856"/>
  <g transform="translate(0 18)">
  <g transform="rotate(-34 400 262)"><path d="M392 254h92v16h-92z" fill="#f5b94a"/><path d="M392 262h92" stroke="#c98d22" stroke-width="2"/><path d="M484 254l26 8-26 8z" fill="#f3dcb8"/><path d="M501 259l9 3-9 3z" fill="#1f1613"/></g>
  <ellipse cx="234" cy="262" rx="17" ry="27" fill="${SHADE}"/><ellipse cx="412" cy="262" rx="17" ry="27" fill="${SHADE}"/><path d="M228 250c8 4 10 14 6 24M418 250c-8 4-10 14-6 24" stroke="#8d5733" stroke-width="4" fill="none" stroke-linecap="round"/>
  <g clip-path="url(#head)"><rect x="220" y="100" width="210" height="300" fill="${SKIN}"/><path d="M352 100c26 60 22 210-34 300h120V100z" fill="${SHADE}" opacity=".42"/>
    <path d="M226 256c8 26 16 44 30 54 22-14 46-18 67-10 21-8 45-4 67 10 14-10 22-28 30-54v160H226z" fill="${HAIR}"/><path d="M284 330c14-9 28-9 39-4 11-5 25-5 39 4-12 24-66 24-78 0z" fill="${SHADE}"/></g>
  <path d="M290 332c22 7 44 7 66 0-8 20-58 20-66 0z" fill="#fff"/><path d="M308 360c10 5 20 5 30 0" stroke="#3a2a22" stroke-width="4" fill="none" stroke-linecap="round"/>
  <path d="M228 250c-16-68-2-116 34-134 10-22 50-34 86-24 48 4 86 50 70 158-6-8-8-22-9-38-2-18-6-32-16-44-28 6-66 4-96-14-16 20-44 30-52 46-6 14-8 36-17 50z" fill="${HAIR}"/><path d="M262 120c26-22 70-26 104-8M270 142c20-12 36-20 56-22" stroke="#3b2a22" stroke-width="5" fill="none" stroke-linecap="round"/>
  <path d="M258 222c10-9 28-10 42-4M346 218c14-6 32-5 42 4" stroke="${HAIR}" stroke-width="9" fill="none" stroke-linecap="round"/>
  <g fill="#1a1210"><ellipse cx="280" cy="252" rx="7.5" ry="8.5"/><ellipse cx="366" cy="252" rx="7.5" ry="8.5"/></g><g fill="#fff"><circle cx="283" cy="249" r="2.5"/><circle cx="369" cy="249" r="2.5"/></g>
  <path d="M326 246c4 18 12 32 8 40-4 6-14 7-20 3" stroke="#8d5733" stroke-width="5" fill="none" stroke-linecap="round" stroke-linejoin="round"/>
  <g fill="#fff" fill-opacity=".1" stroke="#0d1417" stroke-width="6"><rect x="247" y="228" width="66" height="52" rx="22"/><rect x="333" y="228" width="66" height="52" rx="22"/><path d="M313 246c6-6 14-6 20 0M247 246l-14-4M399 246l14-4" fill="none"/></g><path d="M260 244l14-10M346 244l14-10" stroke="#fff" stroke-opacity=".5" stroke-width="4" stroke-linecap="round"/></g>
  <path d="M150 640l26-122c2-10 8-14 18-14h252c10 0 16 4 18 14l26 122z" fill="#0d1417"/><path d="M158 640l25-118c2-7 6-10 13-10h248c7 0 11 3 13 10l25 118z" fill="#2b3740"/>
  <text x="320" y="600" text-anchor="middle" font-family="Mono" font-weight="600" font-size="58" letter-spacing="-4" fill="#2dd4bf">VY</text></svg>`,
    640,
    640,
    false,
  );
};
