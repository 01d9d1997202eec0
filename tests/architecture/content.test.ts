import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pictureFilesOf, withPictureIds } from '../../api/modules/catalog/content/picture-rules.ts';
import { parseContent } from '../../api/modules/catalog/content/transfer-content.ts';
import { profileBody } from '../../api/modules/catalog/profile/schema.ts';

test('the files of the starter shop are what an export writes, and each picture has its sizes', async () => {
  const folder = new URL('../../db/seed/', import.meta.url).pathname;
  const file = JSON.parse(readFileSync(join(folder, 'content.json'), 'utf8'));
  const { profile, ...content } = await parseContent(withPictureIds(file, (name) => name));
  expect(profileBody.parse(profile)).toEqual(profile);
  expect(content['gigs']).toHaveLength(8);
  for (const name of pictureFilesOf(file)) {
    const stem = join(folder, name.replace(/-\d+\.avif$/, ''));
    expect(globSync(`${stem}-*.{avif,webp}`).length, name).toBeGreaterThan(1);
  }
});

test('no code holds a name of the starter shop', () => {
  const root = new URL('../..', import.meta.url).pathname;
  const files = globSync('{api,db,src,public}/**/*.{ts,tsx,mjs,astro,css,svg,json}', { cwd: root })
    .filter((file) => !/^db.(seed|migrations)\b/.test(file))
    .filter((file) => /\bVY\b|vihaan|vyadav/i.test(readFileSync(`${root}${file}`, 'utf8')));
  expect(files).toEqual([]);
});
