import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { insertBuyer } from '../support/people.ts';
import {
  app,
  current,
  ended,
  owner,
  PUBLISH_API,
  publish,
  review,
  sharePublishApp,
  site,
  status,
} from './publish-app.ts';

sharePublishApp();

test('with the switch on, a saved change is published by itself; a rollback switches it off', async () => {
  const { person, user } = await insertBuyer(app, { name: 'Wilhelmina Oakhurst' });
  await review(user.id, 'A name that changes.');
  await publish();
  const before = current();
  const path = `${PUBLISH_API}/automatic`;
  expect((await owner.put(path, { automatic: true })).status).toBe(200);
  expect((await status()).automatic).toBe(true);
  await person.post('/api/v1/user/name', { name: 'Mina Oakhurst' });
  await expect.poll(() => readFileSync(site('current', 'index.html'), 'utf8')).toContain('Mina');
  await ended();
  expect((await status()).releases.map(({ name }: { name: string }) => name)[1]).toBe(before);

  expect((await owner.post(`${PUBLISH_API}/rollback`, { release: before })).status).toBe(202);
  await expect.poll(current).toBe(before);
  await ended();
  expect((await status()).automatic).toBe(false);
});

test('switching it on publishes what was saved before', async () => {
  expect((await owner.get(`${PUBLISH_API}/changes`)).body.changes).not.toEqual([]);
  await owner.put(`${PUBLISH_API}/automatic`, { automatic: true });
  await expect
    .poll(async () => (await owner.get(`${PUBLISH_API}/changes`)).body.changes)
    .toEqual([]);
  await owner.put(`${PUBLISH_API}/automatic`, { automatic: false });
  await ended();
});
