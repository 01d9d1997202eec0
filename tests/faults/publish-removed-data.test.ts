import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { insertBuyer, PASSWORD } from '../support/people.ts';

import {
  app,
  instructBuild,
  publish,
  refreshReviews,
  review,
  sharePublishApp,
  site,
  startPage,
  status,
} from './publish-app.ts';

sharePublishApp();

test('a review that contains the address of a picture does not fail a publish', async () => {
  const { user } = await insertBuyer(app);
  await review(user.id, `Broken: /media/${'0'.repeat(40)}.png`);
  const { latest } = await publish();
  expect(latest.failure).toBeNull();
});

test('deleting an account removes the person from every stored release, and no release goes', async () => {
  const name = 'Quillon Ferrybank';
  const { person, user } = await insertBuyer(app, { name });
  const avatar =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const { body } = await person.post('/api/v1/user/picture', { avatar });
  const picture: string = body.user.avatar.url;
  await review(user.id, 'It leaves with me.');
  await publish();
  await publish();
  const pages = () =>
    globSync('*/index.html', { cwd: site() }).filter((file) =>
      readFileSync(site(file), 'utf8').includes(name),
    );
  expect(pages().length).toBeGreaterThan(1);
  expect(existsSync(site('current', picture))).toBe(true);

  const before = (await status()).releases;
  expect((await person.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(200);
  await expect.poll(afterRefresh(pages)).toEqual([]);
  await expect
    .poll(async () => publishTimes(await status()))
    .toEqual(publishTimes({ releases: before }));
  expect(startPage()).not.toContain('It leaves with me.');
  expect(globSync(`*${picture}`, { cwd: site() })).toEqual([]);
  expect((await app.visitor().get(picture)).status).toBe(404);
});

test('a person whose account is deleted while a publish fails is removed by a later publish', async () => {
  const name = 'Ottoline Parchment';
  const { person, user } = await insertBuyer(app, { name });
  await review(user.id, 'It leaves as well.');
  await publish();
  instructBuild('fail');
  await person.post('/api/v1/user/delete', { password: PASSWORD });
  await refreshReviews();
  await expect.poll(async () => (await status()).latest.failure).toMatch(/heart/);
  expect(startPage()).toContain(name);
  instructBuild('');
  await expect.poll(afterRefresh(startPage)).not.toContain(name);
});

/** The job refreshes every minute, because a refresh does nothing while another one is still ending. */
const afterRefresh =
  <T>(read: () => T) =>
  async () => {
    await refreshReviews();
    return read();
  };

const publishTimes = ({ releases }: { releases: { madeAt: string }[] }) =>
  releases.map(({ madeAt }) => madeAt);
