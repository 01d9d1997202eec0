/** Monogram, touch icons, and the outline shown for people without a picture. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { page } from './base.ts';
import type { Job } from './jobs.ts';

/** V and Y as one continuous line on the board. */
const VY = 'M9.5 18.5l9 27 9-27M36.5 18.5l9 14.5 9-14.5M45.5 33v12.5';
const monogram = (radius: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${radius}" fill="#0b0e11"/><path d="M0 16.5h64M0 47.5h64M16.5 0v64M47.5 0v64" stroke="#1d262e" fill="none"/><path d="${VY}" fill="none" stroke="#2dd4bf" stroke-width="5.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
const blank =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#1f2831"/><g fill="none" stroke="#98a6b3" stroke-width="2.5" stroke-linecap="round"><circle cx="32" cy="25" r="10"/><path d="M12 56c2-12 10-18 20-18s18 6 20 18"/></g></svg>';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The two vector files need no browser. */
export const writeVectors = (): void => {
  writeFileSync(`${root}public/favicon.svg`, `${monogram(14)}\n`);
  writeFileSync(`${root}public/img/avatar-blank.svg`, `${blank}\n`);
};

const tile = (radius: number) => (): string =>
  page(`<div style="width:512px;height:512px">${monogram(radius)}</div>`, 512, 512, false);
export const marks: Job[] = [
  {
    name: 'icon',
    html: tile(14),
    w: 512,
    h: 512,
    clear: true,
    outs: [
      { path: 'public/img/icon-192.png', width: 192, maxKb: 12, quality: 90 },
      { path: 'public/img/icon-512.png', width: 512, maxKb: 30, quality: 90 },
    ],
  },
  {
    name: 'touch-icon',
    html: tile(0),
    w: 512,
    h: 512,
    outs: [{ path: 'public/apple-touch-icon.png', width: 180, maxKb: 12, quality: 90 }],
  },
];
