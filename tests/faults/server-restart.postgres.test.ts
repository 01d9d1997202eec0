import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../db/open-store.ts';
import type { Answer } from '../support/http-client.ts';
import { type OwnServer, serverAt, startOwnServer } from '../support/postgres-server.ts';
import type { SocketClient } from '../support/socket-client.ts';
import { connectClient } from '../support/socket-client.ts';
import { waitFor } from '../support/wait-for.ts';
import { openBrowsers, type SeveralProcesses, startSeveral } from './several-processes.ts';

// Two processes on a PostgreSQL server of their own, which commits to disk, is stopped and started again.
let server: OwnServer;
let cluster: SeveralProcesses;
beforeAll(async () => {
  server = await startOwnServer(['fsync=on', 'synchronous_commit=on']);
  const { url } = await serverAt(server.url).create();
  await (await openStore(url)).close();
  const env = { DATABASE_URL: url, SECRET_KEY: 'the same for every process of this test' };
  cluster = await startSeveral(2, {}, undefined, { env, url, drop: async () => {} });
});
afterAll(async () => {
  await cluster?.close();
  await server?.remove();
});

const ROUNDS = 50;

test('a database server that is away while people go on costs nothing that was acknowledged', async () => {
  const { order, store, apps } = cluster;
  const [first, second] = await openBrowsers(cluster, order.buyerId);
  const [owner] = await openBrowsers(cluster, order.ownerId);
  if (!first || !second || !owner) throw new Error('two processes are expected');
  const screen: SocketClient = await connectClient({ origin: owner.origin, answers: [] }, owner, {
    reconnection: true,
  });
  const acknowledged: string[] = [];
  const others: Answer[] = [];
  let count = 0;
  async function send(): Promise<Answer> {
    count += 1;
    const answer = await (count % 2 ? first : second)?.post('/api/v1/communicate/send-message', {
      orderId: order.id,
      messageText: `Message ${count}`,
    });
    if (!answer) throw new Error('a process is missing');
    if (answer.status === 201) acknowledged.push(answer.body.data._id);
    else others.push(answer);
    return answer;
  }
  expect((await send()).status).toBe(201);
  expect((await send()).status).toBe(201);

  const sending = Array.from({ length: 20 }, send);
  await Promise.race(sending);
  await server.stop();
  await Promise.all(sending);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const person of [first, second]) {
      const refused = await person.get('/api/v1/gig/order/user-orders');
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
      expect((await person.get('/')).status).toBe(200);
    }
  }
  await server.start();

  await waitFor(async () => expect((await send()).status).toBe(201));
  await waitFor(async () => expect((await send()).status).toBe(201));
  expect(others.filter(({ status }) => status !== 503)).toEqual([]);
  const rows = await waitFor(() => store.db.selectFrom('messages').select('id').execute());
  const stored = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);

  // The open screen has reconnected by itself and gets pushes again.
  const pushed = () => screen.bodiesOf('orderChanged').length;
  const before = pushed();
  await waitFor(async () => {
    await send();
    expect(pushed()).toBeGreaterThan(before);
  });
  screen.socket.close();
  await waitFor(async () => expect((await first.get('/readyz')).status).toBe(200));
  expect(apps.map(({ child }) => child.exitCode)).toEqual([null, null]);
});
