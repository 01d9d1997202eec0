import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, ON_POSTGRES, rowsOf, type TestDatabase } from '../support/database.ts';
import type { Person } from '../support/http-client.ts';
import { ASHA, orderBody } from '../support/people.ts';
import { createDataFolder } from '../support/test-app.ts';
import { buyerOf, freePort, kill, payInSandbox, startAppProcess, stop } from './app-process.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 1);
const MESSAGES = 100;

let dataDir: string;
let database: TestDatabase;
beforeAll(async () => {
  dataDir = createDataFolder();
  database = await createTestDatabase(dataDir);
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The stored messages: how often each client id occurs. */
async function stored(): Promise<Map<string, number>> {
  const rows = await rowsOf<{ client_id: string; count: number }>(
    database,
    'SELECT client_id, count(*) AS count FROM messages GROUP BY client_id',
  );
  if (!ON_POSTGRES) {
    const sound = await rowsOf(database, 'PRAGMA integrity_check');
    expect(sound).toEqual([{ integrity_check: 'ok' }]);
  }
  return new Map(rows.map((row) => [row.client_id, row.count]));
}

/** She sends more in a minute than a person may. */
const forgetLimits = () => rowsOf(database, 'DELETE FROM limits');

test('an app killed while receiving 100 messages has each acknowledged one once, and the rest can be sent again', async () => {
  const port = await freePort();
  let app = await startAppProcess(dataDir, port, { env: database.env });
  const asha: Person = await buyerOf(app, ASHA);
  const placed = await asha.post('/api/v1/gig/order/place', await orderBody(asha));
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
    const rows = await stored();
    for (const clientId of acknowledged) expect(rows.get(clientId), 'acknowledged').toBe(1);

    await forgetLimits();
    app = await startAppProcess(dataDir, port, { env: database.env });
    const repeated = await Promise.all(ids.map(send));
    for (const status of repeated) expect([200, 201]).toContain(status);
    const after = await stored();
    for (const clientId of ids) expect(after.get(clientId), 'sent again').toBe(1);
    await forgetLimits();
  }
  await stop(app);
}, 600_000);
