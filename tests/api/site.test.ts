import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { built, SITE, raw as send } from '../architecture/raw-request.ts';
import type { Person } from '../support/http-client.ts';
import { WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

let visitor: Person;
beforeAll(() => {
  visitor = app.visitor();
});

const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(app.origin, path, headers, method);

test('serves a file in the requested encoding', async () => {
  const plain = await raw('/', { 'Accept-Encoding': 'identity' });
  expect(plain.headers.get('Content-Encoding')).toBeNull();
  for (const [accepts, encoding, unpack] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['deflate, gzip', 'gzip', gunzipSync],
    ['gzip;q=0.8, br;q=0', 'gzip', gunzipSync],
    ['gzip;q=0.5, br;q=0.9', 'br', brotliDecompressSync],
  ] as const) {
    const packed = await raw('/', { 'Accept-Encoding': accepts });
    expect(packed.headers.get('Content-Encoding'), accepts).toBe(encoding);
    expect(packed.headers.get('Vary')).toBe('Accept-Encoding');
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(unpack(packed.bytes).equals(plain.bytes), accepts).toBe(true);
  }
});

test('serves the reader of documents, a module script, as a script and compressed', async () => {
  const path = built('_astro/*.mjs');
  const plain = await raw(path, { 'Accept-Encoding': 'identity' });
  const packed = await raw(path, { 'Accept-Encoding': 'br' });
  expect(plain.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
  expect(packed.headers.get('Content-Encoding')).toBe('br');
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
});

test('does not use a refused encoding', async () => {
  const answer = await raw('/', { 'Accept-Encoding': 'br;q=0, gzip' });
  expect(answer.headers.get('Content-Encoding')).toBe('gzip');
});

test('answers 304 when the client has the current version', async () => {
  for (const path of ['/', '/img/avatar-blank.svg', built('_astro/*.js'), '/orders/anything']) {
    const first = await visitor.get(path);
    const tag = first.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^W\/"[^"]+"$/);
    const again = await raw(path, { 'If-None-Match': tag });
    expect(again.status, path).toBe(304);
    expect(again.bytes.length).toBe(0);
    expect(again.headers.get('ETag')).toBe(tag);
    expect(again.headers.get('Cache-Control')).toBe(first.headers.get('Cache-Control'));
    expect((await raw(path, { 'If-None-Match': '"another"' })).status).toBe(200);
  }
});

test('the ETag of a file is a digest of it, so that a publish leaves what is the same in caches', async () => {
  for (const path of ['/', '/img/avatar-blank.svg', '/my-gig', '/sitemap.xml']) {
    const { headers, bytes } = await raw(path, { 'Accept-Encoding': 'identity' });
    const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    expect(headers.get('ETag'), path).toBe(`W/"${digest}"`);
    const packed = await raw(path, { 'Accept-Encoding': 'br' });
    expect(packed.headers.get('ETag'), path).toBe(`W/"${digest}"`);
  }
});

test('accepts weakened and multiple ETags', async () => {
  const tag = (await visitor.get('/')).headers.get('ETag');
  expect((await raw('/', { 'If-None-Match': `W/${tag}` })).status).toBe(304);
  expect((await raw('/', { 'If-None-Match': `"old", ${tag}` })).status).toBe(304);
});

test('caches hashed files forever and revalidates pages', async () => {
  const cache = async (path: string) => (await raw(path)).headers.get('Cache-Control');
  expect(await cache(built('_astro/*.js'))).toBe('public, max-age=31536000, immutable');
  expect(await cache(built('_astro/*.woff2'))).toContain('immutable');
  for (const path of ['/', '/my-work', '/img/avatar-blank.svg', '/robots.txt']) {
    expect(await cache(path), path).toBe('no-cache');
  }
});

test('answers HEAD like GET without a body', async () => {
  const head = await raw('/', {}, 'HEAD');
  expect(head).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
  expect(head.headers.get('ETag')).toBe((await raw('/')).headers.get('ETag'));
});

test('serves one shell page for all orders and one for all password links', async () => {
  for (const [path, shell] of [
    ['/orders/anything', '/orders'],
    ['/orders/%3Cscript%3E', '/orders'],
    ['/create-password/anything', '/create-password'],
    ['/invitation/anything', '/invitation'],
  ] as const) {
    const answer = await visitor.get(path);
    expect(answer.status, path).toBe(200);
    expect(answer.body).toBe((await visitor.get(shell)).body);
  }
});

test('redirects old, closed and unknown addresses', async () => {
  const leads = async (path: string) => {
    const { status, headers } = await raw(path);
    return `${status} ${headers.get('Location')}`;
  };
  expect(await leads(`/gig/${WEBSITE}`)).toBe(`302 /my-gig/${WEBSITE}`);
  expect(await leads(`/my-gig/${WEBSITE}?plan=Pro`)).toBe('301 /my-gig/business-website?plan=Pro');
  expect(await leads('/my-work/')).toBe('302 /my-work');
  expect(await leads('/sign-in/?next=%2Forders')).toBe('302 /sign-in?next=%2Forders');
  expect(await leads(`/gig/${WEBSITE}/?utm_source=mail`)).toBe(
    `302 /my-gig/${WEBSITE}?utm_source=mail`,
  );
  expect(await leads('/gone?utm_campaign=diwali')).toBe('302 /?utm_campaign=diwali');
  for (const path of ['/orders/019b8fe6', '/create-password/A-token_1', '/invitation/token'])
    expect(await leads(`${path}/`)).toBe(`302 ${path}`);
  for (const path of ['/no-such-page', '/orders/a/b', '/gig/a/b', '/old.html', '/_astro/']) {
    expect(await leads(path), path).toBe('302 /');
  }
});

