import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  MAX_DRAWN_BYTES,
  MAX_FILE_BYTES,
  MAX_ORDER_BYTES,
  PIECE_BYTES,
} from '../../api/modules/deliveries/rules.ts';
import { beginUpload as begin, deleteOldUploads } from '../../api/modules/deliveries/uploads.ts';
import { drawStoredFile } from '../../api/modules/deliveries/waiting-files.ts';
import { DAY, HOUR } from '../../api/platform/clock.ts';
import { ADMIN_ORDERS, adminOrderOf } from '../support/admin-orders.ts';
import { readAndCancel } from '../support/cancellation.ts';
import { PIXEL } from '../support/full-database.ts';
import type { Person } from '../support/http-client.ts';
import { asha, owner, sharePaymentApp } from '../support/payment-app.ts';
import { storedOrder } from '../support/payments.ts';
import { insertAssistant, insertBuyer, paidOrder } from '../support/people.ts';
import { app } from '../support/shared-app.ts';
import { beginUpload, sendPiece, sendRest, uploadFile } from '../support/uploads.ts';

sharePaymentApp();

const CONTENT = randomBytes(2 * PIECE_BYTES + 500);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let assistant: Person;
let orderId: string;
beforeAll(async () => {
  assistant = (await insertAssistant(app)).person;
});

async function newOrder(): Promise<string> {
  orderId = await paidOrder(app, asha);
  await owner.post(`${ADMIN_ORDERS}/${orderId}/accept`);
  return orderId;
}

