import { findUserByEmail } from '../../api/accounts/queries.ts';
import { serve } from './child.ts';
import type { Loaded } from './load.ts';
import { BUYER, fillCart, openTill, sell } from './till.ts';

const [dataDir = ''] = process.argv.slice(2);
const { deps } = openTill(dataDir);
const buyer = await findUserByEmail(deps.store.db, BUYER);
if (!buyer) throw new Error('the bench has no buyer');
const cart = await fillCart(deps);
// better-sqlite3 falls back to NORMAL by itself; a bench of that would flatter.
if (deps.store.pragma('synchronous') !== 2) throw new Error('the database is not FULL');

/** Places and settles orders for a while, as many at a time as there would be connections. */
serve<{ ms: number; connections: number }>({}, async ({ ms, connections }) => {
  const started = performance.now();
  let count = 0;
  const sellOn = async () => {
    while (performance.now() - started < ms) {
      await sell(deps, buyer, cart);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, sellOn));
  return { count, ms: performance.now() - started } satisfies Loaded;
});
