import { createHash } from 'node:crypto';
import { unzipSync, zipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN_ORDERS } from '../support/admin-orders.ts';
import type { Person } from '../support/http-client.ts';
import { insertAssistant, insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { callsOf } from '../support/routes.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const FILE_OF_BUYER = 'GET /api/v1/gig/delivery/file/:id';
const FILE_OF_OWNER = 'GET /api/v1/desk/orders/file/:id';

/** What stands in the file, and what that is in base64 wherever it begins. */
const CONTENT = `what was made ${crypto.randomUUID()} for one buyer alone`;
const ENCODED = [0, 1, 2].map((at) =>
  Buffer.from(CONTENT.slice(at)).toString('base64').slice(4, 40),
);
const holdsContent = (text: string): boolean =>
  [CONTENT, ...ENCODED].some((known) => text.includes(known));

let buyer: Person;
let email: string;
let owner: Person;
let people: Record<string, Person>;
beforeAll(async () => {
  owner = await ownerOf(app);
  const inserted = await insertBuyer(app);
  buyer = inserted.person;
  email = inserted.user.email;
  people = {
    visitor: app.visitor(),
    unverified: (await insertBuyer(app, { verified: false })).person,
    buyer,
    other: (await insertBuyer(app)).person,
    assistant: (await insertAssistant(app)).person,
    owner,
  };
});

async function upload(orderId: string, bytes: Uint8Array = Buffer.from(CONTENT)): Promise<string> {
  const data = Buffer.from(bytes).toString('base64');
  const { body } = await owner.post(`${ADMIN_ORDERS}/${orderId}/files`, { name: 'work.txt', data });
  return body.file._id;
}

/** An accepted order with a file that is delivered. */
async function deliveredFile(bytes?: Uint8Array) {
  const orderId = await paidOrder(app, buyer);
  await owner.post(`${ADMIN_ORDERS}/${orderId}/accept`);
  const fileId = await upload(orderId, bytes);
  await owner.post(`${ADMIN_ORDERS}/${orderId}/deliver`, { message: 'Here it is.' });
  return { orderId, fileId };
}

/** Every call that answers these bytes to somebody, when it is asked for each of these ids. */
async function whoGetsContent(ids: string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const call of callsOf(app.server.routes)) {
    const [method, path = ''] = call.split(' ');
    if (method !== 'GET') continue;
    for (const id of path.includes(':') ? ids : ['']) {
      const address = path.replaceAll(/:\w+/g, id).replace('/*', '/');
      for (const [name, person] of Object.entries(people)) {
        const { body } = await person.get(address, { Range: 'bytes=0-' });
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        if (holdsContent(text)) found.add(`${name}: ${call}`);
      }
    }
  }
  return [...found].sort();
}

test('of all calls only the download of a file answers its bytes, to its buyer and to those who work on it', async () => {
  const { orderId, fileId } = await deliveredFile();
  const [delivery] = (await buyer.get(`/api/v1/gig/delivery/${orderId}`)).body.deliveries;
  expect(delivery.files).toMatchObject([{ _id: fileId, name: 'work.txt' }]);
  expect(await whoGetsContent([fileId, orderId, delivery._id])).toEqual([
    `assistant: ${FILE_OF_OWNER}`,
    `buyer: ${FILE_OF_BUYER}`,
    `owner: ${FILE_OF_OWNER}`,
  ]);
  const exported = await buyer.get('/api/v1/user/export');
  expect(JSON.stringify(exported.body)).toContain(`/api/v1/gig/delivery/file/${fileId}`);
  const mail = await app.mail.email(email, /Delivered/);
  expect(holdsContent(JSON.stringify(mail))).toBe(false);
});

test('once accepted, the buyer has everything in one zip with a list of hashes, and nobody else has it', async () => {
  const { orderId, fileId } = await deliveredFile();
  const path = `/api/v1/gig/order/${orderId}/pack`;
  expect((await buyer.get(path)).status).toBe(409);
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
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const names = Object.keys(files);
  expect(names).toEqual([
    ...['agreement.json', 'version-1/message.txt', 'version-1/1 work.txt'],
    ...[expect.stringMatching(/^papers\/.+\.pdf$/), expect.stringMatching(/^papers\/.+\.pdf$/)],
    'SHA256SUMS.txt',
  ]);
  const textOf = (name: string) => Buffer.from(files[name] ?? []).toString();
  expect(textOf('version-1/1 work.txt')).toBe(CONTENT);
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

test('a download is kept by no cache, and asking for its head or a part is asking for it', async () => {
  const { fileId } = await deliveredFile();
  const path = FILE_OF_BUYER.split(' ')[1]?.replace(':id', fileId) ?? '';
  const head = (person: Person) => person.send('HEAD', path, undefined, {});
  expect((await head(buyer)).headers.get('Cache-Control')).toBe('private, no-store');
  for (const each of ['other', 'owner'].map((name) => people[name] as Person)) {
    expect((await head(each)).status).toBe(404);
    expect((await each.get(path, { Range: 'bytes=0-3' })).status).toBe(404);
  }
  await buyer.post('/api/v1/user/logout');
  expect((await buyer.get(path)).status).toBe(401);
});
