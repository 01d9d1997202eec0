/** Every picture with the files it becomes. */

import { avatars } from './avatars.ts';
import { gigs } from './gigs.ts';
import { marks } from './marks.ts';
import { portrait } from './portrait.ts';
import { projects } from './projects.ts';
import type { Want } from './render.ts';
import { delivered, showcase } from './showcase.ts';

export interface Job {
  name: string;
  html: () => string;
  w: number;
  h: number;
  clear?: boolean;
  outs: Want[];
}

const PICTURES = 'db/seed/pictures';
const IMG = 'public/img';
const screen = (name: string, html: () => string): Job => ({
  name,
  html,
  w: 1440,
  h: 900,
  outs: [
    { path: `${PICTURES}/${name}-480.avif`, width: 480, maxKb: 14, quality: 56 },
    { path: `${PICTURES}/${name}-960.avif`, width: 960, maxKb: 35, quality: 56 },
    { path: `${PICTURES}/${name}-1440.avif`, width: 1440, maxKb: 64, quality: 54 },
    { path: `${PICTURES}/${name}-960.webp`, width: 960, maxKb: 60, quality: 80 },
  ],
});

export const jobs: Job[] = [
  ...Object.entries(gigs).map(([name, html]) => screen(name, html)),
  ...Object.entries(projects).map(([slug, html]) => screen(`project-${slug}`, html)),
  ...Object.entries(showcase).map(
    ([slug, html]): Job => ({
      name: `showcase-${slug}`,
      html,
      w: 1440,
      h: 900,
      outs: [
        { path: `${IMG}/showcase-${slug}-480.avif`, width: 480, maxKb: 14, quality: 56 },
        { path: `${IMG}/showcase-${slug}-960.avif`, width: 960, maxKb: 35, quality: 56 },
        { path: `${IMG}/showcase-${slug}-960.webp`, width: 960, maxKb: 60, quality: 80 },
      ],
    }),
  ),
  ...delivered.map(
    (html, i): Job => ({
      name: `review-${i + 1}`,
      html,
      w: 960,
      h: 720,
      outs: [
        { path: `${IMG}/review-${i + 1}.avif`, width: 480, maxKb: 14, quality: 56 },
        { path: `${IMG}/review-${i + 1}.webp`, width: 480, maxKb: 24, quality: 80 },
      ],
    }),
  ),
  ...avatars.map(
    (html, i): Job => ({
      name: `avatar-${i + 1}`,
      html,
      w: 256,
      h: 256,
      outs: [{ path: `${PICTURES}/avatar-${i + 1}.webp`, width: 256, maxKb: 6, quality: 82 }],
    }),
  ),
  {
    name: 'portrait',
    html: portrait,
    w: 640,
    h: 640,
    outs: [
      { path: `${IMG}/portrait-320.avif`, width: 320, maxKb: 12, quality: 60 },
      { path: `${IMG}/portrait-640.avif`, width: 640, maxKb: 26, quality: 60 },
      { path: `${IMG}/portrait-640.webp`, width: 640, maxKb: 40, quality: 84 },
      { path: `${IMG}/portrait.webp`, width: 256, maxKb: 12, quality: 84 },
    ],
  },
  ...marks,
];
