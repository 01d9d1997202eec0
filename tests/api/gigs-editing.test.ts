import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { ALL_KINDS } from '../../api/modules/catalog/content/kinds.ts';
import { listItems } from '../../api/modules/catalog/content/queries.ts';
import { BLANK_GIG } from '../../api/modules/catalog/gigs/form-rules.ts';
import { findGig } from '../../api/modules/catalog/gigs/queries.ts';
import { readCatalog } from '../../api/modules/site/build/catalog-snapshot.ts';
import { CHANGED_ELSEWHERE } from '../../api/platform/saving/texts.ts';
import { openDatabase } from '../../db/database.ts';
import { changeGig } from '../support/gigs.ts';
import type { Person } from '../support/http-client.ts';
import { TEMPLATE } from '../support/paths.ts';
import { ownerOf, STORE, WEBSITE } from '../support/people.ts';
import { changeRow } from '../support/rows.ts';
import { seedId } from '../support/seed-id.ts';
import { app, shareApp } from '../support/shared-app.ts';

const GIGS = '/api/v1/desk/gigs';
const PROJECTS = '/api/v1/desk/projects';
const PICTURES = '/api/v1/desk/pictures';
const CLINIC = seedId('project:clinic-booking');

shareApp();

let owner: Person;
beforeAll(async () => {
  owner = await ownerOf(app);
});

const gig = async (id = WEBSITE) => (await owner.get(`${GIGS}/${id}`)).body.gig;
const project = async (id = CLINIC) => (await owner.get(`${PROJECTS}/${id}`)).body.project;
const publicGig = async (id = WEBSITE) => app.visitor().get(`/api/v1/gig/get/${id}`);

async function pictureOf(width: number, height: number, format: 'png' | 'jpeg' = 'png') {
  const background = { r: 20, g: 120, b: 110 };
  const image = sharp({ create: { width, height, channels: 3, background } });
  const bytes = await image.toFormat(format).toBuffer();
  return `data:image/${format};base64,${bytes.toString('base64')}`;
}

test('shows visitors a saved gig at once', async () => {
  const before = await gig();
  const [plan, ...others] = before.PricingPlans;
  const saved = await owner.put(`${GIGS}/${WEBSITE}`, {
    ...before,
    title: 'A website with its own front door',
    PricingPlans: [{ ...plan, price: 19_999.5 }, ...others],
    FAQ: [{ question: 'Why?', answer: 'Because.' }],
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect(saved.body.gig.version).toBe(before.version + 1);
  const { body } = await publicGig();
  expect(body.gig.title).toBe('A website with its own front door');
  expect(body.gig.PricingPlans[0]).toMatchObject({ _id: plan._id, price: 19_999.5 });
  expect(body.gig.extraFeatures.map((each: { _id: string }) => each._id)).toEqual(
    before.extraFeatures.map((each: { _id: string }) => each._id),
  );
  expect(body.gig.FAQ).toEqual([{ question: 'Why?', answer: 'Because.' }]);
});

test('refuses the second of two conflicting edits and overwrites nothing', async () => {
  const seen = await gig(STORE);
  const first = await owner.put(`${GIGS}/${STORE}`, { ...seen, title: 'First tab' });
  expect(first.status).toBe(200);
  const second = await owner.put(`${GIGS}/${STORE}`, { ...seen, title: 'Second tab' });
  expect(second.status).toBe(409);
  expect(second.body.message).toBe(CHANGED_ELSEWHERE);
  expect((await gig(STORE)).title).toBe('First tab');
  const titles = Array.from({ length: 20 }, (_, at) => `Tab ${at}`);
  const { version } = await gig(STORE);
  const answers = await Promise.all(
    titles.map((title) => owner.put(`${GIGS}/${STORE}`, { ...seen, version, title })),
  );
  expect(answers.filter((each) => each.status === 200)).toHaveLength(1);
  expect(answers.filter((each) => each.status === 409)).toHaveLength(19);
});

test('a field that is not sent stays as it is', async () => {
  const before = await gig(STORE);
  const paused = await owner.put(`${GIGS}/${STORE}`, { ...before, pausedUntil: '2099-12-07' });
  const { pausedUntil, ...others } = paused.body.gig;
  const saved = await owner.put(`${GIGS}/${STORE}`, { ...others, title: 'Another title' });
  expect(saved.body.gig).toMatchObject({ pausedUntil, title: 'Another title' });
  await owner.put(`${GIGS}/${STORE}`, { ...saved.body.gig, pausedUntil: '' });
  expect((await gig(STORE)).pausedUntil).toBe('');
});

test('a package asks its buyer questions', async () => {
  const before = await gig(STORE);
  const [plan, ...others] = before.PricingPlans;
  const save = async (questions: object[], from = before) =>
    owner.put(`${GIGS}/${STORE}`, { ...from, PricingPlans: [{ ...plan, questions }, ...others] });
  const choice = { question: 'Light or dark?', kind: 'choice', choices: ['Light'] };
  expect((await save([choice])).body).toMatchObject({
    message: 'Please give two choices or more.',
    field: 'PricingPlans.0.questions.0.choices',
  });
  const questions = [{ ...choice, choices: ['Light', 'Dark'] }];
  const saved = await save(questions);
  expect(saved.body.gig.PricingPlans[0].questions).toEqual(questions);
  const cleared = await save([], saved.body.gig);
  expect(cleared.body.gig.PricingPlans[0].questions).toEqual([]);
});

test('a draft may say later what its pictures show, a listed gig may not', async () => {
  const listed = await gig(STORE);
  const pictures = listed.pictures.map((picture: object) => ({ ...picture, alt: '' }));
  const refused = await owner.put(`${GIGS}/${STORE}`, { ...listed, pictures });
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'Visitors would miss what a picture shows. Add it, or keep this as a draft.',
  ]);
  const { _id, version, slug, ...like } = listed;
  const made = await owner.post(GIGS, { ...like, pictures });
  expect([made.status, made.body.gig.pictures[0].alt]).toEqual([201, '']);
});

