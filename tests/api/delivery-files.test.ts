import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { unzipSync, zipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { readDeliveries } from '../../api/modules/deliveries/deliveries.ts';
import { listOpenPictures } from '../../api/modules/deliveries/open-file.ts';
import { storeFilePictures } from '../../api/modules/deliveries/waiting-files.ts';
import { ADMIN_ORDERS } from '../support/admin-orders.ts';
import { countQueries } from '../support/count-queries.ts';
import { adminDisputes, adminOrder } from '../support/disputes.ts';
import { setOpensWhenPaid } from '../support/gigs.ts';
import type { Person } from '../support/http-client.ts';
import { buy, deliverWebhooks, orderOf, storedOrder } from '../support/payments.ts';
import { insertAssistant, insertBuyer, ownerOf, paidOrder, WEBSITE } from '../support/people.ts';
import { callsOf } from '../support/routes.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { uploadFile } from '../support/uploads.ts';

shareApp();

const FILE_OF_BUYER = 'GET /api/v1/gig/delivery/file/:id';
const FILE_OF_OWNER = 'GET /api/v1/desk/orders/file/:id';
const PICTURE_OF_BUYER = 'GET /api/v1/gig/delivery/picture/:id';
const PICTURE_OF_OWNER = 'GET /api/v1/desk/orders/picture/:id';

/** What stands in the file, and what that is in base64 wherever it begins. */
const CONTENT = `what was made ${crypto.randomUUID()} for one buyer alone`;
const ENCODED = [0, 1, 2].map((at) =>
  Buffer.from(CONTENT.slice(at)).toString('base64').slice(4, 40),
);
const holdsContent = (text: string): boolean =>
  [CONTENT, ...ENCODED].some((known) => text.includes(known));

let buyer: Person;
let user: { id: string; email: string };
let owner: Person;
let people: Record<string, Person>;
beforeAll(async () => {
  owner = await ownerOf(app);
  const inserted = await insertBuyer(app);
  ({ person: buyer, user } = inserted);
  people = {
    visitor: app.visitor(),
    unverified: (await insertBuyer(app, { verified: false })).person,
    buyer,
    other: (await insertBuyer(app)).person,
    assistant: (await insertAssistant(app)).person,
    owner,
  };
});

const upload = (orderId: string, bytes: Uint8Array | string = CONTENT) =>
  uploadFile(owner, orderId, 'work.txt', bytes);

const ADDRESS = 'https://work.example/home';
const addLink = (orderId: string) =>
  owner.post(`${ADMIN_ORDERS}/${orderId}/links`, { name: 'The site', address: ADDRESS });

/** An accepted order with a file and a link that are delivered. */
async function deliveredFile(bytes?: Uint8Array) {
  const orderId = await paidOrder(app, buyer);
  await owner.post(`${ADMIN_ORDERS}/${orderId}/accept`);
  const fileId = await upload(orderId, bytes);
  await addLink(orderId);
  await owner.post(`${ADMIN_ORDERS}/${orderId}/deliver`, { message: 'Here it is.' });
  return { orderId, fileId };
}

/** What the second part of its order opens: a file with a picture, which hold the same words. */
async function closedFile() {
  const setSwitch = (opensWhenPaid: boolean) =>
    app.write((tx) => setOpensWhenPaid(tx, { id: WEBSITE, opensWhenPaid }));
  await setSwitch(true);
  const { orderId, paymentId } = await buy(app, buyer, { paymentType: 'Milestone' });
  await setSwitch(false);
  await owner.post(`${ADMIN_ORDERS}/${orderId}/accept`);
  const fileId = await upload(orderId);
  const picture = async (kind: 'whole' | 'preview', text: string) => {
    const { hash } = await app.server.services.files.write(Buffer.from(text));
    return { kind, width: 9, height: 9, file_hash: hash };
  };
  const pictures = [await picture('whole', CONTENT), await picture('preview', 'smaller')];
  await app.write((tx) => storeFilePictures(tx, fileId, pictures));
  await addLink(orderId);
  await owner.post(`${ADMIN_ORDERS}/${orderId}/deliver`, { message: 'Here it is.' });
  return { orderId, paymentId, fileId };
}

/** Every call that answers these bytes to somebody, when it is asked for each of these ids. */
async function whoGetsContent(
  ids: string[],
  among = Object.keys(people),
  holds = holdsContent,
): Promise<string[]> {
  const found = new Set<string>();
  for (const call of callsOf(app.server.routes)) {
    const [method, path = ''] = call.split(' ');
    if (method !== 'GET') continue;
    for (const id of path.includes(':') ? ids : ['']) {
      const address = path.replaceAll(/:\w+/g, id).replace('/*', '/');
      for (const name of among) {
        const answer = await people[name]?.get(address, { Range: 'bytes=0-' });
        if (holds(JSON.stringify(answer))) found.add(`${name}: ${call}`);
      }
    }
  }
  return [...found].sort();
}

test('of all calls only a file and its picture answer its bytes, to those who work on it, and to its buyer once it is open', async () => {
  const { orderId, paymentId, fileId } = await closedFile();
  const { deliveries, conversationId, parts } = await orderOf(buyer, orderId);
  expect(deliveries[0].files).toMatchObject([
    { _id: fileId, name: 'work.txt' },
    { name: 'The site', isLink: true },
  ]);
  const pin = { _id: crypto.randomUUID(), file: fileId, x: 1, y: 1, text: 'Here.' };
  expect((await buyer.post('/api/v1/gig/delivery/pins', pin)).status).toBe(201);
  const disputeId = app.sandbox.dispute(paymentId, {}).id;
  await deliverWebhooks(app);
  expect((await adminDisputes.prepare(owner, disputeId)).status).toBe(200);
  const evidence = (await adminOrder(owner, orderId)).disputes[0].documents;
  const ids = [fileId, orderId, deliveries[0]._id];
  const related = [pin._id, paymentId, disputeId, user.id, conversationId, parts[1]._id];
  const all = [...ids, ...related, ...evidence.map(({ _id }: { _id: string }) => _id)];
  expect(await whoGetsContent(all, ['buyer'])).toEqual([]);
  const listed = [...ids, deliveries[0].files[1]._id];
  const holdsAddress = (text: string) => text.includes('work.example');
  expect(await whoGetsContent(listed, ['buyer'], holdsAddress)).toEqual([]);

  // The conversation has files of its own: that of a delivery is none of them.
  const messages = '/api/v1/communicate/send-message';
  const attached = { orderId, messageText: 'Here.', attachments: [fileId] };
  for (const person of [owner, buyer])
    expect((await person.post(messages, attached)).status).toBeGreaterThanOrEqual(400);

  await owner.post(`/api/v1/desk/payments/instalments/${parts[1]._id}/waive`, {});
  expect(await whoGetsContent(ids)).toEqual([
    `assistant: ${FILE_OF_OWNER}`,
    `assistant: ${PICTURE_OF_OWNER}`,
    `buyer: ${FILE_OF_BUYER}`,
    `buyer: ${PICTURE_OF_BUYER}`,
    'buyer: GET /api/v1/gig/order/:orderId/pack',
    `owner: ${FILE_OF_OWNER}`,
    `owner: ${PICTURE_OF_OWNER}`,
  ]);
  const exported = await buyer.get('/api/v1/user/export');
  expect(JSON.stringify(exported.body)).toContain(`/api/v1/gig/delivery/file/${fileId}`);
  const mail = await app.mail.email(user.email, /Delivered/);
  expect(holdsContent(JSON.stringify(app.mail.emails))).toBe(false);
  expect(holdsAddress(JSON.stringify(app.mail.emails))).toBe(false);
  expect(await whoGetsContent(listed, ['other'], holdsAddress)).toEqual([]);
  expect(mail.attachments).toEqual([]);
});

/** Reads a zip from its beginning, as programs do that unpack it while it comes: they need sum and size before each file. */
function readStreamed(bytes: Buffer) {
  const files: Record<string, Uint8Array> = {};
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [sum, packed, size] = [14, 18, 22].map((field) => bytes.readUInt32LE(at + field));
    const nameEnd = at + 30 + bytes.readUInt16LE(at + 26);
    const from = nameEnd + bytes.readUInt16LE(at + 28);
    const content = bytes.subarray(from, from + (size ?? 0));
    expect([bytes.readUInt16LE(at + 6) & 8, packed, crc32(content)]).toEqual([0, size, sum]);
    files[bytes.toString('utf8', at + 30, nameEnd)] = new Uint8Array(content);
    at = from + content.length;
  }
  return files;
}

