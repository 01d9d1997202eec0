import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { prepareSite } from '../../api/modules/site/publish/build-at-start.ts';
import { buildSite } from '../../api/modules/site/publish/publish-release.ts';
import { listReleases } from '../../api/modules/site/releases/stored-releases.ts';
import { WAITING_EDITS } from '../../api/modules/site/texts.ts';
import { backUp } from '../../db/backup.ts';
import { openDatabase } from '../../db/database.ts';
import { WEBSITE } from '../support/people.ts';
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

const changes = async () => (await owner.get(`${PUBLISH_API}/changes`)).body.changes;
const releases = async () => (await status()).releases as { name: string; isCurrent: boolean }[];

test('going back shows the content of a release on the pages of this version, and no other release goes', async () => {
  const [published] = await releases();
  const earlier = published?.name ?? '';
  await publish();
  expect(startPage()).toContain('What waits');
  const before = (await releases()).map(({ name }) => name);
  expect((await owner.post(`${PUBLISH_API}/rollback`, { release: earlier })).status).toBe(202);
  expect((await ended()).latest).toMatchObject({ kind: 'rollback', failure: null });
  expect(startPage()).toContain(`content="${current()}"`);
  expect(startPage()).toContain('What visitors read');
  const now = await releases();
  expect(now.map(({ name }) => name)).toEqual(before);
  expect(now.find(({ isCurrent }) => isCurrent)?.name).toBe(earlier);
  expect((await changes()).map(({ title }: { title: string }) => title)).toEqual(['What waits']);
});

test('of the pages before only the scripts of other versions stay, for a day', async () => {
  const before = current();
  await publish();
  expect(existsSync(site(before, 'index.html'))).toBe(false);
  expect(existsSync(site(before, '_astro', `app.${before}.js`))).toBe(true);
  const yesterday = new Date(Date.now() - 25 * 60 * 60_000);
  utimesSync(site(before), yesterday, yesterday);
  await publish();
  expect(existsSync(site(before))).toBe(false);
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

/** A backup with the files of the shop, and a folder for it without any release. */
async function restoreElsewhere() {
  const dataDir = mkdtempSync(join(tmpdir(), 'restored-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const file = join(dataDir, 'app.db');
  await backUp(app.server.config.databaseUrl, file);
  cpSync(join(app.dataDir, 'files'), join(dataDir, 'files'), { recursive: true });
  return { dataDir, databaseUrl: `sqlite:${file}` };
}

/** The title of the gig that visitors see; null without a page of it. */
function titleIn(dataDir: string): string | null {
  const file = join(dataDir, 'site', 'current', 'my-gig', 'business-website.html');
  if (!existsSync(file)) return null;
  return /<h1[^>]*>([^<]*)/.exec(readFileSync(file, 'utf8'))?.[1]?.trim() ?? '';
}

test('a backup that is restored into a new folder shows what was published, and has the releases before', async () => {
  const before = await releases();
  const { dataDir, databaseUrl } = await restoreElsewhere();
  expect(await startOn(databaseUrl, dataDir)).toContain(WAITING_EDITS);
  expect(titleIn(dataDir)).toBe('What visitors read');
  const store = openDatabase(databaseUrl);
  const names = (await listReleases(store.db)).map(({ name }) => name);
  await store.close();
  expect(names).toEqual(before.map(({ name }) => name));
});
