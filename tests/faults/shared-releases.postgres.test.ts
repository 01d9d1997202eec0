import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildVersion } from '../../api/modules/site/build/build-target.ts';
import { prepareSite } from '../../api/modules/site/publish/build-at-start.ts';
import { buildSite } from '../../api/modules/site/publish/publish-release.ts';
import { listShared } from '../../api/modules/site/releases/store-release.ts';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, ownerOf, PASSWORD, WEBSITE } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

// Three apps on one database, each with a folder of its own for the releases of the site.
const publishProgram = [new URL('./small-build.ts', import.meta.url).pathname];
const PUBLISH_API = '/api/v1/desk/publish';

let apps: [TestApp, TestApp, TestApp];
let owner: Person;
let ownerElsewhere: Person;
beforeAll(async () => {
  const first = await startTestApp({}, { publishProgram });
  const { databaseUrl } = first.server.config;
  const join = () => startTestApp({ DATABASE_URL: databaseUrl }, { publishProgram });
  apps = [first, await join(), await join()];
  owner = await ownerOf(first);
  ownerElsewhere = await ownerOf(apps[1]);
});
afterAll(async () => {
  for (const app of apps.toReversed()) await app.close();
});

const siteOf = ({ dataDir }: TestApp) => join(dataDir, 'site');
const currentAt = (app: TestApp) => readlinkSync(join(siteOf(app), 'current'));
const wholeAt = (app: TestApp) =>
  readdirSync(siteOf(app)).filter((name) => existsSync(join(siteOf(app), `${name}.json`)));

const statusFor = async (person: Person) => (await person.get(PUBLISH_API)).body;

/** Publishes, and returns the name of the release. */
async function publish(person = owner): Promise<string> {
  // The previous publish may still be removing old releases.
  await waitFor(async () => {
    const answer = await person.post(PUBLISH_API);
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  });
  return waitFor(async () => {
    const { running, latest } = await statusFor(person);
    if (running) throw new Error('still publishing');
    expect(latest).toMatchObject({ failure: null, kind: 'publish' });
    return latest.name;
  });
}

const servedBy = async (app: TestApp, path = '/') => {
  const { body } = await app.visitor().get(path);
  return /content="(\d{17}-[\da-f]{6})"/.exec(body)?.[1];
};

/** Waits until every app serves this release. */
const untilServed = (name: string) =>
  waitFor(async () => {
    for (const app of apps) expect(await servedBy(app, `/my-gig/${WEBSITE}`)).toBe(name);
  });

test('a publish at one process reaches all', async () => {
  const name = await publish();
  await untilServed(name);
  expect(await servedBy(apps[2], '/my-work')).toBe(name);
});

test('a page of the process that switched first finds its scripts at the others', async () => {
  const name = await publish();
  for (const app of apps) {
    const { status, body } = await app.visitor().get(`/_astro/app.${name}.js`);
    expect([status, String(body)]).toEqual([200, expect.stringContaining(name)]);
    await waitFor(() => expect(currentAt(app)).toBe(name));
  }
});

test('a page that was open before still finds its scripts at a process that starts afterwards', async () => {
  const before = currentAt(apps[0]);
  await untilServed(await publish());
  const { databaseUrl } = apps[0].server.config;
  const late = await startTestApp({ DATABASE_URL: databaseUrl }, { publishProgram });
  await waitFor(() => expect(wholeAt(late)).toContain(before));
  expect((await late.visitor().get(`/_astro/app.${before}.js`)).status).toBe(200);
  await late.close();
});

test('the owner follows and undoes a publish at another process than the one that published', async () => {
  const before = currentAt(apps[0]);
  const name = await publish();
  const seen = await statusFor(ownerElsewhere);
  expect(seen.latest).toMatchObject({ name, failure: null, log: expect.stringContaining(name) });
  expect(seen.releases[0]).toMatchObject({ name, current: true });
  const undone = await ownerElsewhere.post(`${PUBLISH_API}/rollback`, { release: before });
  expect(undone.status).toBe(202);
  // The apps have different origins, so what one has made is rendered again by the other.
  const restored = await waitFor(async () => {
    const { running, latest } = await statusFor(owner);
    expect([running, latest.kind, latest.failure]).toEqual([false, 'rollback', null]);
    return latest.name;
  });
  await untilServed(restored);
});

