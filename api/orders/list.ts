import { Hono } from 'hono';
import type { Store } from '../../db/connect.ts';
import type { Env } from '../lib/env.ts';
import { answer, type Prepared, prepare } from '../lib/prepared.ts';
import { buyersOnly, requireBuyer } from '../lib/session.ts';
import { presentOrder, type WireOrder } from './present.ts';
import { listOrdersOf } from './queries.ts';

interface OrdersAnswer {
  success: true;
  orders: WireOrder[];
  /** How many there are. */
  count: number;
}

const TABLES = ['orders', 'payments'];
const BUYERS_MOST = 200;

export function orderList(store: Store) {
  const listOf = keptLists(store);
  return new Hono<Env>().get('/user-orders', buyersOnly, (c) =>
    answer(c, listOf(requireBuyer(c).id), { 'Cache-Control': 'no-store' }),
  );
}

/** Each buyer's list as ready bytes until an order or a payment is written; the latest 200 buyers. */
function keptLists(store: Store): (buyerId: string) => Prepared<OrdersAnswer> {
  const kept = new Map<string, Prepared<OrdersAnswer>>();
  return (buyerId) => {
    const list =
      kept.get(buyerId) ??
      prepare<OrdersAnswer>(
        store,
        TABLES,
        async () => {
          const rows = await listOrdersOf(store.db, buyerId);
          return { success: true, orders: rows.map(presentOrder), count: rows.length };
        },
        { compress: false },
      );
    // Used last, forgotten last.
    kept.delete(buyerId);
    kept.set(buyerId, list);
    if (kept.size > BUYERS_MOST) kept.delete(kept.keys().next().value ?? '');
    return list;
  };
}
