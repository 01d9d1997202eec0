import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { profileBody } from '../../api/modules/catalog/profile/schema.ts';
import { profilePictures, starterProfile } from '../../db/seed/profile.ts';

test('the starter profile is one that the form would save', () => {
  expect(profileBody.parse(starterProfile)).toEqual(starterProfile);
});

test('the pictures of the starter profile have their files', () => {
  for (const { file, width } of profilePictures) {
    for (const ending of [`${Math.min(width, 480)}.avif`, `${width}.webp`]) {
      const path = new URL(`../../db/seed/pictures/${file}-${ending}`, import.meta.url);
      expect(existsSync(path) || file === 'portrait', path.pathname).toBe(true);
    }
  }
});

test('no code holds a name of the starter shop', () => {
  const root = new URL('../..', import.meta.url).pathname;
  const files = globSync('{api,db,src,public}/**/*.{ts,tsx,mjs,astro,css,svg,json}', { cwd: root })
    .filter((file) => !/^db.(seed|migrations)\b/.test(file))
    .filter((file) => /\bVY\b|vihaan|vyadav/i.test(readFileSync(`${root}${file}`, 'utf8')));
  expect(files).toEqual([]);
});
