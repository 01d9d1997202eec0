import { expect, onTestFinished, test } from 'vitest';
import { repairClockRollback } from '../../api/modules/accounts/clock-rollback.ts';
import { openSession } from '../../api/modules/accounts/sessions.ts';
import { HOUR } from '../../api/platform/clock.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestDatabase } from '../support/database.ts';
import { insertRacedOrders, racedOrder } from './race-fixture.ts';

test('several processes that notice the same clock rollback shorten sessions once', async () => {
  const database = await createTestDatabase('');
  const processes: Database[] = [openDatabase(database.url), openDatabase(database.url)];
  onTestFinished(async () => {
    for (const store of processes) await store.close();
    await database.drop();
  });
  const [first, second] = processes;
  if (!first || !second) throw new Error('two processes are expected');
  const now = new Date('2026-05-01T12:00:00.000Z');
  const earlier = (hours: number) => new Date(now.getTime() - hours * HOUR);
  await transaction({ store: first }, async (tx) => {
    await insertRacedOrders(tx, 1);
    await openSession(tx, () => now, { userId: racedOrder(0).buyer, userAgent: 'Firefox' });
  });
  const startOf = async () =>
    (await first.db.selectFrom('sessions').select('created_at').executeTakeFirstOrThrow())
      .created_at;
  expect(await startOf()).toBe(now.toISOString());

  for (const store of processes) await repairClockRollback(store, now);
  for (const store of processes) await repairClockRollback(store, earlier(1));
  expect(await startOf()).toBe(earlier(1).toISOString());

  // Another rollback, further than the time that has passed again.
  for (const store of processes) await repairClockRollback(store, earlier(5));
  expect(await startOf()).toBe(earlier(5).toISOString());
});
