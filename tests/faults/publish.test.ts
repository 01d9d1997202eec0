import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNKNOWN_RELEASE, WHICH_RELEASE } from '../../api/modules/site/texts.ts';
import type { Person } from '../support/http-client.ts';
import { ASHA, buyer, insertBuyer, ownerOf, PASSWORD, WEBSITE } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { start } from './app-process.ts';

const PROGRAM = [new URL('./small-build.ts', import.meta.url).pathname];
const PUBLISH_API = '/api/v1/desk/publish';

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  const afterwards = `echo "$PWD" >> ../uploads; cat "$CHANGED_FILES" > ../changed; cat "$REMOVED_FILES" > ../removed; test ! -f ../../refuse || { echo no room >&2; exit 3; }`;
  app = await startTestApp({ PUBLISH_COMMAND: afterwards }, { publishProgram: PROGRAM });
  owner = await ownerOf(app);
});
afterAll(() => app.close());

const site = (...path: string[]) => join(app.dataDir, 'site', ...path);
const current = () => readlinkSync(site('current'));
const instructBuild = (text: string) => writeFileSync(join(app.dataDir, 'wish'), text);
const status = async () => (await owner.get(PUBLISH_API)).body;

/** Waits until the running publish has ended and returns its status. */
const ended = () =>
  waitFor(async () => {
    const publishing = await status();
    if (publishing.running || !publishing.latest) throw new Error('still publishing');
    return publishing;
  });

async function publish() {
  const answer = await owner.post(PUBLISH_API);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return ended();
}

/** Waits until visitors receive this release. */
const served = (name: string) =>
  waitFor(async () => {
    const { body } = await app.visitor().get('/');
    if (!body.includes(`content="${name}"`)) throw new Error('the old release is served');
  });

