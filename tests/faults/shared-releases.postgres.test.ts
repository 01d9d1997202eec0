import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readRendered } from '../../api/modules/site/releases/rendered-site.ts';
import { listReleases } from '../../api/modules/site/releases/stored-releases.ts';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, ownerOf, PASSWORD, WEBSITE, WEBSITE_PAGE } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

// Three apps on one database, each with a folder of its own for the releases of the site.
const publishProgram = [new URL('./small-build.ts', import.meta.url).pathname];
const PUBLISH_API = '/api/v1/desk/publish';

/** The database and the folder of files of another app. */
const sharedWith = ({ server: { config } }: TestApp) => ({
  ...{ DATABASE_URL: config.databaseUrl, FILES_DIR: config.files.dir },
});

let apps: [TestApp, TestApp, TestApp];
let owner: Person;
let ownerElsewhere: Person;
beforeAll(async () => {
  const first = await startTestApp({}, { publishProgram });
  const join = () => startTestApp(sharedWith(first), { publishProgram });
  apps = [first, await join(), await join()];
  owner = await ownerOf(first);
  ownerElsewhere = await ownerOf(apps[1]);
});
afterAll(async () => {
  for (const app of apps.toReversed()) await app.close();
});

const siteOf = ({ dataDir }: TestApp) => join(dataDir, 'site');
/** The release of which this app serves the pages. */
const releaseAt = ({ dataDir }: TestApp) => readRendered(dataDir)?.release;

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

const pageAt = async (app: TestApp, path = '/') => String((await app.visitor().get(path)).body);

/** Waits until every app serves this release. */
const untilServed = (name: string) =>
  waitFor(() => {
    for (const app of apps) expect(releaseAt(app)).toBe(name);
  });

test('what is published at one process is shown by all, each with pages of its own', async () => {
  const path = `/api/v1/desk/gigs/${WEBSITE}`;
  const { gig } = (await owner.get(path)).body;
  const title = `A gig of ${Date.now()}`;
  expect((await owner.put(path, { ...gig, title })).status).toBe(200);
  await untilServed(await publish());
  for (const app of apps) expect(await pageAt(app, WEBSITE_PAGE)).toContain(title);
});

test('the scripts of a page are found at every process, also at one that starts afterwards', async () => {
  await untilServed(await publish());
  const script = /\/_astro\/app\.[^"]+\.js/.exec(await pageAt(apps[0]))?.[0] ?? '';
  const late = await startTestApp(sharedWith(apps[0]), { publishProgram });
  for (const app of [...apps, late]) {
    await waitFor(async () => {
      const { status, body } = await app.visitor().get(script);
      expect([status, String(body)]).toEqual([200, expect.stringContaining('release')]);
    });
  }
  await late.close();
});

test('the owner follows and undoes a publish at another process than the one that published', async () => {
  const before = await publish();
  const name = await publish();
  const seen = await statusFor(ownerElsewhere);
  expect(seen.latest).toMatchObject({ name, failure: null, log: expect.stringContaining(name) });
  expect(seen.releases[0]).toMatchObject({ name, isCurrent: true });
  // That process may still make the pages of what was published here.
  await waitFor(async () => {
    const undone = await ownerElsewhere.post(`${PUBLISH_API}/rollback`, { release: before });
    expect(undone.status).toBe(202);
  });
  await waitFor(async () => {
    const { running, latest } = await statusFor(owner);
    expect([running, latest.kind, latest.failure]).toEqual([false, 'rollback', null]);
  });
  await untilServed(before);
});

test('the last five releases are kept, and each process has the pages of one', async () => {
  const names: string[] = [];
  for (let round = 0; round < 6; round += 1) names.unshift(await publish(owner));
  await untilServed(names[0] ?? '');
  const { releases } = await statusFor(ownerElsewhere);
  expect(releases.map((each: { name: string }) => each.name)).toEqual(names.slice(0, 5));
  for (const app of apps)
    expect(
      globSync('*/index.html', { cwd: siteOf(app) }).filter((each) => !/^current/.test(each)),
    ).toHaveLength(1);
});

test('somebody who leaves is gone from the pages of every process, and no release goes', async () => {
  const name = 'Quillon Ferrybank';
  const { db } = apps[0].server.services.store;
  const { person, user } = await insertBuyer(apps[1], { name });
  const sample = await db.selectFrom('reviews').selectAll().executeTakeFirstOrThrow();
  const review = { ...sample, id: `shown-${user.id}`, user_id: user.id, order_id: null };
  await apps[1].write((tx) => tx.insertInto('reviews').values(review).execute());
  await untilServed(await publish(owner));
  const showing = () =>
    apps.flatMap((app) =>
      globSync('*/index.html', { cwd: siteOf(app) }).filter((file) =>
        readFileSync(join(siteOf(app), file), 'utf8').includes(name),
      ),
    );
  await waitFor(() => expect(showing().length).toBeGreaterThanOrEqual(3));
  const before = await listReleases(db);
  expect((await person.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(200);
  await waitFor(async () => {
    for (const app of apps) await app.server.services.publisher.refreshPages();
    expect(showing()).toEqual([]);
  });
  expect(await listReleases(db)).toEqual(before);
});

test('a process that cannot make the current pages serves those before and says after a minute that it is not ready', async () => {
  const before = await publish();
  await untilServed(before);
  writeFileSync(join(apps[2].dataDir, 'wish'), 'fail');
  const name = await publish();
  await waitFor(() => expect(releaseAt(apps[1])).toBe(name));
  await waitFor(() => expect(`${apps[2].logs}`).toContain('the pages could not be made again'));
  expect(releaseAt(apps[2])).toBe(before);
  expect((await apps[2].visitor().get('/readyz')).status).toBe(200);
  vi.setSystemTime(Date.now() + 61_000);
  onTestFinished(() => void vi.useRealTimers());
  await waitFor(async () => expect((await apps[2].visitor().get('/readyz')).status).toBe(503));
  rmSync(join(apps[2].dataDir, 'wish'));
  await waitFor(() => expect(releaseAt(apps[2])).toBe(name));
});