/** Begins an upload of the content, and returns its address. */
async function begun(file: Partial<Parameters<typeof beginUpload>[2]> = {}, person = owner) {
  const answer = await beginUpload(person, orderId, {
    ...{ name: 'site.zip', size: CONTENT.length },
    ...file,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.headers.get('Location') ?? '';
}

const pieceAt = (at: number) => CONTENT.subarray(at, at + PIECE_BYTES);
const statusOf = (address: string) => owner.send('HEAD', address, undefined, {});
const offsetOf = async (address: string) =>
  Number((await statusOf(address)).headers.get('Upload-Offset'));

async function downloaded(id: string): Promise<string> {
  const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ');
  const answer = await fetch(`${app.origin}${ADMIN_ORDERS}/file/${id}`, {
    headers: { Cookie: cookie },
  });
  return hashOf(Buffer.from(await answer.arrayBuffer()));
}

test('a file goes up in pieces, by owner and assistant, and after a restart goes on where it was', async () => {
  await newOrder();
  const address = await begun();
  expect((await sendPiece(owner, address, 0, pieceAt(0))).headers.get('Upload-Offset')).toBe(
    String(PIECE_BYTES),
  );
  expect((await adminOrderOf(orderId)).uploads).toMatchObject([
    { name: 'site.zip', size: CONTENT.length, received: PIECE_BYTES },
  ]);
  await app.restart();
  expect(await offsetOf(address)).toBe(PIECE_BYTES);
  expect(await begun({}, assistant), 'chosen again').toBe(address);
  expect((await sendRest(assistant, address, CONTENT, PIECE_BYTES)).status).toBe(204);
  const { waiting, uploads } = await adminOrderOf(orderId);
  expect([waiting.length, waiting[0].size, uploads]).toEqual([1, CONTENT.length, []]);
  expect(await downloaded(waiting[0]._id)).toBe(hashOf(CONTENT));
  expect(await offsetOf(address), 'whose last answer was lost').toBe(CONTENT.length);
});

test('a piece that is not the next one, is too long or is none changes nothing', async () => {
  await newOrder();
  const address = await begun();
  const send = async (offset: number | string, bytes: Uint8Array) =>
    (await sendPiece(owner, address, offset, bytes)).status;
  expect(await send(500, pieceAt(500))).toBe(409);
  expect(await send(0, pieceAt(0))).toBe(204);
  expect(await send(0, pieceAt(0)), 'twice').toBe(409);
  for (const offset of ['', '-1', '1e3', '9'.repeat(40)])
    expect(await send(offset, pieceAt(0)), offset).toBe(400);
  expect(await send('9223372036854775808', pieceAt(0))).toBe(409);
  expect(await send(PIECE_BYTES, Buffer.alloc(0)), 'nothing').toBe(204);
  expect((await owner.write('PATCH', address, {}, { 'Upload-Offset': '0' })).status).toBe(400);
  expect(await send(PIECE_BYTES, pieceAt(PIECE_BYTES))).toBe(204);
  expect(await send(2 * PIECE_BYTES, Buffer.alloc(501)), 'longer than was said').toBe(413);
  expect(await offsetOf(address)).toBe(2 * PIECE_BYTES);
  const large = await owner.write('PATCH', address, Buffer.alloc(PIECE_BYTES + 1), {
    ...{ 'Content-Type': 'application/offset+octet-stream', Connection: 'close' },
  });
  expect(large.status).toBe(413);
});

test('two tabs that send one file at the same time make one file of it', async () => {
  await newOrder();
  const both = await Promise.all([begun(), begun({}, assistant)]);
  const [address] = both;
  expect(new Set(both).size).toBe(1);
  for (const at of [0, PIECE_BYTES, 2 * PIECE_BYTES]) {
    const statuses = await Promise.all(
      [owner, assistant].map(async (person) => {
        const { status } = await sendPiece(person, address, at, pieceAt(at));
        return status;
      }),
    );
    expect(statuses).toContain(204);
    expect(await offsetOf(address)).toBe(Math.min(at + PIECE_BYTES, CONTENT.length));
  }
  const { waiting } = await adminOrderOf(orderId);
  expect(waiting).toHaveLength(1);
  expect(await downloaded(waiting[0]._id)).toBe(hashOf(CONTENT));
});

const SAYS: [headers: Record<string, string>, status: number, message: string][] = [
  [{ 'Upload-Length': '' }, 400, 'Please say how large the file is.'],
  [{ 'Upload-Length': '-1' }, 400, 'Please say how large the file is.'],
  [{ 'Upload-Length': '1e3' }, 400, 'Please say how large the file is.'],
  [{ 'Upload-Length': '0' }, 400, 'This file is empty.'],
  [{ 'Upload-Length': String(2n ** 63n) }, 413, 'A file can have at most 200 MB.'],
  [{ 'Upload-Length': String(MAX_FILE_BYTES + 1) }, 413, 'A file can have at most 200 MB.'],
  [{ 'Upload-Metadata': '' }, 400, 'A file needs a name.'],
  [{ 'Upload-Metadata': 'name' }, 400, 'A file needs a name.'],
  [{ 'Upload-Metadata': 'name IA==' }, 400, 'A file needs a name.'],
  [{ 'Upload-Metadata': 'name !!!' }, 400, 'The name of this file cannot be read.'],
  [{ 'Upload-Metadata': 'name /w==' }, 400, 'The name of this file cannot be read.'],
  [{ 'Upload-Metadata': `name ${'YWFh'.repeat(67)}` }, 400, 'Please use at most 200 characters.'],
  [
    { 'Upload-Metadata': `name ${'A'.repeat(2_000)}` },
    400,
    'The name of this file cannot be read.',
  ],
  [{ 'Tus-Resumable': '2.0.0' }, 412, 'Please upload by tus 1.0.0.'],
];

test('what is said wrongly of a file is answered with a sentence, and nothing is begun', async () => {
  await newOrder();
  for (const [headers, status, message] of SAYS) {
    const answer = await owner.post(`${ADMIN_ORDERS}/${orderId}/uploads`, '', {
      ...{ 'Upload-Length': '9', 'Upload-Metadata': 'name YQ==' },
      ...headers,
    });
    expect([answer.status, answer.body.message], JSON.stringify(headers)).toEqual([
      status,
      message,
    ]);
  }
  expect((await adminOrderOf(orderId)).uploads).toEqual([]);
});

test('a name keeps its letters and loses what would disguise it', async () => {
  await newOrder();
  for (const name of ['plan\u202Egnp.exe', '../../etc/passwd', 'a'.repeat(200)])
    await uploadFile(owner, orderId, name.replace('\u202E', ''), name);
  const names = (await adminOrderOf(orderId)).waiting.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['plangnp.exe', '../../etc/passwd', 'a'.repeat(200)]);
  expect((await beginUpload(owner, orderId, { name: 'plan\u202Egnp.exe', size: 9 })).status).toBe(
    201,
  );
  expect((await adminOrderOf(orderId)).uploads[0].name).toBe('plangnp.exe');
});

test('five files are on their way at once, ten files and links are delivered, and an order has 2 GB', async () => {
  await newOrder();
  const names = ['1', '2', '3', '4', '5'];
  const addresses = [];
  for (const name of names) addresses.push(await begun({ name }));
  const more = (size = 9) => beginUpload(owner, orderId, { name: 'more', size });
  expect((await more()).body.message).toMatch(/^5 files are on their way/);
  for (const address of addresses.slice(1)) expect((await owner.delete(address)).status).toBe(204);
  expect((await owner.delete(addresses[1] ?? '')).status).toBe(404);
  const { uploads } = await adminOrderOf(orderId);
  expect(uploads.map(({ name }: { name: string }) => name)).toEqual(['1']);

  for (let at = 0; at < 9; at += 1)
    await owner.post(`${ADMIN_ORDERS}/${orderId}/links`, { address: `https://example.com/${at}` });
  expect((await more()).body.message).toMatch(/^Ten files/);
  const refused = await owner.post(`${ADMIN_ORDERS}/${orderId}/links`, {
    address: 'https://example.com/9',
  });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringMatching(/^Ten files/),
  ]);

  await newOrder();
  const id = await uploadFile(owner, orderId, 'large.bin', 'x');
  const size = MAX_ORDER_BYTES - 2_000;
  await app.write((tx) =>
    tx.updateTable('delivery_files').set({ size }).where('id', '=', id).execute(),
  );
  await begun({ size: 1_500 });
  const full = await more(501);
  expect([full.status, full.body.message]).toEqual([409, expect.stringMatching(/at most 2 GB/)]);
  expect((await more(500)).status).toBe(201);
});