test('a publish creates a complete release, also for a static host', async () => {
  const before = current();
  const publishing = await publish();
  expect(publishing.latest).toMatchObject({ failure: null, uploadFailure: null });
  expect(publishing.latest.log).toContain('making');
  const name = current();
  expect(name).not.toBe(before);
  expect(publishing.releases[0]).toMatchObject({ name, current: true });
  await served(name);
  const headers = readFileSync(site(name, '_headers'), 'utf8');
  expect(headers).toMatch(/^\/\*\n {2}content-security-policy: .*script-src 'self' 'sha256-/);
  expect(headers).toContain('permissions-policy: ');
  expect(headers).toContain('/_astro/*\n  Cache-Control: public, max-age=31536000, immutable');
  expect(readFileSync(site(name, '_redirects'), 'utf8')).toContain('/orders/* /orders 200');
  const page = readFileSync(site(name, 'my-gig', `${WEBSITE}.html`), 'utf8');
  const shown = /\/media\/[^"]+/.exec(page)?.[0] ?? 'none';
  const { bytes } = await app.server.services.store.db
    .selectFrom('media')
    .select('bytes')
    .where('hash', '=', shown.split(/[/.]/)[2] ?? '')
    .executeTakeFirstOrThrow();
  expect(readFileSync(site(name, shown)).equals(bytes)).toBe(true);
  expect((await app.visitor().get('/_headers')).status).toBe(302);
});

test('a page that was open before a publish still loads its scripts', async () => {
  const before = current();
  await publish();
  await served(current());
  const script = await app.visitor().get(`/_astro/app.${before}.js`);
  expect(script.status).toBe(200);
  expect(script.body).toContain(before);
});

test('the dashboard lists what a publish would change', async () => {
  expect((await owner.get(`${PUBLISH_API}/changes`)).body.changes).toEqual([]);
  const path = `/api/v1/desk/gigs/${WEBSITE}`;
  const save = async (title: string) => {
    const { gig } = (await owner.get(path)).body;
    expect((await owner.put(path, { ...gig, title })).status).toBe(200);
    return gig.title;
  };
  const before = await save('A house');
  const { body } = await owner.get(`${PUBLISH_API}/changes`);
  expect(body.changes).toEqual([{ kind: 'gig', what: 'changed', title: 'A house' }]);
  await save(before);
  expect((await owner.get(`${PUBLISH_API}/changes`)).body.changes).toEqual([]);
  await save('A house');
  expect((await owner.get(`${PUBLISH_API}/changes`)).body.changes).toHaveLength(1);
  await publish();
  expect((await owner.get(`${PUBLISH_API}/changes`)).body.changes).toEqual([]);
});

test('a failed or incomplete build leaves the site unchanged and reports why', async () => {
  const before = current();
  for (const [asked, why] of [
    ['fail', 'Cannot read the gig’s heart'],
    ['broken', '/my-work links to /nowhere, which is not there.'],
  ] as const) {
    instructBuild(asked);
    const publishing = await publish();
    expect(publishing.latest.failure, asked).toContain(why);
    expect(current()).toBe(before);
  }
  instructBuild('');
  const folders = readdirSync(site()).filter((name) => /^\d{17}-\w+$/.test(name));
  expect(folders).toHaveLength((await status()).releases.length);
});

test('one publish runs at a time, and a killed one does not block the next', async () => {
  const before = current();
  instructBuild('hang');
  expect((await owner.post(PUBLISH_API)).status).toBe(202);
  expect((await owner.post(PUBLISH_API)).status).toBe(409);
  const { latest } = await waitFor(async () => {
    const publishing = await status();
    if (publishing.latest?.step !== 'Build the pages') throw new Error('not building yet');
    return publishing;
  });
  process.kill(latest.pid, 'SIGKILL');
  expect((await ended()).latest.failure).toContain('stopped half-way');
  instructBuild('');
  expect(current()).toBe(before);
  expect((await publish()).latest.failure).toBeNull();
  expect(current()).not.toBe(before);
});

test('an abandoned publish whose process id is in use again does not block the next', async () => {
  const publishing = JSON.parse(readFileSync(site('publish.json'), 'utf8'));
  const name = '20260101000000000-abcdef';
  const abandoned = { ...publishing, name, pid: process.pid, endedAt: null };
  writeFileSync(site('publish.json'), JSON.stringify(abandoned));
  expect(await status()).toMatchObject({
    running: false,
    latest: { failure: expect.stringContaining('stopped half-way') },
  });
  expect((await publish()).latest.failure).toBeNull();
});

test('the last five releases are stored, and any of them can be restored', async () => {
  for (let more = 0; more < 3; more += 1) await publish();
  const { releases } = await status();
  expect(releases).toHaveLength(5);
  const [, , third] = releases;
  expect((await owner.post(`${PUBLISH_API}/rollback`, { release: third.name })).status).toBe(202);
  expect((await ended()).latest).toMatchObject({ kind: 'rollback', failure: null });
  expect(current()).toBe(third.name);
  await served(third.name);
  expect((await owner.post(`${PUBLISH_API}/rollback`, { release: third.name })).status).toBe(409);
  expect((await owner.post(`${PUBLISH_API}/rollback`, { release: '../../etc' })).status).toBe(404);
  expect(existsSync(site(releases[0].name))).toBe(true);
});

/** Runs `npm run build` with these arguments. */
async function build(...args: string[]): Promise<{ code: number | null; output: string }> {
  const program = start(['api/modules/site/publish/publish-command-line.ts', ...args], {
    DATA_DIR: app.dataDir,
  });
  return { code: await program.ended, output: program.output() };
}

test('a rollback to no release or an unknown one lists the stored releases', async () => {
  const before = current();
  const { releases } = await status();
  for (const [args, why] of [
    [['--to'], WHICH_RELEASE],
    [['--to', ''], WHICH_RELEASE],
    [['--to', '20250101000000000-abcdef'], UNKNOWN_RELEASE],
  ] as const) {
    const { code, output } = await build(...args);
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(why) });
    for (const { name } of releases) expect(output).toContain(name);
    expect(output).toContain(`${before} (current)`);
  }
  const unknownArgument = await build(before);
  expect(unknownArgument.code, unknownArgument.output).toBe(1);
  expect((await status()).releases).toEqual(releases);
  expect(current()).toBe(before);
});

test('a publish on a full disk says so and leaves no files behind', async () => {
  const before = current();
  const names = () => readdirSync(site()).sort();
  const namesBefore = names();
  // With no block even the failure cannot be stored; with eight, the pages do not fit.
  for (const blocks of [0, 8]) {
    instructBuild(`no room:${blocks}`);
    const { latest, releases } = await publish();
    expect(latest.failure, `${blocks} blocks`).toMatch(/disk is full/);
    expect(latest.endedAt).not.toBeNull();
    expect(releases.find((each: { current: boolean }) => each.current).name).toBe(before);
    expect(names().filter((name) => !namesBefore.includes(name))).toEqual([]);
    expect(current()).toBe(before);
  }
  instructBuild('');
  expect((await publish()).latest.failure).toBeNull();
});

