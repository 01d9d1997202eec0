import sharp from 'sharp';
import { expect, test } from 'vitest';
import { MAX_AVATAR_LENGTH } from '../../api/platform/files/limits.ts';
import { insertBuyer, PASSWORD } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';

shareApp();

const dataString = (mime: string, bytes: Buffer) =>
  `data:${mime};base64,${bytes.toString('base64')}`;
const plain = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#0f766e' } });

const someone = (avatar: unknown) => ({
  name: 'Uma',
  email: `${crypto.randomUUID()}@pictures.example`,
  password: PASSWORD,
  avatar,
});
const signUp = (avatar: unknown, who = app.visitor()) =>
  who.post('/api/v1/user/sign-up', someone(avatar));
const countMedia = async () =>
  (await app.server.services.store.db.selectFrom('media').select('hash').execute()).length;

test('refuses every file that is not an accepted picture', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  const gif = Buffer.concat([Buffer.from('GIF89a=1;alert(1);/*'), Buffer.alloc(64)]);
  const png = await plain(8).png().toBuffer();
  const refused: Record<string, unknown> = {
    'SVG with script': dataString('image/svg+xml', svg),
    'SVG called PNG': dataString('image/png', svg),
    'HTML called PNG': dataString('image/png', Buffer.from('<html><script>1</script></html>')),
    'GIF and JavaScript at once': dataString('image/gif', gif),
    'GIF called PNG': dataString('image/png', gif),
    'magic bytes and nothing else': dataString('image/png', png.subarray(0, 24)),
    'magic of PNG, body of SVG': dataString('image/png', Buffer.concat([png.subarray(0, 8), svg])),
    'no comma': dataString('image/png', png).replace(',', ''),
    'not base64': 'data:image/png;base64,*&^%$',
    'URL-encoded': `data:image/png,${encodeURIComponent('<svg/>')}`,
    'an address inside': 'http://127.0.0.1:3000/secret.png',
    'an address of the cloud': 'http://169.254.169.254/latest/meta-data',
    'a file': 'file:///etc/passwd',
    'a path': '/etc/passwd',
    'a number': 7,
    'a list': [dataString('image/png', png)],
    'too long': dataString('image/png', Buffer.alloc(MAX_AVATAR_LENGTH)),
  };
  const before = await countMedia();
  for (const [what, avatar] of Object.entries(refused)) {
    const answer = await signUp(avatar);
    expect([400, 413], what).toContain(answer.status);
    expect(answer.body.success, what).toBe(false);
    if (answer.status === 400) expect(answer.body.field, what).toBe('avatar');
  }
  expect(await countMedia()).toBe(before);
  expect((await signUp('')).body.user.avatar, 'an empty one is none').toBeNull();
});

test('refuses a decompression bomb before decoding it', async () => {
  const bomb = await plain(9_000).png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  const answer = await signUp(dataString('image/png', bomb));
  expect(answer).toMatchObject({ status: 400, body: { field: 'avatar' } });
});

test('re-encodes every accepted format as the same small WebP', async () => {
  const formats = {
    'image/jpeg': await plain(600).jpeg().toBuffer(),
    'image/png': await plain(600).png().toBuffer(),
    'image/webp': await plain(600).webp().toBuffer(),
    'image/avif': await plain(600).avif().toBuffer(),
  };
  for (const [mime, bytes] of Object.entries(formats)) {
    const made = await signUp(dataString(mime, bytes));
    expect(made.status, mime).toBe(201);
    const shown = await fetch(app.origin + made.body.user.avatar.url);
    expect(shown.headers.get('Content-Type')).toBe('image/webp');
    expect(shown.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(shown.headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(shown.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    const stored = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect(stored).toMatchObject({ format: 'webp', width: 256, height: 256 });
  }
});

test('removes location metadata from a photo', async () => {
  const photo = await plain(300)
    .withExif({ IFD0: { Artist: 'Uma' }, IFD3: { GPSLatitude: '18/1 31/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  const { body } = await signUp(dataString('image/jpeg', photo));
  const shown = await fetch(app.origin + body.user.avatar.url);
  const stored = Buffer.from(await shown.arrayBuffer());
  const { exif, xmp, iptc, icc } = await sharp(stored).metadata();
  expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
  expect(stored.includes('Uma')).toBe(false);
});

test('removes unused pictures after failed sign-ups and replacements, and keeps shared ones', async () => {
  const { db } = app.server.services.store;
  const red = dataString('image/png', await plain(40).tint('#ff0000').png().toBuffer());
  const blue = dataString('image/png', await plain(50).tint('#0000ff').png().toBuffer());
  const { user, person } = await insertBuyer(app);
  const before = await countMedia();
  const twin = { ...someone(red), email: user.email };
  expect((await app.visitor().post('/api/v1/user/sign-up', twin)).status).toBe(409);
  expect(await countMedia()).toBe(before);
  const other = (await insertBuyer(app)).person;
  const first = await person.post('/api/v1/user/picture', { avatar: red });
  await other.post('/api/v1/user/picture', { avatar: red });
  expect(await countMedia()).toBe(before + 1);
  await person.post('/api/v1/user/picture', { avatar: blue });
  expect(await countMedia()).toBe(before + 2);
  await person.post('/api/v1/user/picture', { avatar: blue });
  expect((await person.delete('/api/v1/user/picture')).body.user.avatar).toBeNull();
  expect(await countMedia()).toBe(before + 1);
  expect((await fetch(app.origin + first.body.user.avatar.url)).status).toBe(200);
  await other.delete('/api/v1/user/picture');
  expect(await countMedia()).toBe(before);
  expect(await db.selectFrom('pictures').select('id').execute()).not.toEqual([]);
});

test('limits five hundred sign-ups with pictures from one address to twenty', async () => {
  const strict = await startTestApp({}, { testMultiplier: 1 });
  const avatar = dataString('image/png', await plain(20).png().toBuffer());
  const statuses: number[] = [];
  const visitor = strict.visitor();
  await visitor.get('/api/v1/user/check-token');
  for (let from = 0; from < 500; from += 50) {
    const wave = Array.from({ length: 50 }, () => signUp(avatar, strict.visitor()));
    statuses.push(...(await Promise.all(wave)).map((each) => each.status));
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(480);
  const { person } = await insertBuyer(strict);
  const changes: number[] = [];
  for (let each = 0; each < 21; each += 1) {
    changes.push((await person.post('/api/v1/user/picture', { avatar })).status);
  }
  expect(changes).toEqual([...Array(20).fill(200), 429]);
  await strict.close();
});
