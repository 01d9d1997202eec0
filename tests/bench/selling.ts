import type { User } from '../../db/schema.ts';
import { serve } from './child.ts';
import { fillCart, openSalesHarness, sell } from './sales-harness.ts';

const [dataDir = ''] = process.argv.slice(2);
const { services } = openSalesHarness(dataDir);
// The number of unpaid checkouts per buyer is limited, so several buyers are used.
const { db } = services.store;
const buyers = await db.selectFrom('users').selectAll().where('role', '=', 'buyer').execute();
if (buyers.length < 5) throw new Error('the bench has too few buyers');
const cart = await fillCart(services);
// better-sqlite3 defaults to NORMAL, which would make the result look better than it is.
if (services.store.pragma?.('synchronous') !== 2) throw new Error('the database is not FULL');

/** Places and settles orders for this time, as many at the same time as there are connections. */
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
  return count;
});
