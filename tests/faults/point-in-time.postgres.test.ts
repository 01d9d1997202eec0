import { cpSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { rowsOf } from '../support/database.ts';
import { insertBuyer, paidOrder } from '../support/people.ts';
import { baseBackup } from '../support/postgres-base-backup.ts';
import { serverAt, startOwnServer } from '../support/postgres-server.ts';
import { startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

const SETTINGS = ['fsync=off', 'wal_level=replica'];

/** The rows that must be restored: payments and texts. */
const contentOf = async (url: string) => ({
  orders: await rowsOf({ url }, 'select id, total, paid, refunded from orders order by id'),
  payments: await rowsOf({ url }, 'select id, order_id, amount, status from payments order by id'),
  receipts: await rowsOf({ url }, 'select number, serial from receipts order by serial'),
  messages: await rowsOf({ url }, 'select id, text from messages order by id'),
});

test('a database whose rows were deleted by mistake is what it was a moment before', async () => {
  const server = await startOwnServer([
    ...SETTINGS,
    'archive_mode=on',
    'archive_command=mkdir -p ../archive && cp %p ../archive/%f',
  ]);
  onTestFinished(() => server.remove());
  const { url, name } = await serverAt(server.url).create();
  const app = await startTestApp({ DATABASE_URL: url });
  onTestFinished(() => app.close());
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  const { person } = await insertBuyer(app);
  const first = await paidOrder(app, person);

  const backup = await baseBackup(server);

  const second = await paidOrder(app, person);
  const message = { orderId: second, messageText: 'Before the mistake' };
  expect((await person.post('/api/v1/communicate/send-message', message)).status).toBe(201);
  const before = await contentOf(url);
  expect(before.orders).toHaveLength(2);
  const moment = (await admin.query('select now()::text as now, pg_sleep(0.01)')).rows[0].now;

  await rowsOf({ url }, 'delete from messages');
  await rowsOf({ url }, 'update orders set paid = 0');
  const last = (await admin.query('select pg_walfile_name(pg_switch_wal()) as file')).rows[0].file;
  await waitFor(async () => {
    const archived = await admin.query('select last_archived_wal as file from pg_stat_archiver');
    expect(archived.rows[0].file >= last).toBe(true);
  });
  await admin.end();

  const restored = await startOwnServer(
    [
      ...SETTINGS,
      `restore_command=cp ${join(dirname(server.data), 'archive')}/%f %p`,
      `recovery_target_time=${moment}`,
      'recovery_target_action=promote',
    ],
    (data) => {
      cpSync(backup, data, { recursive: true });
      writeFileSync(join(data, 'recovery.signal'), '');
    },
  );
  onTestFinished(() => restored.remove());
  const restoredUrl = serverAt(restored.url).urlOf(name);
  expect(await contentOf(restoredUrl)).toEqual(before);

  // The app continues with this data: the next receipt has the next number.
  const FILES_DIR = app.server.config.files.dir;
  const again = await startTestApp({ DATABASE_URL: restoredUrl, FILES_DIR });
  onTestFinished(() => again.close());
  const other = await insertBuyer(again);
  await paidOrder(again, other.person);
  const { orders, receipts } = await contentOf(restoredUrl);
  expect(orders.slice(0, 2).map((order) => (order as { id: string }).id)).toEqual(
    [first, second].sort(),
  );
  expect(receipts).toHaveLength(3);
});