test('answers 404 for a missing file', async () => {
  for (const path of [
    '/x.json',
    '/foo.png',
    '/index.php',
    '/.env',
    '/_astro/gone.js',
    '/my-gig/x.webp',
    '/.well-known/',
    '/.well-known/security',
    '/.well-known/appspecific/com.chrome.devtools.json',
  ]) {
    const { status, headers, bytes } = await raw(path);
    expect(status, path).toBe(404);
    expect(headers.get('Content-Type'), path).toMatch(/^text\/plain/);
    expect(headers.get('Content-Security-Policy'), path).toContain("default-src 'none'");
    expect(headers.get('X-Content-Type-Options'), path).toBe('nosniff');
    expect(bytes.toString(), path).toBe('There is no such file.');
  }
  const rules = readFileSync(join(SITE, '_redirects'), 'utf8').trim().split('\n');
  for (const rule of rules)
    expect(rule, rule).toMatch(/^\/(gig|my-gig|orders|create-password|invitation|desk)\//);
});

test('keeps every spelling of a path on the site and inside its folder', async () => {
  const secrets = /PRIVATE|SQLite format|keySecret|root:x:|"dependencies"/;
  for (const path of [
    '//evil.example',
    '//evil.example/%2e%2e',
    '/\\evil.example',
    '/%5Cevil.example',
    '/%2F%2Fevil.example',
    '/%2e%2e/',
    '/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2f..%2fpackage.json',
    '/../../app.db',
    '/_astro/../../../app.db',
    '/_astro/%2e%2e/%2e%2e/%2e%2e/secrets.json',
    '/secrets.json',
    '/%00',
    '/%',
    '/%zz',
    '/%c0%ae%c0%ae/',
    '/%E0%A4%A',
    '/a%0d%0aSet-Cookie:x=y',
    '/gig/%0d%0aX:y',
    '/gig//evil.example',
    '/gig/..',
    '/my-work//',
    '/?next=//evil.example',
    `/${'a'.repeat(9_000)}`,
    '/index.html',
    '/index.html.br',
    '/.well-known/x',
    '/__proto__',
    '/constructor',
  ]) {
    const answer = await raw(path);
    expect([200, 302, 400, 404], path).toContain(answer.status);
    if (answer.status === 400) expect(answer.bytes.length, path).toBe(0);
    expect(answer.headers.get('Location') ?? '/', path).toMatch(/^\/(?![/\\])/);
    expect(answer.headers.get('Set-Cookie'), path).toBeNull();
    expect(answer.bytes.toString('latin1'), path).not.toMatch(secrets);
  }
  expect((await visitor.get('/')).status).toBe(200);
});

test('closes the connection of an invalid request line and nothing else', async () => {
  const { port } = new URL(app.origin);
  for (const line of [
    'GET http://evil.example/ HTTP/1.1',
    'GET evil HTTP/1.1',
    'GET * HTTP/1.1',
    'nonsense',
  ]) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(`${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(await text(socket), line).not.toMatch(/Error:|\bat .*\.[jt]s:|Location: (?!\/)/);
  }
  expect((await visitor.get('/')).status).toBe(200);
});

test('a part of a file is answered to who asks for bytes, and the whole file to who asks for anything else', async () => {
  const sound = '/sounds/message.wav';
  const part = await raw(sound, { Range: 'bytes=0-3' });
  expect([part.status, part.bytes.toString()]).toEqual([206, 'RIFF']);
  for (const headers of [
    ...['bytes=abc', 'bytes=-', 'bytes=0-1,3-4', '0-3', 'items=0-3'].map((Range) => ({ Range })),
    { Range: 'bytes=0-3', 'If-Range': '"of another release"' },
  ]) {
    const { status, bytes } = await raw(sound, headers);
    expect([status, bytes.length > 1_000], JSON.stringify(headers)).toEqual([200, true]);
  }
});

test("serves what the viewer of documents needs of its library, and lets only the viewer's program run WebAssembly", async () => {
  const library = '/api/v1/pdf/1.0.0';
  const { status, headers } = await raw(`${library}/wasm/openjpeg.wasm`);
  expect([status, headers.get('Content-Type')]).toEqual([200, 'application/wasm']);
  expect(headers.get('Cache-Control')).toContain('immutable');
  for (const path of ['cmaps/UniJIS-UCS2-H.bcmap', 'standard_fonts/FoxitDingbats.pfb'])
    expect((await raw(`${library}/${path}`)).status, path).toBe(200);
  for (const path of ['build/pdf.mjs', 'package.json', 'wasm/..%2fpackage.json', 'wasm/none'])
    expect((await raw(`${library}/${path}`)).status, path).toBe(404);
  const policy = async (path: string) => (await raw(path)).headers.get('Content-Security-Policy');
  expect(await policy(built('_astro/pdf.worker*.mjs'))).toContain("'wasm-unsafe-eval'");
  expect(await policy(built('_astro/*.js'))).not.toContain('wasm');
  expect(await policy('/orders')).not.toContain('wasm');
});
