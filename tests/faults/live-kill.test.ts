import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { ASHA, cart } from '../support/people.ts';
import { createDataDir } from '../support/test-app.ts';
import { buyerOf, freePort, kill, payInSandbox, startAppProcess, stop } from './app-process.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 2);
const MESSAGES = 100;

let dataDir: string;
beforeAll(() => {
  dataDir = createDataDir();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** The stored messages: how often each client id occurs. */
function stored(): { client_id: string; count: number }[] {
  const db = new Database(join(dataDir, 'app.db'), { readonly: true });
  const rows = db
    .prepare('SELECT client_id, count(*) AS count FROM messages GROUP BY client_id')
    .all() as { client_id: string; count: number }[];
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  db.close();
  return rows;
}

test('an app killed while receiving 100 messages has each acknowledged one once, and the rest can be sent again', async () => {
  const port = await freePort();
  let app = await startAppProcess(dataDir, port);
  const asha: Person = await buyerOf(app, ASHA);
  const placed = await asha.post('/api/v1/gig/order/place', await cart(asha));
  const result = await payInSandbox(asha, placed.body);
  const paid = await asha.post('/api/v1/gig/order/verify', result.body);
  const orderId: string = paid.body.order._id;
  const send = async (clientId: string) => {
    const body = { orderId, clientId, messageText: `message ${clientId}` };
    const answer = await asha.post('/api/v1/communicate/send-message', body).catch(() => null);
    return answer?.status ?? 0;
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = Array.from({ length: MESSAGES }, () => crypto.randomUUID());
    const acknowledged = new Set<string>();
    const killAfter = 20 + Math.floor(Math.random() * 60);
    await Promise.all(
      ids.map(async (clientId) => {
        if ((await send(clientId)) !== 201) return;
        acknowledged.add(clientId);
        if (acknowledged.size === killAfter) void kill(app);
      }),
    );
    await app.ended;
    const rows = new Map(stored().map((row) => [row.client_id, row.count]));
    for (const clientId of acknowledged) expect(rows.get(clientId), 'acknowledged').toBe(1);

    app = await startAppProcess(dataDir, port);
    const repeated = await Promise.all(ids.map(send));
    for (const status of repeated) expect([200, 201]).toContain(status);
    const after = new Map(stored().map((row) => [row.client_id, row.count]));
    for (const clientId of ids) expect(after.get(clientId), 'sent again').toBe(1);
    // Rate limits start again with a new process.
    await kill(app);
    app = await startAppProcess(dataDir, port);
  }
  await stop(app);
}, 120_000);