test('what is published twice is stored once, and five releases are kept everywhere', async () => {
  const { db } = apps[0].server.services.store;
  const names: string[] = [];
  for (let round = 0; round < 6; round += 1) names.unshift(await publish(owner));
  await waitFor(() => {
    for (const app of apps) expect(wholeAt(app).sort().reverse()).toEqual(names.slice(0, 5));
  });
  const rows = await db.selectFrom('releases').select('name').orderBy('name', 'desc').execute();
  expect(rows.map((row) => row.name)).toEqual(names.slice(0, 5));
  const files = await db
    .selectFrom('release_files')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  await publish(owner);
  const after = await db
    .selectFrom('release_files')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  expect(after.rows).toBe(files.rows);
});

test('somebody who leaves is gone from every release at every process, and no release goes', async () => {
  const name = 'Quillon Ferrybank';
  const { db } = apps[0].server.services.store;
  const { person, user } = await insertBuyer(apps[1], { name });
  const sample = await db.selectFrom('reviews').selectAll().executeTakeFirstOrThrow();
  const review = { ...sample, id: `shown-${user.id}`, user_id: user.id, order_id: null };
  await apps[1].write((tx) => tx.insertInto('reviews').values(review).execute());
  for (let round = 0; round < 2; round += 1) await publish(owner);
  const showing = () =>
    apps.flatMap((app) =>
      globSync('*/index.html', { cwd: siteOf(app) }).filter((file) =>
        readFileSync(join(siteOf(app), file), 'utf8').includes(name),
      ),
    );
  await waitFor(() => expect(showing()).toHaveLength(6));
  const before = (await listShared(db)).map(({ madeAt }) => madeAt);
  expect((await person.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(200);
  await apps[2].server.services.publisher.refreshReviews();
  await waitFor(() => expect(showing()).toEqual([]));
  expect((await listShared(db)).map(({ madeAt }) => madeAt)).toEqual(before);
  for (const app of apps) expect(await servedBy(app, '/')).toBe(currentAt(app));
});

test('an older version that starts in the middle of a deploy publishes nothing', async () => {
  const { config, services } = apps[0].server;
  const { store } = services;
  const replaced = await publish();
  const current = await publish();
  // The apps are the newer version; a different origin simulates the older one.
  const older = { ...config, siteOrigin: 'http://localhost:1' };
  const setFingerprint = (name: string, mark: string) =>
    apps[0].write(async (tx) => {
      const release = (await listShared(tx)).find((each) => each.name === name);
      const description = JSON.stringify({ ...release, fingerprint: mark });
      await tx.updateTable('releases').set({ description }).where('name', '=', name).execute();
    });
  await setFingerprint(current, buildVersion(config));
  await setFingerprint(replaced, buildVersion(older));
  let builds = 0;
  const build = async () => {
    builds += 1;
  };
  await prepareSite(older, { store, log: services.log, build });
  expect(builds).toBe(0);
  // The newer version was rolled back, so no process of it is left.
  await setFingerprint(current, 'of no process');
  await prepareSite(older, { store, log: services.log, build });
  expect(builds).toBe(1);
});

test('releases that were made before a move to PostgreSQL come along', async () => {
  const app = await startTestApp({}, { publishProgram });
  const { config, services } = app.server;
  const at = (name: string) => join(siteOf(app), name);
  const name = currentAt(app);
  const older = '20260101000000000-abcdef';
  const release = JSON.parse(readFileSync(`${at(name)}.json`, 'utf8'));
  cpSync(at(name), at(older), { recursive: true });
  cpSync(`${at(name)}.manifest.json`, `${at(older)}.manifest.json`);
  writeFileSync(
    `${at(older)}.json`,
    JSON.stringify({ ...release, madeAt: '2026-01-01T00:00:00.000Z' }),
  );
  const fingerprint = buildVersion(config);
  writeFileSync(`${at(name)}.json`, JSON.stringify({ ...release, fingerprint }));
  await buildSite(config);
  const stored = await listShared(services.store.db);
  expect(stored.map((each) => [each.name, each.isCurrent])).toEqual([
    [name, true],
    [older, false],
  ]);
  await app.close();
});

test('a file that is damaged in the database is not served', async () => {
  await apps[0].write((tx) =>
    tx
      .updateTable('release_files')
      .set({ bytes: Buffer.from('other') })
      .where('sha256', 'not in', tx.selectFrom('releases').select('manifest'))
      .execute(),
  );
  const { databaseUrl } = apps[0].server.config;
  const late = await startTestApp({ DATABASE_URL: databaseUrl }, { publishProgram });
  const before = currentAt(late);
  await waitFor(() => expect(`${late.logs}`).toContain('is not whole in the database'));
  expect(currentAt(late)).toBe(before);
  await late.close();
});
