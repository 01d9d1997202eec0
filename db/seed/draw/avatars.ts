/** Fourteen faces of one family: same head, different people. 256 x 256. */
import { page } from './base.ts';

interface Face {
  bg: string;
  skin: string;
  hair: string;
  style: string;
  wear: string;
  cut?: 'crew' | 'collar' | 'vee' | 'sari';
  extra?: string[];
}

const BACK: Record<string, (c: string) => string> = {
  long: (c) =>
    `<path d="M78 110c-4-66 104-66 100 0 2 40 8 74 12 96-14 10-110 10-124 0 4-22 10-56 12-96z" fill="${c}"/>`,
  bun: (c) => `<circle cx="128" cy="36" r="21" fill="${c}"/>`,
  bob: (c) =>
    `<path d="M76 112c-6-70 110-70 104 0 2 22 2 40-2 54-20 8-80 8-100 0-4-14-4-32-2-54z" fill="${c}"/>`,
  curly: (c) =>
    `<g fill="${c}">${[
      [86, 84, 24],
      [94, 58, 24],
      [128, 46, 28],
      [162, 58, 24],
      [170, 84, 24],
      [80, 112, 20],
      [176, 112, 20],
      [84, 138, 18],
      [172, 138, 18],
    ]
      .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`)
      .join('')}</g>`,
  braid: (c) =>
    `<path d="M83 112c-4-62 94-62 92 0l3 34h-14z" fill="${c}"/><g fill="${c}"><circle cx="178" cy="150" r="15"/><circle cx="184" cy="174" r="14"/><circle cx="188" cy="197" r="13"/><circle cx="190" cy="219" r="11"/></g>`,
};
const FRONT: Record<string, (c: string) => string> = {
  short: (c) =>
    `<path d="M83 108c-8-56 22-72 52-70 36 0 46 30 39 70-4-8-6-16-8-24-22 0-40-6-50-16-8 12-18 16-26 18-3 8-5 14-7 22z" fill="${c}"/>`,
  side: (c) =>
    `<path d="M83 110c-10-50 10-76 48-76 40-2 50 34 42 76-4-10-6-20-9-30-26 4-52-2-66-16-6 12-11 26-15 46z" fill="${c}"/>`,
  long: (c) =>
    `<path d="M84 112c-4-40 16-62 44-62s48 22 44 62c-12-10-34-26-42-52-8 26-32 42-46 52z" fill="${c}"/>`,
  bun: (c) =>
    `<path d="M83 108c-6-46 18-64 45-64s51 18 45 64c-8-24-22-36-45-36s-37 12-45 36z" fill="${c}"/>`,
  bob: (c) =>
    `<path d="M84 108c-4-44 18-60 44-60s48 16 44 60c-10-8-16-16-18-26-22 4-46 2-58-2-2 12-6 20-12 28z" fill="${c}"/>`,
  curly: (c) =>
    `<g fill="${c}">${[
      [98, 72, 16],
      [118, 62, 17],
      [140, 62, 17],
      [158, 72, 16],
    ]
      .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`)
      .join('')}</g>`,
  braid: (c) =>
    `<path d="M84 112c-6-44 16-64 44-64s50 20 44 64c-8-26-26-40-60-44-10 10-20 24-28 44z" fill="${c}"/>`,
  fade: (c) =>
    `<path d="M85 96c-4-36 16-54 43-54s47 18 43 54c-4-10-8-16-12-20-18-4-44-4-62 0-4 4-8 10-12 20z" fill="${c}"/>`,
  bald: (c) =>
    `<path d="M85 116c-4-10-4-18-2-26 4 6 6 14 6 22zM171 116c4-10 4-18 2-26-4 6-6 14-6 22z" fill="${c}"/>`,
  turban: (c) =>
    `<path d="M79 112c-18-62 22-86 51-86 33 0 66 26 47 86-6-22-26-36-49-36s-43 14-49 36z" fill="${c}"/><path d="M76 96c20-34 60-40 100-8M84 66c22-24 60-26 86-2M128 78c-6-18-4-34 4-52" stroke="#0003" stroke-width="4" fill="none" stroke-linecap="round"/>`,
  scarf: (c) =>
    `<path fill-rule="evenodd" d="M128 30c44 0 62 36 58 84-2 34 14 70 20 96-40 22-116 22-156 0 6-26 22-62 20-96-4-48 14-84 58-84zm0 32c-28 0-42 22-42 50 0 34 18 58 42 58s42-24 42-58c0-28-14-50-42-50z" fill="${c}"/><path d="M92 168c20 22 56 24 78 0M84 190c30 20 66 20 92-4" stroke="#0002" stroke-width="4" fill="none" stroke-linecap="round"/>`,
};

