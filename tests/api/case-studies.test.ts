import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { namesOf, replaceNames } from '../../api/modules/case-studies/name-rules.ts';
import {
  ALREADY_ANSWERED,
  ALREADY_ASKED,
  CLIENT_GONE,
  NOT_ANSWERED,
  NOT_COMPLETED,
  NOTHING_LEFT,
  ORDER_ENDED,
  PICTURE_OF_ORDER,
  WORDS_LONG,
  WORDS_NEEDED,
} from '../../api/modules/case-studies/texts.ts';
import { exportContent } from '../../api/modules/catalog/content/transfer-content.ts';
import { readCatalog } from '../../api/modules/site/build/catalog-snapshot.ts';
import { MINUTE } from '../../api/platform/clock.ts';
import {
  answerWith,
  ask,
  CASE_STUDIES,
  completed,
  listProject,
  projectOf,
  questionTo,
  saveProject,
  takeBack,
} from '../support/case-studies.ts';
import type { Person } from '../support/http-client.ts';
import { adminPayments, buy, storedPayments } from '../support/payments.ts';
import { ADDRESS, insertAssistant, insertBuyer, ownerOf, PASSWORD } from '../support/people.ts';
import { changeRow, rowsWith, rowWith } from '../support/rows.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const COMPANY = 'Quillon Exports Pvt Ltd';
const FIGURE = { value: '40 %', caption: 'faster', source: 'Our logs', date: '2026-10-01' };
const TEXT = { desc: 'A shop that loads in a second.', result: 'Twice the orders' };

let owner: Person;
let buyer: Person;
let picture: Buffer;
let count = 0;
beforeEach(async () => {
  count += 1;
  const size = { width: 1_200, height: 900, channels: 3 as const };
  const made = sharp({ create: { ...size, background: { r: 15 * count, g: 90, b: 160 } } });
  picture = await made
    .withExif({ IFD0: { Copyright: 'A secret' } })
    .jpeg()
    .toBuffer();
  owner = await ownerOf(app);
  ({ person: buyer } = await insertBuyer(app, { name: 'Maya Quillon' }));
  app.advance(MINUTE);
});

/** A case study of a company’s order, with everything in it. */
async function drafted(files: Record<string, Buffer> = {}, companyName = COMPANY) {
  const addressInfo = { ...ADDRESS, companyName };
  const orderId = await completed(app, { buyer, owner }, files, { addressInfo });
  const id = await ask(owner, orderId);
  const saved = await saveProject(owner, id, TEXT);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return { orderId, id };
}

const refusal = async (id: string) => {
  const { status, body } = await listProject(owner, id);
  return status === 200 ? 'published' : `${status} ${body.message}`;
};
const shown = async (id: string) =>
  (await readCatalog(app.server.services.store.db)).projects.find(({ _id }) => _id === id);

test('a completed order becomes a draft with what is known of it, and its buyer is asked in the conversation', async () => {
  const { orderId, id } = await drafted({ 'home.jpg': picture, 'notes.txt': Buffer.from('n') });
  const { title, status, picture: cover, timeframe, gigId, client } = await projectOf(owner, id);
  expect({ status, client }).toEqual({ status: 'draft', client: '' });
  expect(title).toContain('website');
  expect(cover.alt).toBe('Delivered: home.jpg');
  expect(timeframe.start <= timeframe.end).toBe(true);
  expect(gigId).not.toBe('');
  const drawn = await fetch(app.origin + cover.url).then((answer) => answer.arrayBuffer());
  expect((await sharp(drawn).metadata()).exif).toBeUndefined();
  const { body } = await buyer.post('/api/v1/communicate/order/user-conversation', { orderId });
  expect(body.messages.at(-1).messageText).toMatch(/^May I show this work/);
  const offers = await buyer.get(`/api/v1/quote/of/${body.conversation._id}`);
  expect(offers.body.caseStudies[0]).toMatchObject({ name: 'Maya Quillon', answeredAt: null });
  expect(offers.body.caseStudies[0].parts[1].label).toContain(COMPANY);
  expect(offers.body.caseStudies[0].parts.every((part: object) => !('on' in part))).toBe(true);
  expect(await shown(id)).toBeUndefined();
});

