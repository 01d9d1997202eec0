import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHANGED_ELSEWHERE } from '../../api/modules/catalog/gigs/rules.ts';
import { seedId } from '../../db/seed.ts';
import type { Person } from '../support/http-client.ts';
import { ASHA, buyer, cart, ownerOf, STORE, WEBSITE } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const GIGS = '/api/v1/desk/gigs';
const PROJECTS = '/api/v1/desk/projects';
const PICTURES = '/api/v1/desk/pictures';
const CLINIC = seedId('project:clinic-booking');

let world: TestApp;
let boss: Person;
let asha: Person;
beforeAll(async () => {
  world = await startTestApp();
  [boss, asha] = await Promise.all([ownerOf(world), buyer(world, ASHA)]);
});
afterAll(async () => {
  await world.check();
  await world.close();
});

const gig = async (id = WEBSITE) => (await boss.get(`${GIGS}/${id}`)).body.gig;
const project = async (id = CLINIC) => (await boss.get(`${PROJECTS}/${id}`)).body.project;
const publicGig = async (id = WEBSITE) => world.visitor().get(`/api/v1/gig/get/${id}`);

async function pictureOf(width: number, height: number, format: 'png' | 'jpeg' = 'png') {
  const background = { r: 20, g: 120, b: 110 };
  const image = sharp({ create: { width, height, channels: 3, background } });
  const bytes = await image.toFormat(format).toBuffer();
  return `data:image/${format};base64,${bytes.toString('base64')}`;
}

