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
  expect(headers.get('Content-Disposition')).toBe("attachment; filename*=UTF-8''plan%20v2.html");
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Cache-Control')).toContain('private');
});

test('refuses files that are disguised, executable, empty, too large or posted by a form', async () => {
  // Refills the upload limit, which earlier tests have used in part.
  app.advance(HOUR);
  const svg = text('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400)]);
  const broken = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64)]);
  expect((await attach(asha, 'logo.png', svg)).status).toBe(415);
  expect((await attach(asha, 'setup.exe', program)).status).toBe(415);
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
  expect((await attach(asha, 'broken.png', broken)).status).toBe(415);
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

test('processes pictures through a bounded queue and refuses more than forty megapixels', async () => {
  const png = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .png({ compressionLevel: 1 })
      .toBuffer();
  let finish = () => {};
  const busy = new Promise<void>((done) => {
    finish = done;
  });
  const waiting = Array.from({ length: 21 }, () => queueDrawing(() => busy));
  const small = await png(40, 30);
  const refused = await attach(asha, 'small.png', small);
  expect(refused.status).toBe(503);
  expect(refused.body.message).toContain('Many pictures');
  expect(refused.headers.get('Retry-After')).toBe('5');
  expect((await attach(asha, 'notes.txt', text('no picture'))).status).toBe(201);
  finish();
  await Promise.all(waiting);
  expect((await attach(asha, 'small.png', small)).status).toBe(201);
  expect((await attach(asha, 'huge.png', await png(6_400, 6_300))).status).toBe(415);
});