test('the links and pictures of an order take as many queries as one of them', async () => {
  const { db } = app.server.services.store;
  const numbers = [];
  for (const count of [1, 6]) {
    const orderId = await paidOrder(app, buyer);
    await owner.post(`${ADMIN_ORDERS}/${orderId}/accept`);
    for (let at = 0; at < count; at += 1) await addLink(orderId);
    await owner.post(`${ADMIN_ORDERS}/${orderId}/deliver`, { message: 'Here it is.' });
    numbers.push(
      await countQueries(db, async (counted) => {
        const { deliveries } = await readDeliveries(
          counted,
          await storedOrder(app, orderId),
          user.id,
        );
        const addresses = deliveries[0]?.files.map(({ address }) => address);
        expect(addresses).toEqual(Array.from({ length: count }, () => ADDRESS));
        await listOpenPictures(counted, orderId, user.id);
      }),
    );
  }
  expect(numbers[1]).toBe(numbers[0]);
});

test('the buyer of open files has everything in one zip with a list of hashes, and nobody else has it', async () => {
  const { orderId, fileId } = await deliveredFile();
  const path = `/api/v1/gig/order/${orderId}/pack`;
  await buyer.post('/api/v1/gig/delivery/accept', { orderId });
  expect(await whoGetsContent([fileId, orderId])).toEqual([
    `assistant: ${FILE_OF_OWNER}`,
    `buyer: ${FILE_OF_BUYER}`,
    'buyer: GET /api/v1/gig/order/:orderId/pack',
    `owner: ${FILE_OF_OWNER}`,
  ]);
  const cookie = [...buyer.cookies].map((pair) => pair.join('=')).join('; ');
  const answer = await fetch(app.origin + path, { headers: { Cookie: cookie } });
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
  const bytes = Buffer.from(await answer.arrayBuffer());
  const files = unzipSync(bytes);
  expect(readStreamed(bytes)).toEqual(files);
  const names = Object.keys(files);
  expect(names).toEqual([
    ...['agreement.json', 'version-1/message.txt'],
    ...['version-1/links.txt', 'version-1/1 work.txt'],
    ...[expect.stringMatching(/^papers\/.+\.pdf$/), expect.stringMatching(/^papers\/.+\.pdf$/)],
    'SHA256SUMS.txt',
  ]);
  const textOf = (name: string) => Buffer.from(files[name] ?? []).toString();
  expect(textOf('version-1/1 work.txt')).toBe(CONTENT);
  expect(textOf('version-1/links.txt')).toBe(`The site: ${ADDRESS}\n`);
  const hashes = names.slice(0, -1).map((name) => {
    const hash = createHash('sha256').update(files[name] ?? '');
    return `${hash.digest('hex')}  ${name}\n`;
  });
  expect(textOf('SHA256SUMS.txt')).toBe(hashes.join(''));
  const { agreement } = (await buyer.get(`/api/v1/gig/order/${orderId}`)).body.order;
  expect(hashes[0]).toContain(agreement.sha256);
});