test('what the owner saves is what visitors read at once', async () => {
  const before = await gig();
  const [plan, ...others] = before.PricingPlans;
  const saved = await boss.put(`${GIGS}/${WEBSITE}`, {
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

test('an order keeps the price it was placed at', async () => {
  const placed = await asha.post('/api/v1/gig/order/place', await cart(asha));
  expect(placed.status).toBe(201);
  const before = await gig();
  const [plan, ...others] = before.PricingPlans;
  const dearer = [{ ...plan, price: plan.price + 5_000 }, ...others];
  await boss.put(`${GIGS}/${WEBSITE}`, { ...before, PricingPlans: dearer });
  const stale = await cart(asha, { totalAmount: plan.price });
  expect((await asha.post('/api/v1/gig/order/place', stale)).status).toBe(409);
  const { total } = await world.server.services.store.db
    .selectFrom('orders')
    .select('total')
    .executeTakeFirstOrThrow();
  expect(total).toBe(plan.price * 100);
});

test('the second of two tabs is told, and nothing is overwritten', async () => {
  const seen = await gig(STORE);
  const first = await boss.put(`${GIGS}/${STORE}`, { ...seen, title: 'First tab' });
  expect(first.status).toBe(200);
  const second = await boss.put(`${GIGS}/${STORE}`, { ...seen, title: 'Second tab' });
  expect(second.status).toBe(409);
  expect(second.body.message).toBe(CHANGED_ELSEWHERE);
  expect((await gig(STORE)).title).toBe('First tab');
  const titles = Array.from({ length: 20 }, (_, at) => `Tab ${at}`);
  const { version } = await gig(STORE);
  const answers = await Promise.all(
    titles.map((title) => boss.put(`${GIGS}/${STORE}`, { ...seen, version, title })),
  );
  expect(answers.filter((each) => each.status === 200)).toHaveLength(1);
  expect(answers.filter((each) => each.status === 409)).toHaveLength(19);
});

test('the last change can be undone, and that undone again', async () => {
  const before = await gig();
  const changed = await boss.put(`${GIGS}/${WEBSITE}`, {
    ...before,
    title: 'A slip of the hand',
    extraFeatures: [],
  });
  const undo = (version: number) => boss.post(`${GIGS}/${WEBSITE}/undo`, { version });
  expect((await undo(before.version)).status).toBe(409);
  const undone = await undo(changed.body.gig.version);
  expect(undone.status, JSON.stringify(undone.body)).toBe(200);
  const strip = ({ version, updatedAt, canUndo, extraFeatures, ...rest }: typeof before) => ({
    ...rest,
    extras: extraFeatures.map(({ _id, ...extra }: { _id: string }) => extra),
  });
  expect(strip(undone.body.gig)).toEqual(strip(before));
  const redone = await undo(undone.body.gig.version);
  expect(redone.body.gig).toMatchObject({ title: 'A slip of the hand', extraFeatures: [] });
  await undo(redone.body.gig.version);
});

test('a description is cleaned on its way in, and again on its way out', async () => {
  const before = await gig();
  const evil =
    '<h3>Fine</h3><p onclick="x()">a <strong>b</strong><script>alert(1)</script></p><a href="javascript:x()">c</a><img src=x onerror=y><a href="https://ok.example">d</a><p style="color:red">e</p>';
  const clean =
    '<h3>Fine</h3><p>a <strong>b</strong></p><a>c</a><a href="https://ok.example">d</a><p>e</p>';
  const saved = await boss.put(`${GIGS}/${WEBSITE}`, { ...before, description: evil });
  expect(saved.body.gig.description).toBe(clean);
  const { db } = world.server.services.store;
  const stored = () =>
    db.selectFrom('gigs').select('description_html').where('id', '=', WEBSITE).executeTakeFirst();
  expect((await stored())?.description_html).toBe(clean);
  await world.write((tx) =>
    tx.updateTable('gigs').set({ description_html: evil }).where('id', '=', WEBSITE).execute(),
  );
  expect((await publicGig()).body.gig.description).toBe(clean);
  expect((await gig()).description).toBe(clean);
});

test('a new gig is a draft that nobody sees, until it is whole and published', async () => {
  const draft = {
    title: 'A shop for tea',
    description: '',
    technologies: [],
    pictures: [],
    PricingPlans: [],
    extraFeatures: [],
    FAQ: [],
  };
  const made = await boss.post(GIGS, draft);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { _id: id, version } = made.body.gig;
  expect((await publicGig(id)).status).toBe(404);
  const early = await boss.put(`${GIGS}/${id}/status`, { version, status: 'published' });
  expect(early.status).toBe(400);
  expect(early.body.message).toContain('a description and a picture and a package');

  const { picture } = (await boss.post(PICTURES, { data: await pictureOf(1600, 1000) })).body;
  const [plan] = (await gig()).PricingPlans;
  const filled = await boss.put(`${GIGS}/${id}`, {
    ...draft,
    version,
    description: '<p>Tea.</p>',
    pictures: [{ _id: picture._id, alt: 'A cup of tea' }],
    PricingPlans: [{ ...plan, _id: undefined }],
  });
  expect(filled.status, JSON.stringify(filled.body)).toBe(200);
  const standing = { version: filled.body.gig.version, status: 'published' };
  const published = await boss.put(`${GIGS}/${id}/status`, standing);
  expect(published.status).toBe(200);
  const seen = await publicGig(id);
  expect(seen.body.gig.thumbnailImages[0]).toMatchObject({ alt: 'A cup of tea', width: 1440 });
  // What is published stays whole.
  const now = published.body.gig;
  expect((await boss.put(`${GIGS}/${id}`, { ...now, pictures: [] })).status).toBe(400);
  const retired = await boss.put(`${GIGS}/${id}/status`, {
    version: now.version,
    status: 'retired',
  });
  expect(retired.body.gig.status).toBe('retired');
  expect((await publicGig(id)).status).toBe(404);
  const list = (await boss.get(GIGS)).body.gigs;
  expect(list.at(-1)).toMatchObject({ _id: id, status: 'retired', fromPrice: plan.price });
});

test('a picture is drawn anew in every size, without what it carried along', async () => {
  const bytes = await sharp({
    create: { width: 2000, height: 1200, channels: 3, background: '#fff' },
  })
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .jpeg()
    .toBuffer();
  const data = `data:image/jpeg;base64,${bytes.toString('base64')}`;
  const { status, body } = await boss.post(PICTURES, { data });
  expect(status).toBe(201);
  expect(body.picture).toMatchObject({ width: 1440, height: 864 });
  expect(body.picture.srcset).toMatch(/480w, .* 960w, .* 1440w$/);
  for (const address of [body.picture.url, ...body.picture.srcset.split(', ')]) {
    const response = await fetch(world.origin + address.split(' ')[0]);
    expect(response.status).toBe(200);
    const facts = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(facts.exif).toBeUndefined();
    expect(facts.width).toBeLessThanOrEqual(1440);
  }
});

test('what is no picture, or too small a one, is refused with a sentence', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  for (const data of [
    `data:image/svg+xml;base64,${svg}`,
    `data:image/png;base64,${svg}`,
    'https://elsewhere.example/a.png',
    '/etc/passwd',
    '',
    await pictureOf(200, 200),
  ]) {
    const { status, body } = await boss.post(PICTURES, { data });
    expect(status, data.slice(0, 40)).toBe(400);
    expect(body.message).toMatch(/picture/);
  }
  const huge = await boss.post(PICTURES, { data: 'x'.repeat(15_000_000) });
  expect(huge.status).toBe(413);
});

test('gigs and past work stand in the order the owner gives them', async () => {
  for (const [base, many, address] of [
    [GIGS, 'gigs', '/api/v1/gig/get'],
    [PROJECTS, 'projects', '/api/v1/client/get-project'],
  ] as const) {
    const list = (await boss.get(base)).body[many];
    const ids = list.map((each: { _id: string }) => each._id).reverse();
    expect((await boss.put(`${base}/order`, { ids })).status).toBe(200);
    const published = new Set(
      list.flatMap((each: { _id: string; status: string }) =>
        each.status === 'published' ? [each._id] : [],
      ),
    );
    const seen = (await world.visitor().get(address)).body;
    expect((seen.gigs ?? seen.data).map((each: { _id: string }) => each._id)).toEqual(
      ids.filter((id: string) => published.has(id)),
    );
    expect((await boss.put(`${base}/order`, { ids: ids.slice(1) })).status).toBe(409);
    expect((await boss.put(`${base}/order`, { ids: [...ids, ids[0]] })).status).toBe(200);
  }
});

test('past work is edited, hidden, undone and guarded in the same way', async () => {
  const before = await project();
  const saved = await boss.put(`${PROJECTS}/${CLINIC}`, { ...before, title: 'Three clinics' });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect((await boss.put(`${PROJECTS}/${CLINIC}`, before)).status).toBe(409);
  const { version } = saved.body.project;
  const hidden = await boss.put(`${PROJECTS}/${CLINIC}/status`, { version, status: 'draft' });
  expect(hidden.status).toBe(200);
  const seen = (await world.visitor().get('/api/v1/client/get-project')).body.data;
  expect(seen.map((each: { _id: string }) => each._id)).not.toContain(CLINIC);
  const back = await boss.post(`${PROJECTS}/${CLINIC}/undo`, { version: version + 1 });
  expect(back.body.project).toMatchObject({ status: 'published', title: 'Three clinics' });
  const again = await project();
  const wrong = { ...again, timeframe: { start: '2026-05-01', end: '2026-04-01' } };
  expect((await boss.put(`${PROJECTS}/${CLINIC}`, wrong)).status).toBe(400);
  const made = await boss.post(PROJECTS, { ...again, title: 'A fourth' });
  expect(made.status).toBe(201);
  expect(made.body.project.status).toBe('draft');
});

test('every call refuses visitors, buyers and ids that do not exist', async () => {
  const mine = await gig();
  const nobody = crypto.randomUUID();
  const calls: [string, string, unknown][] = [
    ['GET', '', undefined],
    ['POST', '', mine],
    ['PUT', '/order', { ids: [] }],
    ['GET', `/${WEBSITE}`, undefined],
    ['PUT', `/${WEBSITE}`, mine],
    ['PUT', `/${WEBSITE}/status`, { version: mine.version, status: 'retired' }],
    ['POST', `/${WEBSITE}/undo`, { version: mine.version }],
  ];
  const ask = (person: Person, method: string, path: string, body: unknown) =>
    method === 'GET' ? person.get(path) : person.write(method, path, body, {});
  for (const [method, path, body] of calls) {
    for (const base of [GIGS, PROJECTS]) {
      const name = `${method} ${base}${path}`;
      expect((await ask(world.visitor(), method, base + path, body)).status, name).toBe(401);
      expect((await ask(asha, method, base + path, body)).status, name).toBe(403);
    }
    if (!path.includes(WEBSITE)) continue;
    for (const id of [nobody, 'x', "' OR 1=1 --", '..%2f..']) {
      const forged = GIGS + path.replace(WEBSITE, encodeURIComponent(id));
      expect((await ask(boss, method, forged, body)).status, forged).toBe(404);
    }
  }
  expect((await asha.post(PICTURES, { data: '' })).status).toBe(403);
  expect((await gig()).version).toBe(mine.version);
});

test('a picture that does not exist cannot be shown', async () => {
  const before = await gig();
  const pictures = [{ _id: crypto.randomUUID(), alt: 'Nothing' }];
  const answer = await boss.put(`${GIGS}/${WEBSITE}`, { ...before, pictures });
  expect(answer.status).toBe(400);
  expect(answer.body.field).toBe('pictures');
  const twins = [before.PricingPlans[0], { ...before.PricingPlans[1], planType: 'basic' }];
  const twice = await boss.put(`${GIGS}/${WEBSITE}`, { ...before, PricingPlans: twins });
  expect(twice.status).toBe(400);
  expect(await gig()).toEqual(before);
});
