import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { HOUR } from '../../api/platform/clock.ts';
import { queueDrawing } from '../../api/platform/files/draw-picture.ts';
import type { Answer, Person } from '../support/http-client.ts';
import { asha, bela, owner, sharePeople } from '../support/payment-app.ts';
import { paidOrder } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePeople();

let orderId: string;
beforeAll(async () => {
  orderId = await paidOrder(app, asha);
});

const write = (person: Person, messageText: unknown, more: object = {}) =>
  person.post('/api/v1/communicate/send-message', { orderId, messageText, ...more });
const read = (person: Person, more: object = {}) =>
  person.post('/api/v1/communicate/order/user-conversation', { orderId, ...more });
const attach = (person: Person, name: string, bytes: Uint8Array, type?: string): Promise<Answer> =>
  person.post(
    `/api/v1/communicate/attachment?orderId=${orderId}&name=${encodeURIComponent(name)}`,
    bytes,
    { 'Content-Type': type ?? 'application/octet-stream' },
  );
const text = (words: string) => new TextEncoder().encode(words);

test('keeps attachments in the chosen order and describes a message without text', async () => {
  const upload = async (name: string) =>
    (await attach(asha, name, Buffer.from(name))).body.data._id as string;
  const [third, first, second] = [
    await upload('3.txt'),
    await upload('1.txt'),
    await upload('2.txt'),
  ];
  const sent = await write(asha, '', { attachments: [first, second, third] });
  const names = (message: { attachments: { name: string }[] }) =>
    message.attachments.map((each) => each.name);
  expect(names(sent.body.data)).toEqual(['1.txt', '2.txt', '3.txt']);
  const opened = await owner.post('/api/v1/communicate/order/user-conversation', { orderId });
  expect(names(opened.body.messages.at(-1))).toEqual(['1.txt', '2.txt', '3.txt']);
  const last = async () =>
    (await owner.get('/api/v1/communicate/conversations')).body.conversations.find(
      (each: { orderId: string }) => each.orderId === orderId,
    ).lastMessage.messageText;
  expect(await last()).toBe('Sent 3 files.');
  await write(asha, '', { attachments: [await upload('4.txt')] });
  expect(await last()).toBe('Sent a file.');
});

test('re-encodes a picture without metadata or appended data', async () => {
  const photo = await sharp({
    create: { width: 60, height: 40, channels: 3, background: '#2dd4bf' },
  })
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
    .jpeg()
    .toBuffer();
  const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]);
  const { status, body } = await attach(asha, '../../my photo.jpg', polyglot);
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ kind: 'image', name: 'my photo.webp', width: 60, height: 40 });
  const sent = await write(asha, '', { attachments: [body.data._id] });
  expect(sent.body.data.attachments).toEqual([body.data]);
  const shown = await fetch(app.origin + body.data.url, {
    headers: { Cookie: [...asha.cookies].map((pair) => pair.join('=')).join('; ') },
  });
  const bytes = Buffer.from(await shown.arrayBuffer());
  expect(shown.headers.get('Content-Type')).toBe('image/webp');
  expect(bytes.includes('SECRET-PLACE')).toBe(false);
  expect(bytes.includes('<script>')).toBe(false);
  expect((await owner.get(body.data.url)).status).toBe(200);
  expect((await bela.get(body.data.url)).status).toBe(404);
  expect((await app.visitor().get(body.data.url)).status).toBe(401);
});

test('serves other files only as sandboxed downloads', async () => {
  const page = text('<!doctype html><script>alert(document.cookie)</script>');
  const { status, body } = await attach(asha, 'plan "v2"\n\u202e.html', page);
  expect(status).toBe(201);
  const { headers } = await asha.get(body.data.url);
  expect(headers.get('Content-Type')).toBe('application/octet-stream');
  expect(headers.get('Content-Disposition')).toBe(
    `attachment; filename="plan v2.html"; filename*=UTF-8''plan%20v2.html`,
  );
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Cache-Control')).toContain('private');
});