test('undoes the last change and redoes it', async () => {
  const before = await gig();
  const changed = await owner.put(`${GIGS}/${WEBSITE}`, {
    ...before,
    title: 'A slip of the hand',
    extraFeatures: [],
  });
  const undo = (version: number) => owner.post(`${GIGS}/${WEBSITE}/undo`, { version });
  expect((await undo(before.version)).status).toBe(409);
  const undone = await undo(changed.body.gig.version);
  expect(undone.status, JSON.stringify(undone.body)).toBe(200);
  // With the ids of the extras, to which carts refer.
  const strip = ({ version, updatedAt, canUndo, ...rest }: typeof before) => rest;
  expect(strip(undone.body.gig)).toEqual(strip(before));
  const redone = await undo(undone.body.gig.version);
  expect(redone.body.gig).toMatchObject({ title: 'A slip of the hand', extraFeatures: [] });
  await undo(redone.body.gig.version);
});

test('sanitizes a description when it is written and again when it is read', async () => {
  const before = await gig();
  const unsafeHtml =
    '<h3>Fine</h3><p onclick="x()">a <strong>b</strong><script>alert(1)</script></p><a href="javascript:x()">c</a><img src=x onerror=y><a href="https://ok.example">d</a><p style="color:red">e</p><a href="https://a.example:b@c.example">f</a>';
  const safeHtml =
    '<h3>Fine</h3><p>a <strong>b</strong></p><a>c</a><a href="https://ok.example">d</a><p>e</p><a>f</a>';
  const saved = await owner.put(`${GIGS}/${WEBSITE}`, { ...before, description: unsafeHtml });
  expect(saved.body.gig.description).toBe(safeHtml);
  const { db } = app.server.services.store;
  expect((await findGig(db, WEBSITE))?.body.description).toBe(safeHtml);
  await app.write((tx) => changeGig(tx, WEBSITE, () => ({ description: unsafeHtml })));
  expect((await publicGig()).body.gig.description).toBe(safeHtml);
  expect((await gig()).description).toBe(safeHtml);
});

test('a field that the version before did not know is read as blank', async () => {
  const { db } = app.server.services.store;
  const before = await findGig(db, WEBSITE);
  const { FAQ, ...known } = before?.body ?? {};
  const store = (body: object) => changeRow(app, 'gigs', WEBSITE, { body: JSON.stringify(body) });
  await store(known);
  expect((await publicGig()).body.gig.FAQ).toEqual([]);
  expect((await gig()).FAQ).toEqual([]);
  await store({ ...known, FAQ });
});

