import { execFile } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOwner } from '../../api/modules/accounts/owner.ts';
import {
  exportToFolder,
  importFromFolder,
} from '../../api/modules/catalog/content/content-folder.ts';
import { BLANK_PROFILE } from '../../api/modules/catalog/profile/form-rules.ts';
import { replaceProfile } from '../../api/modules/catalog/profile/save-profile.ts';
import { createCatalogReader } from '../../api/modules/site/build/catalog-reader.ts';
import { readCatalog } from '../../api/modules/site/build/catalog-snapshot.ts';
import { iso } from '../../api/platform/clock.ts';
import { newId } from '../../api/platform/ids.ts';
import { backUp } from '../../db/backup.ts';
import { ask, completed } from '../support/case-studies.ts';
import { countQueries } from '../support/count-queries.ts';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, ownerOf, STORE, WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';

const CONTENT = '/api/v1/desk/content';

shareApp();

let owner: Person;
let folder: string;
beforeAll(async () => {
  owner = await ownerOf(app);
  folder = await mkdtemp(join(tmpdir(), 'content-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const listed = async (of: Person, what: 'gigs' | 'projects') =>
  (await of.get(`/api/v1/desk/${what}`)).body[what] as { title: string; status: string }[];

test('a folder that was exported fills another shop with drafts, pictures included', async () => {
  const other = await startTestApp();
  try {
    const pictures = await exportToFolder(app.server.services, folder);
    expect(pictures).toBeGreaterThan(5);
    const text = await readFile(join(folder, 'content.json'), 'utf8');
    const file = JSON.parse(text);
    const quote = {
      text: 'Kind and fast.',
      name: 'Ann',
      source: 'Fiverr, 2024',
      link: 'https://a.example/',
    };
    file.profile = { name: 'Mira Rao', country: 'Nepal', testimonials: [quote] };
    const [gig] = file.gigs;
    const free = { _id: newId(), slug: 'by-file', title: 'A shop that came by file' };
    file.gigs = [{ ...gig, ...free, pictures: [gig.pictures[0]] }];
    file.pastWork = [file.pastWork[0]];
    await writeFile(join(folder, 'content.json'), JSON.stringify(file));

    const { services } = other.server;
    const summary = await importFromFolder({ ...services, onNewName: nameOwner }, folder);
    expect(summary).toBe(
      'Adds 1 gig, 1 piece of past work and 2 articles as drafts, and replaces the profile.',
    );
    const person = await ownerOf(other);
    const drafts = (await listed(person, 'gigs')).filter(({ status }) => status === 'draft');
    expect(drafts.map(({ title }) => title)).toEqual(['A shop that came by file']);
    const { profile } = (await person.get('/api/v1/desk/profile')).body;
    expect(profile).toMatchObject({ name: 'Mira Rao', country: 'Nepal', canUndo: true });
    const { body } = await person.get(CONTENT);
    expect(body.content.profile.testimonials).toEqual([quote]);
    const imported = body.content.gigs.find(
      ({ title }: { title: string }) => title === 'A shop that came by file',
    );
    const { pictures: shown, ...texts } = imported;
    const { pictures: given, ...expected } = file.gigs[0];
    expect(texts).toEqual({ ...expected, status: 'draft' });
    expect(shown.map(({ alt }: { alt: string }) => alt)).toEqual(
      given.map(({ alt }: { alt: string }) => alt),
    );
  } finally {
    await other.check();
    await other.close();
  }
});

test('pictures that the shop has are not stored again', async () => {
  const { services } = app.server;
  const count = async () =>
    (await services.store.db.selectFrom('pictures').select('id').execute()).length;
  const own = await mkdtemp(join(tmpdir(), 'own-'));
  const before = await count();
  expect(await exportToFolder(services, own)).toBeGreaterThan(5);
  const { db } = services.store;
  const importWith = (counted: typeof db) => {
    const store = { ...services.store, db: counted };
    return importFromFolder({ ...services, store, onNewName: nameOwner }, own);
  };
  const readsAll = (query: string) => query.includes('"variants"') && !query.includes('"where"');
  expect(await countQueries(db, importWith, readsAll), 'once for all files').toBe(1);
  expect(await count()).toBe(before);
  await rm(own, { recursive: true });
});

test('a mistake in a file is named with its place, and nothing of the file is imported', async () => {
  const { gigs } = (await owner.get(CONTENT)).body.content;
  const content = { format: 1, gigs: gigs.map((gig: object) => ({ ...gig, pictures: [] })) };
  const before = await listed(owner, 'gigs');
  content.gigs[1].PricingPlans[0].title = '';
  const refused = await owner.post(CONTENT, { content });
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'Gig 2, PricingPlans 1 title: Please give the package a title.',
  ]);
  const none = await owner.post(CONTENT, { content: { gigs: [] } });
  expect(none.body.message).toBe('This is not a content file of this app: "format": 1 is missing.');
  expect(await listed(owner, 'gigs')).toEqual(before);
});

test('a file whose picture is not in the shop leaves nothing behind, not even its first gig', async () => {
  const before = await listed(owner, 'gigs');
  const [gig] = (await owner.get(CONTENT)).body.content.gigs;
  const broken = { ...gig, pictures: [{ _id: 'nowhere', alt: 'Gone' }] };
  const content = { format: 1, gigs: [{ ...gig, pictures: [] }, broken] };
  expect((await owner.post(CONTENT, { content })).status).toBe(400);
  expect(await listed(owner, 'gigs')).toEqual(before);
});

test('a check says what an import would do and changes nothing', async () => {
  const before = await listed(owner, 'gigs');
  const { gigs } = (await owner.get(CONTENT)).body.content;
  const content = { format: 1, gigs: [{ ...gigs[0], pictures: [] }] };
  const checked = await owner.post(CONTENT, { content, checkOnly: true });
  expect(checked.body.summary).toBe('Adds 1 gig as a draft.');
  expect(await listed(owner, 'gigs')).toEqual(before);
});

test('a picture outside the folder, and one that is missing, are refused by name', async () => {
  const { services } = app.server;
  const run = async (file: string) => {
    const { content } = (await owner.get(CONTENT)).body;
    const gigs = [{ ...content.gigs[0], pictures: [{ file, alt: 'A picture' }] }];
    await writeFile(join(folder, 'content.json'), JSON.stringify({ format: 1, gigs }));
    return importFromFolder({ ...services, onNewName: nameOwner }, folder);
  };
  await expect(run('../secret.png')).rejects.toThrow('../secret.png is not in');
  await expect(run('pictures/none.png')).rejects.toThrow('is missing beside content.json');
});

test('a file may leave out what can be blank', async () => {
  const { content } = (await owner.get(CONTENT)).body;
  const [gig] = content.gigs;
  const { pausedUntil, ...olderGig } = gig;
  const { liveLink, ...olderWork } = content.pastWork[0];
  expect([pausedUntil, liveLink]).toEqual(['', '']);
  const { _id, alt } = (await owner.get(`/api/v1/desk/gigs/${WEBSITE}`)).body.gig.pictures[0];
  const file = {
    format: 1,
    gigs: [{ ...olderGig, title: 'A gig of before', pictures: [] }],
    pastWork: [
      {
        ...{ ...olderWork, title: 'Work of before', picture: { _id, alt } },
        ...{ beforeAfter: undefined, parts: undefined },
      },
    ],
  };
  const { status, body } = await owner.post(CONTENT, { content: file });
  expect([status, body.summary], JSON.stringify(body)).toEqual([
    200,
    'Adds 1 gig and 1 piece of past work as drafts.',
  ]);
  const again = (await owner.get(CONTENT)).body.content;
  const find = (list: { title: string }[], title: string) =>
    list.find((each) => each.title === title);
  expect(find(again.pastWork, 'Work of before')).toMatchObject({
    ...{ type: olderWork.type, priceRange: olderWork.priceRange, liveLink: '' },
  });
  expect(find(again.gigs, 'A gig of before')).toMatchObject({ pausedUntil: '' });
});

test('letters of other alphabets and accents make an address, and none takes that of the list', async () => {
  const slugOfNew = async (title: string, slug = '') => {
    const text = '<p>Words.</p>';
    const json = { title, slug, date: '', text, picture: null };
    const { body } = await owner.post('/api/v1/desk/articles', json);
    return body.article?.slug ?? body.message;
  };
  expect(await slugOfNew('Größe, Łódź & smørrebrød')).toBe('grosse-lodz-smorrebrod');
  expect(await slugOfNew('Cafe\u0301 İstanbul')).toBe('cafe-istanbul');
  expect(await slugOfNew('Index')).toBe('index-2');
  expect(await slugOfNew('Anything', 'index')).toMatch(/used by the site itself/);
  expect(await slugOfNew('Anything', newId())).toMatch(/used by the site itself/);
});

test('an address that a gig had once never names another, and calls still find a gig by its id', async () => {
  const save = async (id: string, body: object) => {
    const { version } = (await owner.get(`/api/v1/desk/gigs/${id}`)).body.gig;
    return owner.put(`/api/v1/desk/gigs/${id}`, { version, ...body });
  };
  expect((await save(WEBSITE, { slug: 'company-site' })).body.gig.formerSlugs).toEqual([
    'business-website',
  ]);
  const taken = await save(STORE, { slug: 'business-website' });
  expect([taken.status, taken.body.field]).toEqual([400, 'slug']);
  expect(taken.body.message).toContain('has this address already');
  const { body: made } = await owner.post('/api/v1/desk/gigs', { title: 'Business website' });
  expect(made.gig.slug).toMatch(/^business-website-\d$/);
  const { body } = await owner.get(`/api/v1/gig/get/${WEBSITE}`);
  expect([body.gig._id, body.gig.slug]).toEqual([WEBSITE, 'company-site']);
  expect(body.gig).not.toHaveProperty('formerSlugs');
  const { db } = app.server.services.store;
  const reader = createCatalogReader(await readCatalog(db));
  const to = '/my-gig/company-site';
  expect(reader.redirects()).toEqual(
    expect.arrayContaining([
      { from: '/my-gig/business-website', to },
      { from: `/my-gig/${WEBSITE}`, to },
    ]),
  );
});

test('the shop’s own export can be imported while a case study is a draft and the profile is new', async () => {
  const { services } = app.server;
  const { person: buyer } = await insertBuyer(app);
  const id = await ask(owner, await completed(app, { buyer, owner }));
  await app.write((tx) => replaceProfile(tx, iso(services.clock()), BLANK_PROFILE));
  await exportToFolder(services, folder);
  const { pastWork } = JSON.parse(await readFile(join(folder, 'content.json'), 'utf8'));
  const summary = await importFromFolder({ ...services, onNewName: nameOwner }, folder);
  expect(summary).toContain(`${pastWork.length} pieces of past work`);
  const { title, version } = (await owner.get(`/api/v1/desk/projects/${id}`)).body.project;
  expect(pastWork.map((each: { title: string }) => each.title)).toContain(title);
  const listing = { version, status: 'published' };
  const { body: refused } = await owner.put(`/api/v1/desk/projects/${id}/status`, listing);
  expect(refused.message).toMatch(/^Visitors would miss a text/);
});

// Root is the only user who can give files away.
test.skipIf(process.getuid?.() !== 0)(
  'root exports and imports for the app’s user, below a folder of its own, and is told where that user may not write',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'of-the-app-'));
    const closed = mkdtempSync(join(tmpdir(), 'of-root-'));
    await backUp(`sqlite:${join(app.dataDir, 'app.db')}`, join(dataDir, 'app.db'));
    cpSync(join(app.dataDir, 'files'), join(dataDir, 'files'), { recursive: true });
    for (const path of ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })])
      chownSync(join(dataDir, path), 4321, 4321);
    const run = (...given: string[]) =>
      promisify(execFile)(process.execPath, ['api/content-command-line.ts', ...given], {
        env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
      }).then(
        ({ stdout }) => stdout,
        ({ stderr }) => stderr,
      );
    const made = join(closed, 'new');
    expect(await run('export', made)).toMatch(/^content\.json and \d+ pictures are in/);
    expect(statSync(join(made, 'content.json')).uid).toBe(4321);
    expect(await run('import', made)).toMatch(/^Adds \d+ gigs/);
    const old = join(closed, 'old');
    mkdirSync(old, { mode: 0o755 });
    expect(await run('export', old)).toContain(
      `${old} cannot be written (EACCES). It is written by`,
    );
    rmSync(closed, { recursive: true });
    rmSync(dataDir, { recursive: true });
  },
);
