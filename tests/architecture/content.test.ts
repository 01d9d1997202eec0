import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STARTER_PICTURE } from '../../api/modules/catalog/profile/read-profile.ts';
import { profileBody } from '../../api/modules/catalog/profile/schema.ts';
import { starterProfile } from '../../db/seed/profile.ts';

test('the starter profile is one that the form would save', () => {
  expect(profileBody.parse(starterProfile)).toEqual(starterProfile);
});

test('the starter showcase has its pictures in every size', () => {
  for (const { picture } of starterProfile.showcase) {
    const file = picture._id.slice(STARTER_PICTURE.length);
    for (const size of ['480.avif', '960.avif', '960.webp']) {
      const path = new URL(`../../public/img/${file}-${size}`, import.meta.url);
      expect(existsSync(path), path.pathname).toBe(true);
    }
  }
});