test('stores the starter gigs, past work and articles as the forms would save them', async () => {
  const { db, close } = openDatabase(`sqlite:${TEMPLATE.file}`);
  const stored = await Promise.all(
    ALL_KINDS.map(async (kind) =>
      (await listItems(db, kind)).map(({ body }) => [kind, body] as const),
    ),
  );
  await close();
  expect(stored.map((items) => items.length).filter(Boolean)).toEqual([8, 12, 2]);
  for (const [kind, body] of stored.flat()) expect(kind.schema.parse(body)).toEqual(body);
});

test('gives new plans and extras ids, and a copied row one of its own', async () => {
  const before = await gig(STORE);
  const [plan] = before.PricingPlans;
  const [extra] = before.extraFeatures;
  const { _id, ...unknown } = extra;
  const saved = await owner.put(`${GIGS}/${STORE}`, {
    ...before,
    PricingPlans: [plan, { ...plan, planType: 'Copy' }],
    extraFeatures: [extra, unknown],
  });
  const { PricingPlans: plans, extraFeatures: extras } = saved.body.gig;
  for (const rows of [plans, extras]) {
    expect(new Set(rows.map((each: { _id: string }) => each._id)).size).toBe(2);
  }
  expect([plans[0], extras[0]]).toEqual([plan, extra]);
  await owner.post(`${GIGS}/${STORE}/undo`, { version: saved.body.gig.version });
  expect((await gig(STORE)).PricingPlans).toEqual(before.PricingPlans);
});

test('hides a new gig until it is complete and published', async () => {
  const draft = { ...BLANK_GIG, title: 'A shop for tea' };
  const made = await owner.post(GIGS, draft);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { _id: id, version } = made.body.gig;
  expect((await publicGig(id)).status).toBe(404);
  const early = await owner.put(`${GIGS}/${id}/status`, { version, status: 'published' });
  expect(early.status).toBe(400);
  expect(early.body.message).toContain('a description and a picture and a package');

  const { picture } = (await owner.post(PICTURES, { data: await pictureOf(1600, 1000) })).body;
  const [plan] = (await gig()).PricingPlans;
  const filled = await owner.put(`${GIGS}/${id}`, {
    ...draft,
    version,
    description: '<p>Tea.</p>',
    pictures: [{ _id: picture._id, alt: 'A cup of tea' }],
    PricingPlans: [{ ...plan, _id: undefined }],
  });
  expect(filled.status, JSON.stringify(filled.body)).toBe(200);
  const statusChange = { version: filled.body.gig.version, status: 'published' };
  const published = await owner.put(`${GIGS}/${id}/status`, statusChange);
  expect(published.status).toBe(200);
  const seen = await publicGig(id);
  expect(seen.body.gig.thumbnailImages[0]).toMatchObject({ alt: 'A cup of tea', width: 1440 });
  // A published gig must stay complete.
  const now = published.body.gig;
  expect((await owner.put(`${GIGS}/${id}`, { ...now, pictures: [] })).status).toBe(400);
  const retired = await owner.put(`${GIGS}/${id}/status`, {
    version: now.version,
    status: 'retired',
  });
  expect(retired.body.gig.status).toBe('retired');
  expect((await publicGig(id)).status).toBe(404);
  const list = (await owner.get(GIGS)).body.gigs;
  expect(list.at(-1)).toMatchObject({ _id: id, status: 'retired', fromPrice: plan.price });
});

test('lists gigs and projects in the order the owner sets', async () => {
  for (const [base, many] of [
    [GIGS, 'gigs'],
    [PROJECTS, 'projects'],
  ] as const) {
    const list = (await owner.get(base)).body[many];
    const ids = list.map((each: { _id: string }) => each._id).reverse();
    expect((await owner.put(`${base}/order`, { ids })).status).toBe(200);
    const published = new Set(
      list.flatMap((each: { _id: string; status: string }) =>
        each.status === 'published' ? [each._id] : [],
      ),
    );
    const catalog = await readCatalog(app.server.services.store.db);
    expect(catalog[many].map(({ _id }) => _id)).toEqual(
      ids.filter((id: string) => published.has(id)),
    );
    expect((await owner.put(`${base}/order`, { ids: ids.slice(1) })).status).toBe(409);
    expect((await owner.put(`${base}/order`, { ids: [...ids, ids[0]] })).status).toBe(200);
  }
});

