import { Hono } from 'hono';
import { z } from 'zod';
import type { Env } from '../../platform/http/env.ts';
import { searchText } from '../../platform/http/text-schema.ts';
import { ALL_KINDS, MANY, ofEachKind } from '../catalog/content/kinds.ts';
import { findItemsByTitle } from '../catalog/content/queries.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import { findBuyers, findOrders, MAX_RESULTS } from './search-queries.ts';

const RECENT_ITEMS = 2;
const query = z.object({ words: searchText.catch('') });

/** Global search of the dashboard. Without text it returns recent items. */
export const searchRoutes = new Hono<Env>().get('/', async (c) => {
  const { db } = c.var.services.store;
  const { words } = query.parse({ words: c.req.query('words') ?? '' });
  const most = words ? MAX_RESULTS : RECENT_ITEMS;
  const [orders, buyers, ...items] = await Promise.all([
    findOrders(db, words),
    words ? findBuyers(db, words) : [],
    ...ALL_KINDS.map((kind) => findItemsByTitle(db, kind, words, most)),
  ]);
  return c.json({
    success: true as const,
    orders: orders.map(({ id, status, buyer_name, items }) => ({
      _id: id,
      orderStatus: status,
      buyer: buyer_name,
      title: (JSON.parse(items) as OrderItemDto[])[0]?.title ?? '',
    })),
    buyers: buyers.map(({ id, latest, ...buyer }) => ({ _id: id, latestOrder: latest, ...buyer })),
    ...ofEachKind((many) => items[MANY.indexOf(many)] ?? []),
  });
});
