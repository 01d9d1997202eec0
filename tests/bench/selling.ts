import type { User } from '../../db/schema.ts';
import { serve } from './child.ts';
import type { Loaded } from './load.ts';
import { fillCart, openSalesHarness, sell } from './sales-harness.ts';

const [dataDir = ''] = process.argv.slice(2);
const { services } = openSalesHarness(dataDir);
// One buyer may have so many unpaid checkouts open: the starter shop's people share the work.
const { db } = services.store;
const buyers = await db.selectFrom('users').selectAll().where('role', '=', 'buyer').execute();
if (buyers.length < 5) throw new Error('the bench has too few buyers');
const cart = await fillCart(services);
// better-sqlite3 falls back to NORMAL by itself; a bench of that would flatter.
if (services.store.pragma('synchronous') !== 2) throw new Error('the database is not FULL');

/** Places and settles orders for a while, as many at a time as there would be connections. */
serve<{ ms: number; connections: number }>({}, async ({ ms, connections }) => {
  const started = performance.now();
  let count = 0;
  const sellOn = async (buyer: User) => {
    while (performance.now() - started < ms) {
      await sell(services, buyer, cart);
      count += 1;
    }
  };
  const sellers = Array.from({ length: connections }, (_, at) => buyers[at % buyers.length]);
  await Promise.all(sellers.map((buyer) => buyer && sellOn(buyer)));
  return { count, ms: performance.now() - started } satisfies Loaded;
});
