import { beforeEach, expect, test } from 'vitest';
import { buildSite } from '../../api/modules/site/publish/publish-release.ts';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, PASSWORD, WEBSITE } from '../support/people.ts';
import {
  app,
  current,
  ended,
  owner,
  PUBLISH_API,
  publish,
  refreshPages,
  review,
  sharePublishApp,
  startPage,
  status,
} from './publish-app.ts';

sharePublishApp();

const GIG = `/api/v1/desk/gigs/${WEBSITE}`;
let person: Person;
let count = 0;

beforeEach(async () => {
  count += 1;
  const buyer = await insertBuyer(app, { name: `Buyer ${count}` });
  person = buyer.person;
  await review(buyer.user.id, 'Well made.');
});

async function saveTitle(title: string): Promise<void> {
  const { gig } = (await owner.get(GIG)).body;
  expect((await owner.put(GIG, { ...gig, title })).status).toBe(200);
}
const rename = async (name: string) =>
  expect((await person.post('/api/v1/user/name', { name })).status).toBe(200);
const changes = async () => (await owner.get(`${PUBLISH_API}/changes`)).body.changes;
const publishTimes = async () =>
  (await status()).releases.map(({ publishedAt }: { publishedAt: string }) => publishedAt);

test('a client’s new name reaches the site without the changes that the owner has not published', async () => {
  await saveTitle('A published title');
  await publish();
  const before = await publishTimes();
  await saveTitle('An unpublished title');
  const unpublished = await changes();
  expect(unpublished).toHaveLength(1);
  await rename('Wilhelmina Oakhurst');
  await refreshPages();
  await expect.poll(startPage).toContain('Wilhelmina Oakhurst: Well made.');
  expect(startPage()).toContain('A published title');
  expect(await changes()).toEqual(unpublished);
  expect((await status()).latest).toMatchObject({ kind: 'publish', failure: null });
  await expect.poll(publishTimes).toEqual(before);
});

test('somebody who renames or leaves does not undo a rollback or push a release out', async () => {
  await saveTitle('The title before');
  await publish();
  const earlier = current();
  await saveTitle('The title that was a mistake');
  await publish();
  await owner.post(`${PUBLISH_API}/rollback`, { release: earlier });
  await expect.poll(startPage).toContain('The title before');
  await ended();
  const before = await publishTimes();
  for (const name of ['Mina', 'Mira', 'Maya']) {
    await rename(name);
    await refreshPages();
    await expect.poll(startPage).toContain(`${name}: Well made.`);
  }
  expect((await person.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(200);
  await refreshPages();
  await expect.poll(startPage).not.toContain('Maya');
  await expect.poll(publishTimes).toEqual(before);
  expect(startPage()).toContain('The title before');
});

test('a name that nobody reads on the site makes no release', async () => {
  await publish();
  const before = current();
  const { person: reader } = await insertBuyer(app, { name: 'A reader' });
  await reader.post('/api/v1/user/name', { name: 'Another reader' });
  await refreshPages();
  await publish();
  expect((await status()).releases[1].name).toBe(before);
});

test('the start of another version renders what is published, not what waits', async () => {
  await saveTitle('What visitors read');
  await publish();
  await saveTitle('What waits');
  const { dataDir, databaseUrl } = app.server.config;
  const before = current();
  await buildSite({ dataDir, databaseUrl, siteOrigin: 'http://localhost:1' });
  expect(current()).not.toBe(before);
  expect(startPage()).toContain('What visitors read');
  expect(startPage()).not.toContain('What waits');
});

test('past work is public when it is published', async () => {
  await publish();
  const seen = async () =>
    (await app.visitor().get('/api/v1/client/get-project')).body.data.map(
      ({ title }: { title: string }) => title,
    );
  const path = '/api/v1/desk/projects';
  const [{ _id }] = (await owner.get(path)).body.projects;
  const { project } = (await owner.get(`${path}/${_id}`)).body;
  const before = await seen();
  expect((await owner.put(`${path}/${_id}`, { ...project, title: 'Secret work' })).status).toBe(
    200,
  );
  expect(await seen()).toEqual(before);
  await publish();
  await expect.poll(seen).toContain('Secret work');
});

test('reviews of a gig that is no longer offered stay on the site', async () => {
  const { db } = app.server.services.store;
  const { gig_id } = await db.selectFrom('reviews').select('gig_id').executeTakeFirstOrThrow();
  const path = `/api/v1/desk/gigs/${gig_id}`;
  const { version } = (await owner.get(path)).body.gig;
  expect((await owner.put(`${path}/status`, { version, status: 'retired' })).status).toBe(200);
  await publish();
  expect(startPage()).toContain(`Buyer ${count}: Well made.`);
  await rename('Nadia Chaudhry');
  await refreshPages();
  await expect.poll(startPage).toContain('Nadia Chaudhry: Well made.');
});