test('refuses files that are disguised, executable, empty, too large or posted by a form', async () => {
  // Refills the upload limit, which earlier tests have used in part.
  app.advance(HOUR);
  const svg = text('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400)]);
  expect((await attach(asha, 'logo.png', svg)).status).toBe(415);
  expect((await attach(asha, 'setup.exe', program)).status).toBe(415);
  expect((await attach(asha, 'setup.exe', await png(9, 9))).status).toBe(415);
  const scripts = [
    'run.bat',
    'RUN.CMD',
    'page.hta',
    'a.ps1',
    'a.vbs',
    'a.js',
    'b.pdf.jse',
    'a.lnk',
  ];
  for (const name of [...scripts, 'run.bat.', 'run.bat . .', 'x.reg', 'x.scr', 'y.wsf']) {
    // This test is not about the limit of uploads.
    app.advance(10_000);
    const answer = await attach(asha, name, Buffer.from('echo hello'));
    expect(answer, name).toMatchObject({
      status: 415,
      body: { message: expect.stringMatching(/scripts/) },
    });
  }
  app.advance(60_000);
  expect((await attach(asha, 'none.txt', new Uint8Array())).status).toBe(400);
  expect((await attach(asha, 'big.bin', new Uint8Array(10 * 1024 * 1024 + 2))).status).toBe(413);
  expect((await attach(asha, 'a.txt', text('a'), 'text/plain')).status).toBe(415);
  expect((await attach(asha, 'a.txt', text('a'), 'multipart/form-data')).status).toBe(415);
  expect((await attach(bela, 'a.txt', text('a'))).status).toBe(404);
});

test('attaches a file once, by its uploader and in its own conversation', async () => {
  const { body } = await attach(owner, 'notes.txt', text('notes'));
  const stolen = await write(asha, 'Mine?', { attachments: [body.data._id] });
  expect(stolen.status).toBe(400);
  expect((await write(owner, '', { attachments: [body.data._id] })).status).toBe(201);
  expect((await write(owner, 'again', { attachments: [body.data._id] })).status).toBe(400);
  expect((await read(asha)).body.messages.at(-1).attachments).toHaveLength(1);
});

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png({ compressionLevel: 1 })
    .toBuffer();

test('processes pictures through a bounded queue', async () => {
  const { promise: busy, resolve: finish } = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 21 }, (_, at) =>
    queueDrawing({ line: 'payers', person: `${at}` }, () => busy),
  );
  const small = await png(40, 30);
  const refused = await attach(asha, 'small.png', small);
  expect(refused.status).toBe(503);
  expect(refused.body.message).toContain('Many pictures');
  expect(refused.headers.get('Retry-After')).toBe('5');
  expect((await attach(asha, 'notes.txt', text('no picture'))).status).toBe(201);
  expect((await attach(owner, 'small.png', small)).status).toBe(201);
  finish();
  await Promise.all(waiting);
  expect((await attach(asha, 'small.png', small)).status).toBe(201);
});

/** The beginning of a photograph as phones save it, by whatever name. */
const HEIC = Buffer.from('\0\0\0\x1cftypheic\0\0\0\0heicmif1\0\0\0\x08meta', 'latin1');

test('a picture that cannot be drawn is kept as the file that it is', async () => {
  app.advance(HOUR);
  for (const [name, bytes, mime] of [
    ['IMG_1.HEIC', HEIC, 'image/heic'],
    ['IMG_2.jpg', HEIC, 'image/heic'],
    ['huge.png', await png(6_400, 6_300), 'image/png'],
    ['damaged.png', (await png(40, 30)).subarray(0, 60), 'image/png'],
  ] as const) {
    const { status, body } = await attach(asha, name, bytes);
    expect(status, name).toBe(201);
    expect(body.data, name).toMatchObject({ kind: 'file', name, mime, size: bytes.length });
    const { headers } = await owner.get(body.data.url);
    expect(headers.get('Content-Type'), name).toBe('application/octet-stream');
    expect(headers.get('Content-Length'), name).toBe(String(bytes.length));
  }
});

test("of a client's picture the owner can download the file itself; one of the owner's is only shown", async () => {
  const bytes = await png(60, 40);
  const { data } = (await attach(asha, 'Entwurf für Léa.png', bytes)).body;
  expect(data.name).toBe('Entwurf für Léa.webp');
  const shown = await fetch(app.origin + data.original.url, {
    headers: { Cookie: [...owner.cookies].map((pair) => pair.join('=')).join('; ') },
  });
  expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true);
  expect(shown.headers.get('Content-Type')).toBe('application/octet-stream');
  expect(shown.headers.get('Content-Disposition')).toBe(
    `attachment; filename="Entwurf fur Lea.png"; filename*=UTF-8''Entwurf%20f%C3%BCr%20L%C3%A9a.png`,
  );
  expect((await bela.get(data.original.url)).status).toBe(404);
  expect((await attach(owner, 'ours.png', bytes)).body.data.original).toBeNull();
});
