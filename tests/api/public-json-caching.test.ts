import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { raw as send } from '../architecture/raw-request.ts';
import { WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const PATHS = ['gig/get', `gig/get/${WEBSITE}`, 'gig/reviews', `gig/review/${WEBSITE}`];
const ROUTES = [...PATHS, 'client/get-project'].map((path) => `/api/v1/${path}`);

const raw = (path: string, headers: Record<string, string>) => send(app.origin, path, headers);

test('public answers are compressed for who takes gzip, the second time as well', async () => {
  for (const route of ROUTES) {
    const plain = await raw(route, { 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('Content-Encoding'), route).toBeNull();
    for (const accepted of ['gzip, deflate, br', 'gzip']) {
      const packed = await raw(route, { 'Accept-Encoding': accepted });
      expect(packed.headers.get('Content-Encoding'), route).toBe('gzip');
      expect(packed.headers.get('Content-Type'), route).toBe('application/json');
      expect(packed.headers.get('Vary'), route).toBe('Accept-Encoding');
      expect(gunzipSync(packed.bytes).equals(plain.bytes), route).toBe(true);
    }
    const refused = await raw(route, { 'Accept-Encoding': 'gzip;q=0' });
    expect(refused.headers.get('Content-Encoding'), route).toBeNull();
  }
});

test('past work names its picture by its address', async () => {
  const { data } = (await app.visitor().get('/api/v1/client/get-project')).body;
  for (const project of data) {
    expect(project.img).toMatch(/^\/media\/\w+\.webp$/);
    expect(project.picture).toMatchObject({ url: project.img, alt: expect.any(String) });
  }
});

test('public answers are not sent again to who has the current version', async () => {
  for (const route of ROUTES) {
    for (const encoding of ['identity', 'gzip']) {
      const first = await raw(route, { 'Accept-Encoding': encoding });
      const tag = first.headers.get('ETag') ?? '';
      const again = await raw(route, { 'Accept-Encoding': encoding, 'If-None-Match': tag });
      expect(again.status, route).toBe(304);
      expect(again.bytes.length).toBe(0);
      for (const name of ['ETag', 'Vary', 'Cache-Control']) {
        expect(again.headers.get(name), name).not.toBeNull();
      }
      const other = { 'Accept-Encoding': encoding, 'If-None-Match': '"another"' };
      expect((await raw(route, other)).status, route).toBe(200);
    }
  }
});