const archiveOf = async (bytes: Uint8Array) => {
  const { fileId } = await deliveredFile(bytes);
  const asked = `/api/v1/gig/delivery/archive/${fileId}`;
  expect((await people['other']?.get(asked))?.status).toBe(404);
  const { status, body } = await buyer.get(asked);
  expect(status).toBe(200);
  return body.archive;
};

test('the names in a zip are listed as they stand there, and nothing of it is unpacked', async () => {
  const files = { 'site/index.html': Buffer.from('<p>'), '../../etc/passwd': Buffer.from('x') };
  expect(await archiveOf(zipSync({ ...files, 'a\u202Egnp.exe': Buffer.alloc(0) }))).toEqual({
    total: 3,
    files: [
      { name: 'site/index.html', size: 3 },
      { name: '../../etc/passwd', size: 1 },
      { name: 'a\uFFFDgnp.exe', size: 0 },
    ],
  });
  // A bomb says how large it becomes; its hundred megabytes stay packed.
  const bomb = await archiveOf(zipSync({ bomb: new Uint8Array(100_000_000) }));
  expect(bomb.files).toEqual([{ name: 'bomb', size: 100_000_000 }]);
});

test('of an archive with very many names the first thousand are listed, and of a damaged one none', async () => {
  const names = Array.from({ length: 60_000 }, (_, at) => [`${at}.txt`, new Uint8Array(0)]);
  const whole = zipSync(Object.fromEntries(names), { level: 0 });
  const archive = await archiveOf(whole);
  expect([archive.files.length, archive.total]).toEqual([1_000, 60_000]);
  expect(await archiveOf(whole.subarray(0, whole.length - 100))).toBeNull();
  expect(await archiveOf(Buffer.from('PK\u0005\u0006, but no archive at all'))).toBeNull();
});

