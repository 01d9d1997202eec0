import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { csrf } from '../../../api/platform/http/csrf.ts';
import type { Env } from '../../../api/platform/http/env.ts';
import { answerError } from '../../../api/platform/http/errors.ts';
import type { Services } from '../../../api/platform/services.ts';

const OURS = 'https://studio.example';
const UPLOAD = '/communicate/attachment';
const SID = 'sid=session-of-asha';

const guarded = (https: boolean) =>
  new Hono<Env>()
    .onError((error, c) => answerError(error, c, () => {}))
    .use(async (c, next) => {
      c.set('services', { config: { https, origins: [OURS] } } as unknown as Services);
      await next();
    })
    .use(csrf)
    .all('*', (c) => c.text('done'));
const app = guarded(false);

/** The cookie that an answer sets, with its attributes; '' where it sets none. */
const cookieFrom = (response: Response): string => response.headers.getSetCookie().join();
const tokenIn = (cookie: string): string => /^XSRF-TOKEN=([^;]*)/.exec(cookie)?.[1] ?? '';
const read = async (cookie: string, method = 'GET'): Promise<string> =>
  cookieFrom(await app.request('/orders', { method, headers: { Cookie: cookie } }));

async function rightHeaders(): Promise<Record<string, string>> {
  const token = tokenIn(await read(SID));
  return {
    Cookie: `${SID}; XSRF-TOKEN=${token}`,
    'X-XSRF-TOKEN': token,
    Origin: OURS,
    'Content-Type': 'application/json',
  };
}
const write = async (headers: Record<string, string>, path = '/orders') =>
  (await app.request(path, { method: 'POST', headers })).status;

test('a visitor gets a token of their own, and keeps it', async () => {
  const [one, other] = [tokenIn(await read('')), tokenIn(await read(''))];
  expect(one.length).toBeGreaterThanOrEqual(40);
  expect(one).not.toBe(other);
  expect(await read(`XSRF-TOKEN=${one}`)).toBe('');
  expect(await read(`XSRF-TOKEN=${'v'.repeat(40)}`)).toBe('');
  expect(tokenIn(await read(`XSRF-TOKEN=${'v'.repeat(39)}`))).not.toBe('');
});

test('the token of a session follows from the session alone', async () => {
  const token = tokenIn(await read(SID));
  expect(tokenIn(await read(SID, 'HEAD'))).toBe(token);
  expect(tokenIn(await read('sid=session-of-bela'))).not.toBe(token);
  expect(await read(`${SID}; XSRF-TOKEN=${token}`)).toBe('');
  expect(tokenIn(await read(`${SID}; XSRF-TOKEN=${'x'.repeat(43)}`))).toBe(token);
});

test('the token’s cookie is sent to this site only, and on https only there', async () => {
  const attributes = (await read('')).split('; ').slice(1);
  expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'SameSite=Lax']));
  expect(attributes).not.toContain('Secure');
  expect(attributes, 'scripts of the site send it').not.toContain('HttpOnly');
  const headers = { Cookie: '__Host-sid=session-of-asha' };
  const safe = cookieFrom(await guarded(true).request('/', { headers }));
  expect(safe.split('; ')).toContain('Secure');
  expect(tokenIn(safe)).toBe(tokenIn(await read(SID)));
});

test('a write with our origin, JSON and the token is done', async () => {
  const right = await rightHeaders();
  expect(await write(right)).toBe(200);
  const token = 'v'.repeat(40);
  const visitor = { ...right, Cookie: `XSRF-TOKEN=${token}`, 'X-XSRF-TOKEN': token };
  expect(await write(visitor)).toBe(200);
});

test.each([
  ['application/json', 200],
  ['application/json; charset=utf-8', 200],
  ['application/json ;charset=utf-8', 200],
  ['Application/JSON', 200],
  ['application/json-patch', 415],
  ['x-application/json', 415],
  ['text/plain', 415],
  ['application/octet-stream', 415],
  ['', 415],
])('a body of the type %j is answered %i', async (type, status) => {
  expect(await write({ ...(await rightHeaders()), 'Content-Type': type })).toBe(status);
});

test.each([
  [UPLOAD, 'application/octet-stream', 200],
  [UPLOAD, 'Application/Octet-Stream', 200],
  [UPLOAD, 'application/octet-stream2', 415],
  [UPLOAD, 'x-application/octet-stream', 415],
  [UPLOAD, 'application/json', 415],
  [`${UPLOAD}/1`, 'application/octet-stream', 415],
  [`${UPLOAD}/1`, 'application/json', 200],
])('%s takes a file as its body, and nothing else: %s', async (path, type, status) => {
  expect(await write({ ...(await rightHeaders()), 'Content-Type': type }, path)).toBe(status);
});

test.each([
  [{ Origin: OURS }, 200],
  [{ Origin: 'https://evil.example' }, 403],
  [{ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }, 403],
  [{ Origin: 'null' }, 403],
  [{ 'Sec-Fetch-Site': 'same-origin' }, 200],
  [{ 'Sec-Fetch-Site': 'same-site' }, 403],
  [{}, 403],
])('a write that comes from %o is answered %i', async (from: Record<string, string>, status) => {
  const { Origin: _, ...right } = await rightHeaders();
  expect(await write({ ...right, ...from })).toBe(status);
});

test('a write without the token of its session is refused', async () => {
  const right = await rightHeaders();
  const own = right['X-XSRF-TOKEN'] ?? '';
  const forged = 'x'.repeat(own.length);
  const withTokens = (cookie: string, sent: string) =>
    write({ ...right, Cookie: `${SID}; XSRF-TOKEN=${cookie}`, 'X-XSRF-TOKEN': sent });
  expect(await withTokens(own, own)).toBe(200);
  for (const [cookie, sent] of [
    [own, ''],
    [own, own.slice(1)],
    [own, forged],
    [forged, own],
    [forged, forged],
    ['', ''],
  ] as const)
    expect(await withTokens(cookie, sent), `${cookie} ${sent}`).toBe(403);
  const { 'X-XSRF-TOKEN': __, ...without } = right;
  expect(await write(without)).toBe(403);
  expect(await write({ ...right, Cookie: SID })).toBe(403);
});

test('a visitor’s token that is too short to be ours is refused', async () => {
  const token = 'v'.repeat(39);
  const visitor = { Cookie: `XSRF-TOKEN=${token}`, 'X-XSRF-TOKEN': token };
  expect(await write({ ...(await rightHeaders()), ...visitor })).toBe(403);
});