test('files that wait for a payment are in no draft', async () => {
  const orderId = await completed(app, { buyer, owner }, { 'home.jpg': picture });
  await app.write((tx) =>
    tx.updateTable('orders').set({ previewed_at: 'x' }).where('id', '=', orderId).execute(),
  );
  expect((await projectOf(owner, await ask(owner, orderId))).picture).toBeNull();
});

test('it is made of a completed order only, by the owner, and asked once at a time', async () => {
  const { orderId: open } = await buy(app, buyer);
  expect((await owner.post(`${CASE_STUDIES}/${open}`, {})).body.message).toBe(NOT_COMPLETED);
  const { orderId } = await drafted();
  const again = await owner.post(`${CASE_STUDIES}/${orderId}`, {});
  expect([again.status, again.body.message]).toEqual([409, ALREADY_ASKED]);
  const assistant = await insertAssistant(app);
  expect((await assistant.person.post(`${CASE_STUDIES}/${orderId}`, {})).status).toBe(403);
  expect(await rowsWith(app, 'case_study_requests', { order_id: orderId })).toHaveLength(1);
});

test('two tabs of the owner ask once', async () => {
  const orderId = await completed(app, { buyer, owner });
  const asked = await Promise.all([1, 2].map(() => owner.post(`${CASE_STUDIES}/${orderId}`, {})));
  expect(asked.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('without an answer, or with none of it allowed, nothing can be published', async () => {
  const { orderId, id } = await drafted();
  expect(await refusal(id)).toBe(`409 ${NOT_ANSWERED}`);
  expect((await answerWith(buyer, orderId, [])).body.message).toBe('Nothing is shown.');
  expect(await refusal(id)).toMatch(/^409 .*did not allow a text/);
});

test('each part that was not allowed is named, and what was allowed is published', async () => {
  const { orderId, id } = await drafted({ 'home.jpg': picture });
  await answerWith(buyer, orderId, ['text']);
  const withAll = { client: COMPANY, figures: [FIGURE], quotation: 'Great' };
  await saveProject(owner, id, withAll);
  expect(await refusal(id)).toMatch(
    /did not allow the client’s name or a link to them, pictures, figures or prices and this quotation\./,
  );
  await saveProject(owner, id, { client: '', figures: [], quotation: '' });
  expect(await refusal(id)).toMatch(/did not allow pictures\. Take that out/);
  await saveProject(owner, id, { picture: null });
  expect(await refusal(id)).toBe('published');
  for (const named of [{ problem: 'QUILLON EXPORTS had no shop.' }, { slug: 'quillon-exports' }]) {
    const { status, body } = await saveProject(owner, id, named);
    expect([status, body.message]).toEqual([409, expect.stringContaining('client’s name')]);
  }
  expect((await saveProject(owner, id, { orderId: '' })).status).toBe(200);
  expect((await projectOf(owner, id)).orderId).toBe(orderId);
});

test('a quotation is what the client wrote, letter by letter', async () => {
  const { orderId, id } = await drafted();
  expect((await answerWith(buyer, orderId, ['quotation'])).body).toMatchObject({
    message: WORDS_NEEDED,
    field: 'words',
  });
  const long = await answerWith(buyer, orderId, ['quotation'], 'x'.repeat(10_000));
  expect([long.status, long.body.message]).toEqual([400, WORDS_LONG]);
  const hidden = await answerWith(buyer, orderId, ['quotation'], 'Fine\u0000');
  expect(hidden.status).toBe(400);
  const unseen = await answerWith(buyer, orderId, ['quotation'], '\u200b\u202e');
  expect(unseen.body.message).toBe(WORDS_NEEDED);
  const words = '<b>Fast</b> & kind.';
  expect((await answerWith(buyer, orderId, ['text', 'quotation'], words)).status).toBe(200);
  await saveProject(owner, id, { quotation: 'Fast, kind and cheap.' });
  expect(await refusal(id)).toMatch(/not what the client said/);
  await saveProject(owner, id, { quotation: words });
  expect(await refusal(id)).toBe('published');
});

test('only the account that bought answers, once; the same answer again changes nothing', async () => {
  const { orderId } = await drafted();
  const { _id } = await questionTo(buyer, orderId);
  const call = `/api/v1/user/case-studies/${_id}/answer`;
  const { person: other } = await insertBuyer(app);
  for (const who of [other, owner])
    expect((await who.post(call, { parts: ['text'] })).status).toBe(404);
  expect((await buyer.post(call, { parts: ['text'] })).status).toBe(200);
  expect((await buyer.post(call, { parts: ['text'] })).status).toBe(200);
  const second = await buyer.post(call, { parts: ['text', 'name'] });
  expect([second.status, second.body.message]).toEqual([409, ALREADY_ANSWERED]);
  expect(JSON.stringify(await rowsWith(app, 'notifications', { type: 'order' }))).toContain(
    'has answered what a case study may show: the text.',
  );
});

test('after a full refund nothing can be allowed any more, but everything refused', async () => {
  const { orderId } = await drafted();
  const [payment] = await storedPayments(app, orderId);
  const amount = (payment?.amount ?? 0) / 100;
  const refunded = await adminPayments.refund(owner, payment?.id ?? '', { amount });
  expect(refunded.status, JSON.stringify(refunded.body)).toBe(200);
  const late = await answerWith(buyer, orderId, ['text']);
  expect([late.status, late.body.message]).toEqual([409, ORDER_ENDED]);
  expect((await answerWith(buyer, orderId, [])).status).toBe(200);
});

test('what is taken back leaves the document, its versions and the pictures’ files, and publishes nothing else', async () => {
  const { orderId, id } = await drafted({ 'home.jpg': picture });
  await answerWith(buyer, orderId, ['text', 'name', 'pictures', 'figures']);
  await saveProject(owner, id, {
    client: COMPANY,
    figures: [FIGURE],
    problem: `${COMPANY} waited.`,
  });
  expect(await refusal(id)).toBe('published');
  const { picture: cover, version } = await projectOf(owner, id);
  const changes = () => rowWith(app, 'settings', { key: 'catalog changes' });
  const before = await changes();
  expect((await takeBack(buyer, orderId, ['name', 'pictures'])).status).toBe(200);
  expect(await changes()).toEqual(before);
  const left = await projectOf(owner, id);
  expect(left).toMatchObject({ status: 'published', client: '', picture: null });
  expect(left.problem).toBe('the client waited.');
  expect(left.figures).toHaveLength(1);
  const versions = await rowsWith(app, 'versions', { item_id: id });
  expect(JSON.stringify(versions)).not.toMatch(/quillon/i);
  expect(JSON.stringify(versions)).not.toContain(cover._id);
  expect((await app.visitor().get(cover.url)).status).toBe(404);
  expect(JSON.stringify(await shown(id))).not.toMatch(/quillon/i);
  const stale = await owner.put(`/api/v1/desk/projects/${id}`, {
    ...left,
    client: COMPANY,
    version,
  });
  expect(stale.status, 'another tab').toBe(409);
  expect((await takeBack(buyer, orderId, ['name'])).body.message).toBe(NOTHING_LEFT);
  const undone = await owner.post(`/api/v1/desk/projects/${id}/undo`, { version: left.version });
  expect(JSON.stringify(undone.body)).not.toMatch(/quillon/i);
  expect(JSON.stringify(await rowsWith(app, 'notifications', { type: 'order' }))).toContain(
    'took back what a case study may show',
  );
});

test.each([
  ['Quillon Exports waited, and QUILLON  EXPORTS paid.', 'the client waited, and the client paid.'],
  ['Quillon Exports Pvt. Ltd. waited', 'the client. waited'],
  ['<p><strong>Quillon</strong> Exports</p>', '<p><strong>the client</strong></p>'],
  ['Delivered: quillon-exports_home.jpg', 'Delivered: the client_home.jpg'],
  ['Quil\u200blon Ex\u00adports and QuillonExports', 'the client and the client'],
  ['<a href="https://quillonexports.example/a">a shop</a>', 'a shop'],
  ['Lefe\u0300vre, LEFEVRE and Lefèvres', 'the client, the client and Lefèvres'],
  ['佐藤美咲さんの店', 'the clientさんの店'],
  ['कुलकर्णी और कुलकर्णीय', 'the client और कुलकर्णीय'],
  ['Straße, STRASSE', 'the client, the client'],
  ['Quillons Exports', 'Quillons Exports'],
])('of %j a name that is taken back leaves %j', (text, left) => {
  const names = namesOf([COMPANY, 'Lefèvre', '佐藤美咲', 'कुलकर्णी', 'Straße']);
  expect(replaceNames(text, names, 'the client')).toBe(left);
});

test('every name that the client has or had is taken back, also a former one of the case study and of the account', async () => {
  const { orderId, id } = await drafted();
  await answerWith(buyer, orderId, ['text', 'name']);
  await saveProject(owner, id, { client: 'Mulberry Street', slug: 'mulberry-street' });
  expect(await refusal(id)).toBe('published');
  for (let at = 0; at < 21; at += 1) await saveProject(owner, id, { client: '', slug: 'a-shop' });
  await buyer.post('/api/v1/user/name', { name: 'Maya Ferrybank' });
  const desc = 'Asha Kulkarni, Maya Quillon, Maya Ferrybank, Quillon Exports and MULBERRY STREET.';
  await saveProject(owner, id, { desc, title: 'Maya Ferrybank’s shop' });
  expect((await takeBack(buyer, orderId, ['name'])).status).toBe(200);
  expect(await projectOf(owner, id)).toMatchObject({
    title: 'the client’s shop',
    desc: 'the client, the client, the client, the client and the client.',
    status: 'published',
  });
  expect(JSON.stringify(await shown(id))).not.toMatch(/quillon|mulberry|ferrybank/i);
});

test('a title in which “the client” would be too long can still be saved', async () => {
  const { orderId, id } = await drafted({}, 'Ünlü');
  await answerWith(buyer, orderId, ['text', 'name']);
  await saveProject(owner, id, { title: `${'Ünlü, '.repeat(19)}Ünlü` });
  await takeBack(buyer, orderId, ['name']);
  expect((await projectOf(owner, id)).title).toBe(`${'…, '.repeat(19)}…`);
  expect((await saveProject(owner, id, { desc: 'Still a shop.' })).status).toBe(200);
});

test('a name that is an ordinary word rewrites nothing: the page goes offline, and the owner is asked', async () => {
  const { orderId, id } = await drafted({}, 'The');
  const desc = 'This is the shop of THE.';
  await saveProject(owner, id, { desc });
  await answerWith(buyer, orderId, ['text', 'name']);
  expect(await refusal(id)).toBe('published');
  app.advance(MINUTE);
  await takeBack(buyer, orderId, ['name']);
  expect(await projectOf(owner, id)).toMatchObject({ desc, status: 'draft' });
  expect(JSON.stringify(await rowsWith(app, 'notifications', { type: 'order' }))).toContain(
    'But “the” may be this client’s name or an ordinary word, so the page is offline',
  );
  // A release that was made before is rendered from its row.
  const publishedRow = { status: 'published' as const };
  await app.write((tx) =>
    tx.updateTable('content_items').set(publishedRow).where('id', '=', id).execute(),
  );
  expect(await shown(id)).toBeUndefined();
  app.advance(MINUTE);
  await saveProject(owner, id, { desc: 'This is the shop.' });
  expect((await shown(id))?.desc).toBe('This is the shop.');
});

test('a short name that was not allowed is not published, and none is replaced', async () => {
  const { orderId, id } = await drafted({}, 'QZX');
  await answerWith(buyer, orderId, ['text']);
  await saveProject(owner, id, { desc: 'A shop for qzx.' });
  expect(await refusal(id)).toMatch(/did not allow the client’s name/);
  await saveProject(owner, id, { desc: 'A shop.' });
  expect(await refusal(id)).toBe('published');
});

test('a picture of an order is public in its case study only, and nowhere once it is taken back', async () => {
  const { orderId, id } = await drafted({ 'home.jpg': picture });
  await answerWith(buyer, orderId, ['text', 'pictures']);
  expect(await refusal(id)).toBe('published');
  const { picture: cover } = await projectOf(owner, id);
  expect((await shown(id))?.img.url).toBe(cover.url);
  const { gigs } = (await owner.get('/api/v1/desk/gigs')).body;
  const { gig } = (await owner.get(`/api/v1/desk/gigs/${gigs[0]._id}`)).body;
  const own = { _id: cover._id, alt: 'Mine' };
  const call = `/api/v1/desk/gigs/${gig._id}`;
  const refused = await owner.put(call, { ...gig, pictures: [...gig.pictures, own] });
  expect([refused.status, refused.body.message]).toEqual([409, PICTURE_OF_ORDER]);
  // Without its order, whatever the row says.
  const stored = (await rowWith(app, 'gigs', { id: gig._id })).body;
  const store = (body: string) => changeRow(app, 'gigs', gig._id, { body });
  await store(JSON.stringify({ ...JSON.parse(stored), pictures: [own] }));
  const picturesOfGig = async () =>
    (await readCatalog(app.server.services.store.db)).gigs.find(({ _id }) => _id === gig._id)
      ?.thumbnailImages;
  expect(await picturesOfGig()).toEqual([]);
  await takeBack(buyer, orderId, ['pictures']);
  expect((await app.visitor().get(cover.url)).status).toBe(404);
  expect(await picturesOfGig()).toEqual([]);
  expect((await owner.get(call)).body.gig.pictures).toEqual([]);
  await store(stored);
});

test('an imported copy of a published case study meets the same check', async () => {
  const { orderId, id } = await drafted();
  await answerWith(buyer, orderId, ['text']);
  expect(await refusal(id)).toBe('published');
  const { content } = await exportContent(app.server.services.store.db);
  const { pastWork } = content as unknown as { pastWork: { orderId: string }[] };
  const mine = pastWork.filter((each) => each.orderId === orderId);
  const shows = mine.map((each) => ({ ...each, client: COMPANY }));
  // Also where somebody has taken the order out of the file.
  const copy = {
    format: 1,
    pastWork: [...shows, ...shows.map((each) => ({ ...each, orderId: '' }))],
  };
  const imported = await owner.post('/api/v1/desk/content', { content: copy });
  expect(imported.status, JSON.stringify(imported.body)).toBe(200);
  const { projects } = (await owner.get('/api/v1/desk/projects')).body;
  const added: string[] = projects.slice(-2).map((project: { _id: string }) => project._id);
  expect(added).not.toContain(id);
  for (const each of added) expect(await refusal(each)).toMatch(/did not allow the client’s name/);
  await takeBack(buyer, orderId, ['text']);
  for (const each of [id, ...added])
    expect(await refusal(each)).toMatch(/did not allow a text|would miss a text/);
  expect(await shown(id)).toBeUndefined();
  // Whatever the row says.
  await app.write((tx) =>
    tx.updateTable('content_items').set({ status: 'published' }).where('id', '=', id).execute(),
  );
  expect(await shown(id)).toBeUndefined();
});

test('the owner may ask again after an answer, and the new answer replaces the old', async () => {
  const { orderId, id } = await drafted();
  await answerWith(buyer, orderId, ['text', 'figures']);
  await saveProject(owner, id, { figures: [FIGURE] });
  expect(await refusal(id)).toBe('published');
  expect(await ask(owner, orderId)).toBe(id);
  expect((await shown(id))?.figures).toHaveLength(1);
  expect((await answerWith(buyer, orderId, ['text'])).status).toBe(200);
  expect((await shown(id))?.figures).toBeUndefined();
  expect((await projectOf(owner, id)).figures).toEqual([]);
});

test('a deleted account takes everything that was allowed with it, and its export names it', async () => {
  const { orderId, id } = await drafted({ 'home.jpg': picture });
  await answerWith(buyer, orderId, ['text', 'pictures']);
  expect(await refusal(id)).toBe('published');
  const exported = await buyer.get('/api/v1/user/export');
  expect(exported.body.caseStudies[0]).toMatchObject({ orderId, agreed: ['text', 'pictures'] });
  const deleted = await buyer.post('/api/v1/user/delete', { password: PASSWORD });
  expect(deleted.status, JSON.stringify(deleted.body)).toBe(200);
  expect(await shown(id)).toBeUndefined();
  const left = await projectOf(owner, id);
  expect(left).toMatchObject({ status: 'draft', desc: '', picture: null });
  expect(await rowsWith(app, 'case_study_requests', { order_id: orderId })).toEqual([]);
  const again = await owner.post(`${CASE_STUDIES}/${orderId}`, {});
  expect([again.status, again.body.message]).toEqual([409, CLIENT_GONE]);
});