test('the command after a publish runs in the release, and its failure is shown', async () => {
  await publish();
  const uploads = readFileSync(site('uploads'), 'utf8').trim().split('\n');
  expect(uploads.at(-1)).toMatch(new RegExp(`${current()}$`));
  writeFileSync(join(app.dataDir, 'refuse'), '');
  const publishing = await publish();
  rmSync(join(app.dataDir, 'refuse'));
  expect(publishing.latest.failure).toBeNull();
  expect(publishing.latest.uploadFailure).toMatch(/ended with 3[\s\S]*no room/);
  expect(publishing.releases[0].current).toBe(true);
});

test('the command after a publish gets the files that differ from the last upload', async () => {
  await publish();
  const uploaded = current();
  writeFileSync(join(app.dataDir, 'refuse'), '');
  await publish();
  const refused = current();
  rmSync(join(app.dataDir, 'refuse'));
  await publish();
  const list = (name: string) => readFileSync(site(name), 'utf8').trim().split('\n');
  expect(list('changed')).toEqual(
    expect.arrayContaining(['index.html', 'index.html.br', `_astro/app.${current()}.js`]),
  );
  expect(list('changed').filter((file) => file.startsWith('media/'))).toEqual([]);
  expect(list('removed')).toContain(`_astro/app.${uploaded}.js`);
  expect(list('removed')).not.toContain(`_astro/app.${refused}.js`);
});

test('only the owner can publish', async () => {
  const asha = await buyer(app, ASHA);
  const before = current();
  for (const [person, expectedStatus] of [
    [app.visitor(), 401],
    [asha, 403],
  ] as const) {
    expect((await person.get(PUBLISH_API)).status).toBe(expectedStatus);
    expect((await person.get(`${PUBLISH_API}/changes`)).status).toBe(expectedStatus);
    expect((await person.post(PUBLISH_API)).status).toBe(expectedStatus);
    expect((await person.post(`${PUBLISH_API}/rollback`, { release: before })).status).toBe(
      expectedStatus,
    );
  }
  expect(current()).toBe(before);
});

test('ten publishes, one of them killed, never serve a visitor a mixed release', async () => {
  let reading = true;
  let requests = 0;
  const seen = new Set<string>();
  const faults: string[] = [];
  async function read(path: string): Promise<void> {
    const person = app.visitor();
    while (reading) {
      const page = await person.get(path);
      const text = String(page.body);
      const [, servedRelease] = /name="release" content="([^"]+)"/.exec(text) ?? [];
      const [script = ''] = /\/_astro\/[^"]+/.exec(text) ?? [];
      // Earlier tests have published, so every page carries a release name.
      if (!servedRelease || page.status !== 200) faults.push(`${path}: ${page.status}`);
      const asset = await person.get(script);
      if (asset.status !== 200) faults.push(`${script}: ${asset.status}`);
      if (!String(asset.body).includes(`release ${servedRelease}`))
        faults.push(`${servedRelease} mixed`);
      seen.add(servedRelease ?? '');
      requests += 2;
    }
  }
  const readers = ['/', '/my-work', `/my-gig/${WEBSITE}`, '/orders/any'].map(read);
  for (let round = 0; round < 10; round += 1) {
    if (round === 5) {
      instructBuild('hang');
      await owner.post(PUBLISH_API);
      const { latest } = await waitFor(async () => {
        const publishing = await status();
        if (publishing.latest?.step !== 'Build the pages') throw new Error('not building yet');
        return publishing;
      });
      process.kill(latest.pid, 'SIGKILL');
      instructBuild('');
      await ended();
    } else {
      expect((await publish()).latest.failure).toBeNull();
    }
  }
  await served(current());
  reading = false;
  await Promise.all(readers);
  expect(faults).toEqual([]);
  expect(seen.size).toBeGreaterThan(3);
  expect(requests).toBeGreaterThan(500);
});

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

/** A review of this person that the small pages show. */
async function review(userId: string, comment: string): Promise<void> {
  const { db } = app.server.services.store;
  const sample = await db.selectFrom('reviews').selectAll().executeTakeFirstOrThrow();
  const id = `shown-${crypto.randomUUID()}`;
  const row = { ...sample, id, user_id: userId, order_id: null, comment };
  await db.insertInto('reviews').values(row).execute();
}