test('a file for which the disk has no room is refused before anything of it is sent', async () => {
  await newOrder();
  const file = { name: 'a', size: MAX_FILE_BYTES, modified: '1' };
  const free = async () => 2 * MAX_FILE_BYTES;
  await expect(begin(app.server.services, orderId, file, free)).rejects.toMatchObject({
    ...{ status: 503, message: expect.stringMatching(/no room/) },
  });
  expect((await adminOrderOf(orderId)).uploads).toEqual([]);
});

test('an upload that ends after its order was cancelled is answered with a sentence, and nothing of it is seen', async () => {
  await newOrder();
  const address = await begun();
  await sendPiece(owner, address, 0, pieceAt(0));
  await readAndCancel(asha, orderId);
  const { status, body } = await sendPiece(owner, address, PIECE_BYTES, pieceAt(PIECE_BYTES));
  expect([status, body.message]).toEqual([
    ...[410, 'This order has ended: nothing can be delivered for it.'],
  ]);
  expect((await beginUpload(owner, orderId, { name: 'b', size: 9 })).status).toBe(409);
  expect((await adminOrderOf(orderId)).waiting).toEqual([]);
});

test('a delivery waits for the files on their way', async () => {
  await newOrder();
  const address = await begun({ name: 'plan.pdf' });
  const deliver = () => owner.post(`${ADMIN_ORDERS}/${orderId}/deliver`, { message: 'Here.' });
  const early = await deliver();
  expect([early.status, early.body.message]).toEqual([
    ...[409, 'plan.pdf is not whole yet. Wait for it, choose it again to go on, or remove it.'],
  ]);
  await owner.delete(address);
  expect((await deliver()).status).toBe(200);
});