const draw = (f: Face): string => {
  const has = (x: string): boolean => f.extra?.includes(x) ?? false;
  const neckline = {
    crew: `<path d="M104 190c6 20 42 20 48 0z" fill="${f.skin}"/>`,
    vee: `<path d="M102 186l26 40 26-40z" fill="${f.skin}"/>`,
    collar: `<path d="M106 188l22 28 22-28z" fill="${f.skin}"/><path d="M98 184l30 34-18 18-22-42zM158 184l-30 34 18 18 22-42z" fill="#fff" opacity=".85"/>`,
    sari: `<path d="M100 188c8 26 48 26 56 0z" fill="${f.skin}"/><path d="M150 186c30 8 50 30 56 70H96c30-16 50-40 54-70z" fill="#fff" opacity=".28"/>`,
  }[f.cut ?? 'crew'];
  const brow =
    f.hair === '#e5e7eb' || f.hair === '#cbd5e1'
      ? '#94a3b8'
      : f.style === 'scarf' || f.style === 'turban'
        ? '#2a1710'
        : f.hair;
  return page(
    `<svg class="abs" style="inset:0" width="256" height="256" viewBox="0 0 256 256"><rect width="256" height="256" fill="${f.bg}"/><path d="M0 64.5h256M0 128.5h256M0 192.5h256M64.5 0v256M128.5 0v256M192.5 0v256" stroke="#fff" stroke-opacity=".22"/>
  ${BACK[f.style]?.(f.hair) ?? ''}<path d="M34 256c2-44 34-66 74-72h40c40 6 72 28 74 72z" fill="${f.wear}"/>${neckline}<path d="M108 150h40v42c-6 16-34 16-40 0z" fill="${f.skin}"/><path d="M108 160c8 14 32 14 40 0v12c-12 10-28 10-40 0z" fill="#000" opacity=".14"/>
  <circle cx="84" cy="116" r="10" fill="${f.skin}"/><circle cx="172" cy="116" r="10" fill="${f.skin}"/><path d="M85 104c0-38 18-54 43-54s43 16 43 54c0 40-18 68-43 68s-43-28-43-68z" fill="${f.skin}"/>
  ${has('beard') ? `<path d="M85 112c0 36 18 64 43 64s43-28 43-64c-4 16-10 24-18 26-8-6-16-8-25-6-9-2-17 0-25 6-8-2-14-10-18-26z" fill="${f.hair === '#b91c1c' || f.style === 'turban' ? '#2a1710' : f.hair}"/>` : ''}${has('stubble') ? '<path d="M87 122c2 30 18 50 41 50s39-20 41-50c-6 14-22 18-41 18s-35-4-41-18z" fill="#000" opacity=".13"/>' : ''}
  ${has('moustache') ? `<path d="M104 142c8-10 20-8 24-4 4-4 16-6 24 4-8 4-18 4-24 0-6 4-16 4-24 0z" fill="${brow}"/>` : ''}
  <g fill="#1d1412"><ellipse cx="110" cy="112" rx="4.5" ry="5.5"/><ellipse cx="146" cy="112" rx="4.5" ry="5.5"/></g><path d="M101 99c5-5 13-5 18-1M137 98c5-4 13-4 18 1" stroke="${brow}" stroke-width="4" fill="none" stroke-linecap="round"/><path d="M128 114c3 8 5 13 0 16-3 1-5 0-6-1" stroke="#000" stroke-opacity=".28" stroke-width="3" fill="none" stroke-linecap="round"/>
  <path d="M112 144c8 11 24 11 32 0z" fill="#fff"/><path d="M112 144c8 11 24 11 32 0" stroke="#7a2e22" stroke-width="2.5" fill="none" stroke-linecap="round"/><g fill="#e2553d" opacity=".16"><circle cx="98" cy="132" r="9"/><circle cx="158" cy="132" r="9"/></g>
  ${FRONT[f.style]?.(f.hair) ?? ''}${has('glasses') ? '<g fill="#fff" fill-opacity=".12" stroke="#1d1412" stroke-width="3.5"><rect x="94" y="100" width="30" height="25" rx="11"/><rect x="132" y="100" width="30" height="25" rx="11"/><path d="M124 109c2-3 6-3 8 0" fill="none"/></g>' : ''}${has('bindi') ? '<circle cx="128" cy="90" r="3.5" fill="#b91c1c"/>' : ''}${has('rings') ? '<g fill="#f5b94a"><circle cx="83" cy="130" r="5"/><circle cx="173" cy="130" r="5"/></g>' : ''}</svg>`,
    256,
    256,
    false,
  );
};

