import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOwner } from '../../api/modules/accounts/owner.ts';
import {
  exportToFolder,
  importFromFolder,
} from '../../api/modules/catalog/content/content-folder.ts';
import { countQueries } from '../support/count-queries.ts';
import type { Person } from '../support/http-client.ts';
import { ownerOf, WEBSITE } from '../support/people.ts';
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
    const { store } = app.server.services;
    const pictures = await exportToFolder(store, folder);
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
    file.gigs = [{ ...gig, title: 'A shop that came by file', pictures: [gig.pictures[0]] }];
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
    expect(texts).toEqual(expected);
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
  expect(await exportToFolder(services.store, own)).toBeGreaterThan(5);
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