test('what is not finished goes after a day, with its pieces', async () => {
  const separate = app.server.services;
  await newOrder();
  const address = await begun();
  await sendPiece(owner, address, 0, pieceAt(0));
  const inAnHour = { ...separate, clock: () => new Date(Date.now() + 23 * HOUR) };
  await deleteOldUploads(inAnHour);
  expect(await offsetOf(address)).toBe(PIECE_BYTES);
  const unnamed = () =>
    separate.store.db
      .selectFrom('files')
      .select('unnamed_since')
      .where('hash', '=', hashOf(pieceAt(0)))
      .executeTakeFirst();
  expect((await unnamed())?.unnamed_since).toBeNull();
  await deleteOldUploads({ ...separate, clock: () => new Date(Date.now() + DAY + HOUR) });
  expect((await statusOf(address)).status).toBe(404);
  // The sweep takes it at once.
  expect((await unnamed())?.unnamed_since).toBe('');
});

test('a piece that was removed by hand ends its upload with a sentence', async () => {
  await newOrder();
  const content = randomBytes(PIECE_BYTES + 9);
  const address = await begun({ size: content.length });
  await sendPiece(owner, address, 0, content.subarray(0, PIECE_BYTES));
  await app.server.services.files.delete(hashOf(content.subarray(0, PIECE_BYTES)));
  const rest = content.subarray(PIECE_BYTES);
  const { status, body } = await sendPiece(owner, address, PIECE_BYTES, rest);
  expect([status, body.message]).toEqual([
    410,
    'A part of this file was lost. Please choose it again.',
  ]);
  expect((await statusOf(address)).status).toBe(404);
});

test('a picture of more than 50 MB is delivered without being drawn', async () => {
  const { services } = app.server;
  const order = await storedOrder(app, await newOrder());
  const stored = await services.files.write(Buffer.from(PIXEL, 'base64'));
  expect(await drawStoredFile(services, order, stored)).toHaveLength(1);
  expect(await drawStoredFile(services, order, { ...stored, size: MAX_DRAWN_BYTES + 1 })).toEqual(
    [],
  );
});

test('nobody else sends, sees or removes a piece, nor anybody without the proof of their page', async () => {
  await newOrder();
  const address = await begun();
  const other = (await insertBuyer(app)).person;
  for (const person of [asha, other]) {
    expect((await beginUpload(person, orderId, { name: 'a', size: 9 })).status).toBe(403);
    expect((await sendPiece(person, address, 0, Buffer.from('x'))).status).toBe(403);
    expect((await person.get(address)).status).toBe(403);
    expect((await person.delete(address)).status).toBe(403);
  }
  expect((await sendPiece(app.visitor(), address, 0, Buffer.from('x'))).status).toBe(401);
  const bytes = new Uint8Array(9);
  for (const [name, value] of [
    ['Origin', 'https://other.example'],
    ['X-XSRF-TOKEN', 'x'],
    ['Content-Type', 'text/plain'],
  ] as const) {
    const headers = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' };
    const { status } = await owner.write('PATCH', address, bytes, { ...headers, [name]: value });
    expect(status, name).toBe(name === 'Content-Type' ? 415 : 403);
  }
  const elsewhere = address.replace(orderId, await paidOrder(app, asha));
  expect((await sendPiece(owner, elsewhere, 0, bytes)).status).toBe(404);
  expect(await offsetOf(address)).toBe(0);
});

test('the audit log names a file once, whatever the number of its pieces', async () => {
  await newOrder();
  await sendRest(owner, await begun(), CONTENT);
  const { body } = await owner.get(`/api/v1/desk/audit?find=${orderId}`);
  expect(JSON.stringify(body).match(/"Uploaded a file"/g)).toHaveLength(1);
});
