import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../db/open-store.ts';
import { rowsOf } from '../support/database.ts';
import { openDisconnectingProxy } from '../support/disconnecting-proxy.ts';
import { baseBackup } from '../support/postgres-base-backup.ts';
import { serverAt, startOwnServer } from '../support/postgres-server.ts';
import { waitFor } from '../support/wait-for.ts';
import { openBrowsers, startSeveral } from './several-processes.ts';

test('when a standby replaces the database server, everything acknowledged is there and no process restarts', async () => {
  const primary = await startOwnServer(['fsync=on', 'wal_level=replica']);
  onTestFinished(() => primary.remove());
  const { url, name } = await serverAt(primary.url).create();
  await (await openStore(url)).close();

  const backup = await baseBackup(primary);
  const source = `host=127.0.0.1 port=${new URL(url).port} user=postgres application_name=standby`;
  const standby = await startOwnServer(['fsync=on', `primary_conninfo=${source}`], (data) => {
    cpSync(backup, data, { recursive: true });
    writeFileSync(join(data, 'standby.signal'), '');
  });
  onTestFinished(() => standby.remove());
  // From here on a commit is acknowledged once the standby has it, too.
  await rowsOf(primary, "alter system set synchronous_standby_names = 'standby'");
  await rowsOf(primary, 'select pg_reload_conf()');
  const states = () => rowsOf(primary, 'select sync_state from pg_stat_replication');
  await waitFor(async () => expect(await states()).toEqual([{ sync_state: 'sync' }]));

  const address = await openDisconnectingProxy(url);
  onTestFinished(() => address.close());
  const viaProxy = new URL(url);
  viaProxy.host = new URL(address.origin).host;
  const env = {
    DATABASE_URL: viaProxy.href,
    SECRET_KEY: 'the same for both processes of this test',
  };
  const database = { env, url: viaProxy.href, drop: async () => {} };
  const cluster = await startSeveral(2, {}, undefined, database);
  onTestFinished(() => cluster.close());
  const browsers = await openBrowsers(cluster, cluster.order.buyerId);

  const acknowledged: string[] = [];
  const refused: number[] = [];
  let count = 0;
  async function send(): Promise<number> {
    count += 1;
    const answer = await browsers[count % 2]?.post('/api/v1/communicate/send-message', {
      orderId: cluster.order.id,
      messageText: `Message ${count}`,
    });
    if (answer?.status === 201) acknowledged.push(answer.body.data._id);
    else refused.push(answer?.status ?? 0);
    return answer?.status ?? 0;
  }
  expect(await Promise.all([send(), send()])).toEqual([201, 201]);

  const sending = Array.from({ length: 20 }, send);
  await Promise.race(sending);
  process.kill(primary.pid(), 'SIGKILL');
  address.disconnect();
  await Promise.all(sending);
  const admin = new pg.Client({ connectionString: standby.url });
  await admin.connect();
  expect((await admin.query('select pg_promote()')).rows).toEqual([{ pg_promote: true }]);
  await admin.end();
  address.reconnect(standby.url);

  await waitFor(async () => expect(await Promise.all([send(), send()])).toEqual([201, 201]));
  expect(refused.filter((status) => status !== 503)).toEqual([]);
  const promoted = { url: serverAt(standby.url).urlOf(name) };
  const rows = await rowsOf<{ id: string }>(promoted, 'select id from messages');
  const stored = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect(cluster.apps.map(({ child }) => child.exitCode)).toEqual([null, null]);
});