test('edits, hides, restores and protects projects like gigs', async () => {
  const before = await project();
  const saved = await owner.put(`${PROJECTS}/${CLINIC}`, { ...before, title: 'Three clinics' });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect((await owner.put(`${PROJECTS}/${CLINIC}`, before)).status).toBe(409);
  const { version } = saved.body.project;
  const hidden = await owner.put(`${PROJECTS}/${CLINIC}/status`, { version, status: 'draft' });
  expect(hidden.status).toBe(200);
  const { projects } = await readCatalog(app.server.services.store.db);
  expect(projects.map(({ _id }) => _id)).not.toContain(CLINIC);
  const back = await owner.post(`${PROJECTS}/${CLINIC}/undo`, { version: version + 1 });
  expect(back.body.project).toMatchObject({ status: 'published', title: 'Three clinics' });
  const again = await project();
  const wrong = { ...again, timeframe: { start: '2026-05-01', end: '2026-04-01' } };
  expect((await owner.put(`${PROJECTS}/${CLINIC}`, wrong)).status).toBe(400);
  const made = await owner.post(PROJECTS, { ...again, title: 'A fourth', slug: '' });
  expect(made.status).toBe(201);
  expect(made.body.project.status).toBe('draft');
});

const published = async (id: string) =>
  (await readCatalog(app.server.services.store.db)).projects.find(({ _id }) => _id === id);

test('a project needs title, text and picture, and what is not given is absent for visitors', async () => {
  const { picture } = await project();
  const made = await owner.post(PROJECTS, { title: 'A small site', desc: 'For a baker.', picture });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { _id, version } = made.body.project;
  expect(made.body.project).toMatchObject({ type: '', priceRange: null, timeframe: null });
  const shown = { version, status: 'published' };
  expect((await owner.put(`${PROJECTS}/${_id}/status`, shown)).status).toBe(200);
  expect(Object.keys((await published(_id)) ?? {}).sort()).toEqual(
    ['_id', 'createdAt', 'desc', 'img', 'slug', 'tech', 'title', 'updatedAt'].sort(),
  );
  const more = { liveLink: 'https://baker.example/', priceRange: { min: 9000, max: 12000 } };
  const saved = await owner.put(`${PROJECTS}/${_id}`, { version: version + 1, ...more });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect(await published(_id)).toMatchObject({ ...more, title: 'A small site' });
  const without = { version: version + 2, liveLink: '', priceRange: null };
  expect((await owner.put(`${PROJECTS}/${_id}`, without)).status).toBe(200);
  expect(await published(_id)).not.toHaveProperty('priceRange');
});

test('all mistakes of a form are named at once, each with its field', async () => {
  const { status, body } = await owner.post(PROJECTS, {
    liveLink: 'http://plain.example',
    priceRange: { min: 0, max: 500 },
  });
  expect([status, body.field]).toEqual([400, 'title']);
  const found = Object.fromEntries(
    body.errors.map(({ field, message }: Record<string, string>) => [field, message]),
  );
  expect(found).toEqual({
    title: 'Please give the project a title.',
    desc: 'Please describe the project.',
    'priceRange.min': 'Please enter a price in rupees.',
    liveLink: 'Please enter an address that begins with https://.',
  });
});

test('answers the owner 404 about a gig that does not exist', async () => {
  const mine = await gig();
  const calls: [string, string, unknown][] = [
    ['GET', '', undefined],
    ['PUT', '', mine],
    ['PUT', '/status', { version: mine.version, status: 'retired' }],
    ['POST', '/undo', { version: mine.version }],
  ];
  for (const [method, path, body] of calls)
    for (const id of [crypto.randomUUID(), 'x', "' OR 1=1 --", '..%2f..']) {
      const forged = `${GIGS}/${encodeURIComponent(id)}${path}`;
      const { status } = await (method === 'GET'
        ? owner.get(forged)
        : owner.write(method, forged, body, {}));
      expect(status, `${method} ${forged}`).toBe(404);
    }
});
