import { expect, test } from 'vitest';
import { WEBSITE } from '../support/people.ts';
import {
  ended,
  owner,
  PUBLISH_API,
  publish,
  sharePublishApp,
  startPage,
  status,
} from './publish-app.ts';

sharePublishApp();

async function saveTitle(title: string): Promise<void> {
  const path = `/api/v1/desk/gigs/${WEBSITE}`;
  const { gig } = (await owner.get(path)).body;
  expect((await owner.put(path, { ...gig, title })).status).toBe(200);
}

test('with the switch on, a saved change is published by itself; a rollback switches it off', async () => {
  const before = (await publish()).latest.name;
  const path = `${PUBLISH_API}/automatic`;
  expect((await owner.put(path, { automatic: true })).status).toBe(200);
  expect((await status()).automatic).toBe(true);
  await saveTitle('A site overnight');
  await expect.poll(startPage).toContain('A site overnight');
  await ended();
  const { releases } = await status();
  expect(releases[1]).toMatchObject({ name: before, isCurrent: false });

  expect((await owner.post(`${PUBLISH_API}/rollback`, { release: before })).status).toBe(202);
  const { automatic, latest } = await ended();
  expect([automatic, latest]).toMatchObject([false, { name: before, failure: null }]);
  expect(startPage()).not.toContain('A site overnight');
});

test('switching it on publishes what was saved before', async () => {
  await saveTitle('A site at once');
  expect((await owner.get(`${PUBLISH_API}/changes`)).body.changes).not.toEqual([]);
  await owner.put(`${PUBLISH_API}/automatic`, { automatic: true });
  await expect
    .poll(async () => (await owner.get(`${PUBLISH_API}/changes`)).body.changes)
    .toEqual([]);
  await owner.put(`${PUBLISH_API}/automatic`, { automatic: false });
  await ended();
});