const S = { a: '#f0c3a0', b: '#d9a074', c: '#b9784f', d: '#94583a', e: '#6e3f2a' };
const people: Face[] = [
  {
    bg: '#2f7f79',
    skin: S.c,
    hair: '#241612',
    style: 'side',
    wear: '#f4f1ea',
    cut: 'collar',
    extra: ['stubble'],
  },
  {
    bg: '#e0a458',
    skin: S.b,
    hair: '#2a1710',
    style: 'long',
    wear: '#9d174d',
    cut: 'sari',
    extra: ['bindi', 'rings'],
  },
  { bg: '#5b6fa8', skin: S.d, hair: '#1a100c', style: 'fade', wear: '#f2c14e', extra: ['beard'] },
  {
    bg: '#c46a54',
    skin: S.a,
    hair: '#5a2f1c',
    style: 'bob',
    wear: '#23404a',
    cut: 'vee',
    extra: ['glasses'],
  },
  {
    bg: '#7a9a6b',
    skin: S.b,
    hair: '#b45309',
    style: 'turban',
    wear: '#26323a',
    cut: 'collar',
    extra: ['beard'],
  },
  {
    bg: '#b7a3d0',
    skin: S.c,
    hair: '#1f1613',
    style: 'bun',
    wear: '#ffffff',
    cut: 'vee',
    extra: ['rings'],
  },
  {
    bg: '#3f6d8c',
    skin: S.b,
    hair: '#cbd5e1',
    style: 'short',
    wear: '#7c2d12',
    cut: 'collar',
    extra: ['glasses', 'moustache'],
  },
  { bg: '#d98e7a', skin: S.b, hair: '#155e63', style: 'scarf', wear: '#0f3f44' },
  {
    bg: '#4a5b52',
    skin: S.e,
    hair: '#130c0a',
    style: 'curly',
    wear: '#e07a3f',
    cut: 'vee',
    extra: ['rings'],
  },
  {
    bg: '#d8b64c',
    skin: S.c,
    hair: '#17100d',
    style: 'short',
    wear: '#1d4ed8',
    extra: ['glasses'],
  },
  {
    bg: '#8c5a78',
    skin: S.a,
    hair: '#2a1710',
    style: 'braid',
    wear: '#f0e4d0',
    cut: 'crew',
    extra: ['bindi'],
  },
  {
    bg: '#5d8fa3',
    skin: S.d,
    hair: '#3b2a22',
    style: 'bald',
    wear: '#334155',
    cut: 'collar',
    extra: ['beard', 'glasses'],
  },
  {
    bg: '#a9c0a6',
    skin: S.c,
    hair: '#e5e7eb',
    style: 'bun',
    wear: '#6d28d9',
    cut: 'sari',
    extra: ['bindi', 'glasses', 'rings'],
  },
  { bg: '#c9785a', skin: S.a, hair: '#1c1310', style: 'side', wear: '#134e4a', extra: [] },
];
export const avatars: (() => string)[] = people.map((f) => () => draw(f));
