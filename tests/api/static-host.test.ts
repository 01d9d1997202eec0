import { existsSync, readlinkSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../faults/app-process.ts';
import { Person } from '../support/http-client.ts';
import { ASHA, ownerOf, WEBSITE, WEBSITE_PAGE } from '../support/people.ts';
import { openPersonSocket } from '../support/person-socket.ts';
import { openStaticHost } from '../support/static-host.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

const PROGRAM = [new URL('../faults/small-build.ts', import.meta.url).pathname];
const PUBLISH = '/api/v1/desk/publish';

let app: TestApp;
let host: Server;
let origin: string;
const release = () => join(app.dataDir, 'site', readlinkSync(join(app.dataDir, 'site/current')));
beforeAll(async () => {
  const [hostPort, appPort] = [await freePort(), await freePort()];
  origin = `http://localhost:${hostPort}`;
  const env = {
    PORT: String(appPort),
    SITE_ORIGIN: origin,
    API_ORIGIN: `http://127.0.0.1:${appPort}`,
    TRUST_PROXY: 'on',
  };
  app = await startTestApp(env, { publishProgram: PROGRAM });
  host = await openStaticHost(hostPort, release);
  // The first release was built without API_ORIGIN.
  const owner = new Person(env.API_ORIGIN, []);
  for (const [name, value] of (await ownerOf(app)).cookies) owner.cookies.set(name, value);
  const before = release();
  expect((await owner.post(PUBLISH, {}, { Origin: origin })).status).toBe(202);
  await waitFor(() => expect(release()).not.toBe(before));
});
afterAll(async () => {
  host.closeAllConnections();
  host.close();
  await app.close();
});

const visitor = () => new Person(origin, app.answers);

test('serves pages and one page for every address below a rewrite rule', async () => {
  const { body: home } = await visitor().get('/');
  expect(home).toContain('<a href="/my-work">');
  for (const path of ['/orders/any-order', '/desk/orders/any-order', WEBSITE_PAGE]) {
    expect((await visitor().get(path)).status, path).toBe(200);
  }
  const short = await visitor().get(`/gig/${WEBSITE}`);
  expect([short.status, short.headers.get('location')]).toEqual([302, `/my-gig/${WEBSITE}`]);
  const old = await visitor().get(`/my-gig/${WEBSITE}`);
  expect([old.status, old.headers.get('location')]).toEqual([301, WEBSITE_PAGE]);
  expect((await visitor().get('/no-such-page')).status).toBe(404);
});

test('forwards a buyer’s calls to the app', async () => {
  const person = visitor();
  const up = await person.post('/api/v1/user/sign-up', { ...ASHA, email: 'host@buyers.example' });
  expect(up.status, JSON.stringify(up.body)).toBe(201);
  const me = await person.get('/api/v1/user/check-token?again=1');
  expect(me.body).toMatchObject({ hasToken: true });
});

test('forwards sockets to the app', async () => {
  const socket = await openPersonSocket(await ownerOf(app));
  expect(socket.connected).toBe(true);
  socket.disconnect();
});

test('serves pictures of the release, and the app’s where the release has none', async () => {
  const { db } = app.server.services.store;
  const rows = await db.selectFrom('media').select(['hash', 'mime']).execute();
  const addresses = rows.map(({ hash, mime }) => `/media/${hash}.${mime.split('/')[1]}`);
  const isHeld = (address: string) => existsSync(join(release(), address));
  const [held, other] = [addresses.find(isHeld), addresses.find((each) => !isHeld(each))];
  for (const address of [held, other]) {
    const picture = await fetch(origin + address);
    expect([picture.status, Number((await picture.bytes()).length) > 100], address).toEqual([
      200,
      true,
    ]);
  }
});
