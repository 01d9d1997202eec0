// Runs in the folder of a new version, on a copy of the data: opening it migrates the copy.
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { FilesLocation } from '../../db/files/file-store.ts';
import { readConfig } from '../config.ts';
import { database } from '../modules/dashboard/doctor/inspect-database.ts';
import { systemProbes } from '../modules/dashboard/doctor/probes.ts';
import { isAutomatic } from '../modules/site/publish/automatic-publishing.ts';
import { UPGRADE_PUBLISHES_NOTHING } from '../modules/site/texts.ts';
import { onParentExit } from '../on-parent-exit.mjs';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { startApp } from '../start-app.ts';
import { runTestPurchase } from './test-purchase.ts';

process.umask(0o077);
// The copy of the data is removed by the next start: this process must not write into it any more.
onParentExit(() => process.exit(1));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

try {
  const config = readConfig(process.env, ROOT);
  if (config.smtpUrl || config.razorpay) throw new Error('A rehearsal has no mail and no keys.');
  const said: string[] = [];
  const log = createLog({ production: false, logLevel: 'error' }, (line) => said.push(line));
  const below = process.env['REHEARSED_FILES'];
  if (below) config.files.below = JSON.parse(below) as FilesLocation;
  const app = await startApp({ config, clock: systemClock, log, withoutChecks: true });
  const { store } = app.services;
  const before = await countOrders(store.db);
  const id = await runTestPurchase(app);
  const after = await countOrders(store.db);
  if (after !== before + (id ? 1 : 0)) throw new Error(`${before} orders became ${after}.`);
  await database.run(app.services, systemProbes, { byPerson: true, wholeFile: true });
  const isPublishing = await isAutomatic(store.db);
  await app.close();
  process.stdout.write(
    id ? `Order ${id} was placed and paid.\n` : 'No gig is on sale: nothing was bought.\n',
  );
  if (!isPublishing) process.stdout.write(`${UPGRADE_PUBLISHES_NOTHING}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  // The app may still be running.
  process.exit(1);
}

async function countOrders(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from orders`.execute(db);
  return Number(rows[0]?.count);
}
