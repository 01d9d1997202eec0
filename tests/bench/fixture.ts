import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { insertUser } from '../../api/modules/accounts/queries.ts';
import { openSession } from '../../api/modules/accounts/sessions.ts';
import { buildInWorker } from '../../api/modules/site/worker/site-worker.ts';
import { iso, systemClock } from '../../api/platform/clock.ts';
import { newId } from '../../api/platform/ids.ts';
import { openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { isBuilt } from '../support/built-site.ts';
import { seedInto } from '../support/database.ts';
import { TEMPLATE } from '../support/paths.ts';
import { BUYER, fillCart, openSalesHarness, sell } from './sales-harness.ts';

const HOME = fileURLToPath(new URL('../../var/bench', import.meta.url));
const ORDERS = 20;

/** Two data folders with the same content, so that writing in one does not slow the other. */
export interface BenchFixture {
  app: string;
  selling: string;
  siteOrigin: string;
  /** The session of a buyer of twenty orders. */
  token: string;
  clear(): void;
}

/** On the repository's own disk: the system's temporary folder may be memory, where FULL is free. */
export async function prepareFixture(): Promise<BenchFixture> {
  mkdirSync(HOME, { recursive: true });
  const dir = mkdtempSync(join(HOME, 'run-'));
  const app = join(dir, 'shop');
  const token = await insertOrders(app);
  const selling = join(dir, 'selling');
  cpSync(app, selling, { recursive: true });
  symlinkSync(join(await siteOf(`sqlite:${app}/app.db`), 'site'), join(app, 'site'));
  return {
    app,
    selling,
    siteOrigin: TEMPLATE.siteOrigin,
    token,
    clear: () => rmSync(dir, { recursive: true, force: true }),
  };
}

async function insertOrders(dataDir: string): Promise<string> {
  const store = openDatabase(`sqlite:${dataDir}/app.db`);
  await migrate(store);
  await seedInto(store, dataDir);
  const buyer = await insertUser(store.db, {
    id: newId(),
    name: 'Asha Kulkarni',
    email: BUYER,
    password_hash: null,
    role: 'buyer',
    avatar_hash: null,
    is_verified: 1,
    last_login_at: null,
    created_at: iso(systemClock()),
  });
  const token = await openSession(store.db, systemClock, { userId: buyer.id, userAgent: 'bench' });
  await store.close();
  const harness = openSalesHarness(dataDir);
  const cart = await fillCart(harness.services);
  for (let each = 0; each < ORDERS; each += 1) await sell(harness.services, buyer, cart);
  await harness.close();
  return token;
}

/** A built site of the current sources: the tests' site when it is current, else our own. */
async function siteOf(databaseUrl: string): Promise<string> {
  if (isBuilt()) return TEMPLATE.dataDir;
  const target = { dataDir: HOME, databaseUrl, siteOrigin: TEMPLATE.siteOrigin };
  if (!isBuilt(target)) {
    console.log('Building the site …');
    await buildInWorker(target);
  }
  return HOME;
}