/** A picture of one colour, which is small as a file. */
function blankPng(size: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.from('00000000000000000100000000', 'hex');
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  const rows = deflateSync(Buffer.alloc(size * (Math.ceil(size / 8) + 1)));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const chunks = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

test('a picture of 20,000 by 20,000 is delivered as a file: nothing of it is drawn, and it is downloaded whole', async () => {
  const bytes = blankPng(20_000);
  const { orderId, fileId } = await deliveredFile(bytes);
  const [{ files }] = (await orderOf(buyer, orderId)).deliveries;
  expect(files[0]).toMatchObject({ size: bytes.length, picture: null });
  const head = await buyer.send('HEAD', `/api/v1/gig/delivery/file/${fileId}`, undefined, {});
  expect(head.headers.get('Content-Length')).toBe(String(bytes.length));
  expect((await buyer.get(`/api/v1/gig/delivery/picture/${fileId}`)).status).toBe(404);
});

test('nothing of a delivery is kept by a cache, or answered to somebody else, by its head, in part, or after signing out', async () => {
  const { orderId, fileId } = await closedFile();
  const { parts } = await orderOf(buyer, orderId);
  await owner.post(`/api/v1/desk/payments/instalments/${parts[1]._id}/waive`, {});
  await buyer.post('/api/v1/gig/delivery/accept', { orderId });
  const paths = [
    ...['file', 'picture', 'archive'].map((kind) => `delivery/${kind}/${fileId}`),
    ...[`delivery/pins/${orderId}`, `order/${orderId}/pack`],
  ].map((path) => `/api/v1/gig/${path}`);
  const head = (person: Person, path: string) => person.send('HEAD', path, undefined, {});
  for (const path of paths) {
    const { status, headers } = await head(buyer, path);
    expect([status, headers.get('Cache-Control')], path).toEqual([
      ...[200, expect.stringMatching(/no-store/)],
    ]);
    for (const each of ['other', 'owner'].map((name) => people[name] as Person)) {
      expect((await head(each, path)).status, path).toBe(404);
      expect((await each.get(path, { Range: 'bytes=0-3' })).status, path).toBe(404);
    }
  }
  await buyer.post('/api/v1/user/logout');
  for (const path of paths) expect((await buyer.get(path)).status, path).toBe(401);
});
