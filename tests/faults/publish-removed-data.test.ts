import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { insertBuyer, PASSWORD } from '../support/people.ts';

import {
  app,
  ended,
  instructBuild,
  publish,
  review,
  sharePublishApp,
  site,
  status,
} from './publish-app.ts';

sharePublishApp();

test('a review that contains the address of a picture does not fail a publish', async () => {
  const { user } = await insertBuyer(app);
  await review(user.id, `Broken: /media/${'0'.repeat(40)}.png`);
  const { latest } = await publish();
  expect(latest.failure).toBeNull();
});

test('deleting an account removes the person from the published pages and every stored release', async () => {
  const name = 'Quillon Ferrybank';
  const { person, user } = await insertBuyer(app, { name });
  const avatar =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const { body } = await person.post('/api/v1/user/picture', { avatar });
  const picture: string = body.user.avatar.url;
  await review(user.id, 'It stays when I leave.');
  await publish();
  await publish();
  const pages = () =>
    globSync('*/index.html', { cwd: site() }).filter((file) =>
      readFileSync(site(file), 'utf8').includes(name),
    );
  expect(pages().length).toBeGreaterThan(1);
  expect(existsSync(site('current', picture))).toBe(true);

  expect((await person.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(200);
  await expect.poll(pages).toEqual([]);
  await ended();
  expect(readFileSync(site('current', 'index.html'), 'utf8')).toContain(
    'Former client: It stays when I leave.',
  );
  expect(globSync(`*${picture}`, { cwd: site() })).toEqual([]);
  expect((await app.visitor().get(picture)).status).toBe(404);
});

test('a person whose account is deleted while a publish fails is removed by a later publish', async () => {
  const name = 'Ottoline Parchment';
  const { person, user } = await insertBuyer(app, { name });
  await review(user.id, 'It stays as well.');
  await publish();
  instructBuild('fail');
  await person.post('/api/v1/user/delete', { password: PASSWORD });
  await expect.poll(async () => (await status()).latest.failure).toMatch(/heart/);
  await ended();
  expect(readFileSync(site('current', 'index.html'), 'utf8')).toContain(name);
  instructBuild('');
  app.server.services.publisher.refresh();
  await expect.poll(() => readFileSync(site('current', 'index.html'), 'utf8')).not.toContain(name);
  await ended();
});
