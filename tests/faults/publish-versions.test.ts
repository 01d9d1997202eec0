import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { prepareSite } from '../../api/modules/site/publish/build-at-start.ts';
import {
  buildSite,
  publish as publishSite,
} from '../../api/modules/site/publish/publish-release.ts';
import {
  CLOSED_SITE,
  KEPT_PAGES,
  OTHER_VERSION,
  WAITING_EDITS,
} from '../../api/modules/site/texts.ts';
import { backUp } from '../../db/backup.ts';
import { openDatabase } from '../../db/database.ts';
import { WEBSITE } from '../support/people.ts';
import { start } from './app-process.ts';
import {
  app,
  current,
  ended,
  owner,
  PUBLISH_API,
  publish,
  sharePublishApp,
  site,
  startPage,
  status,
} from './publish-app.ts';

sharePublishApp();

const GIG = `/api/v1/desk/gigs/${WEBSITE}`;

async function saveTitle(title: string): Promise<void> {
  const { gig } = (await owner.get(GIG)).body;
  expect((await owner.put(GIG, { ...gig, title })).status).toBe(200);
}

/** Publishes one title and saves another. */
beforeEach(async () => {
  await saveTitle('What visitors read');
  await publish();
  await saveTitle('What waits');
});

type Json = Record<string, unknown>;

function change(file: string, with_: (json: Json) => Json): void {
  const path = site(file);
  writeFileSync(path, JSON.stringify(with_(JSON.parse(readFileSync(path, 'utf8')))));
}

/** Makes a release one of another version of the program. */
const ofOtherVersion = (name: string) =>
  change(`${name}.json`, (release) => ({ ...release, fingerprint: 'of another version' }));

/** Makes it one of the versions that stored no content. */
function withoutContent(name: string): void {
  ofOtherVersion(name);
  change(`${name}.json`, ({ reviews, ...release }) => release);
  change(`${name}.manifest.json`, ({ content, ...manifest }) => manifest);
}

const changes = async () => (await owner.get(`${PUBLISH_API}/changes`)).body.changes;
const releases = async () =>
  (await status()).releases as { name: string; madeAt: string; way: string }[];
const find = async (name: string) => (await releases()).find((each) => each.name === name);

test('going back to a release of another version shows its content on the pages of this one', async () => {
  const earlier = current();
  const { madeAt } = (await find(earlier)) ?? {};
  await publish();
  expect(startPage()).toContain('What waits');
  ofOtherVersion(earlier);
  expect(await find(earlier)).toMatchObject({ way: 'render' });
  expect((await owner.post(`${PUBLISH_API}/rollback`, { release: earlier })).status).toBe(202);
  expect((await ended()).latest).toMatchObject({ kind: 'rollback', failure: null });
  const name = current();
  expect(name).not.toBe(earlier);
  expect(startPage()).toContain(`content="${name}"`);
  expect(startPage()).toContain('What visitors read');
  // It is the same publish, so no other release is pushed out.
  expect(await find(name)).toMatchObject({ madeAt, way: 'switch' });
  expect((await changes()).map(({ title }: { title: string }) => title)).toEqual(['What waits']);
});

test('a release of another version without content is listed, and refused with the reason', async () => {
  const earlier = current();
  await publish();
  const before = current();
  withoutContent(earlier);
  expect(await find(earlier)).toMatchObject({ way: 'none' });
  const refused = await owner.post(`${PUBLISH_API}/rollback`, { release: earlier });
  expect([refused.status, refused.body.message]).toEqual([409, OTHER_VERSION]);
  const command = start(['api/modules/site/publish/publish-command-line.ts', '--to', earlier], {
    DATA_DIR: app.dataDir,
  });
  expect(await command.ended).toBe(1);
  expect(command.output()).toContain(OTHER_VERSION);
  expect(current()).toBe(before);
});

/** Starts this version of the program on a folder, and returns what it says. */
async function startOn(databaseUrl: string, dataDir: string): Promise<string[]> {
  const store = openDatabase(databaseUrl);
  const said: string[] = [];
  const log = { ...app.server.services.log, info: (line: string) => void said.push(line) };
  const target = { dataDir, databaseUrl, siteOrigin: 'http://localhost:1' };
  await prepareSite(target, { store, log, build: (each) => buildSite(each) }).finally(store.close);
  return said;
}

test('a start after a version that stored no content keeps what visitors see, and renders the screens', async () => {
  const before = current();
  withoutContent(before);
  const { databaseUrl } = app.server.config;
  expect(await startOn(databaseUrl, app.dataDir)).toContain(KEPT_PAGES);
  const made = current();
  expect(made).not.toBe(before);
  const page = (file: string) => readFileSync(site('current', file), 'utf8');
  expect(startPage()).toBe(readFileSync(site(before, 'index.html'), 'utf8'));
  expect(page('desk.html')).toContain('The dashboard needs JavaScript');
  expect(page(`_astro/app.${before}.js`)).toContain(before);
  expect(await changes()).toEqual([expect.objectContaining({ title: KEPT_PAGES })]);
  await publish();
  expect(startPage()).toContain('What waits');
  expect(await changes()).toEqual([]);
});

/** A backup, and a folder for it without any release. */
async function restoreElsewhere() {
  const dataDir = mkdtempSync(join(tmpdir(), 'restored-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const file = join(dataDir, 'app.db');
  await backUp(app.server.config.databaseUrl, file);
  return { dataDir, databaseUrl: `sqlite:${file}` };
}

/** The title of the gig that visitors see; null without a page of it. */
function titleIn(dataDir: string): string | null {
  const file = join(dataDir, 'site', 'current', 'my-gig', `${WEBSITE}.html`);
  if (!existsSync(file)) return null;
  return /<h1[^>]*>([^<]*)/.exec(readFileSync(file, 'utf8'))?.[1]?.trim() ?? '';
}

test('a backup that is restored into a new folder shows what was published', async () => {
  const { dataDir, databaseUrl } = await restoreElsewhere();
  expect(await startOn(databaseUrl, dataDir)).toContain(WAITING_EDITS);
  expect(titleIn(dataDir)).toBe('What visitors read');
});

test('a backup of a version that did not note what was published shows nothing until the owner publishes', async () => {
  const { dataDir, databaseUrl } = await restoreElsewhere();
  const store = openDatabase(databaseUrl);
  await store.db.deleteFrom('settings').where('key', '=', 'published content').execute();
  await store.close();
  expect(await startOn(databaseUrl, dataDir)).toContain(CLOSED_SITE);
  expect(titleIn(dataDir)).toBeNull();
  await publishSite({ dataDir, databaseUrl, siteOrigin: 'http://localhost:1' });
  expect(titleIn(dataDir)).toBe('What waits');
});
