import { Hono } from 'hono';
import { z } from 'zod';
import type { Env } from '../../platform/http/env.ts';
import { searchText } from '../../platform/http/text-schema.ts';
import { ALL_KINDS, MANY, ofEachKind } from '../catalog/content/kinds.ts';
import { findItemsByTitle } from '../catalog/content/queries.ts';
import { toClientDtos } from '../clients/dto.ts';
import { listClients } from '../clients/queries.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import { findOrders, MAX_RESULTS } from './search-queries.ts';

const RECENT_ITEMS = 2;
const query = z.object({ words: searchText.catch('') });

/** Global search of the dashboard. Without text it returns recent items. */
export const searchRoutes = new Hono<Env>().get('/', async (c) => {
  const { store, provider } = c.var.services;
  const { db } = store;
  const { words } = query.parse({ words: c.req.query('words') ?? '' });
  const most = words ? MAX_RESULTS : RECENT_ITEMS;
  const [orders, clients, ...items] = await Promise.all([
    findOrders(db, words),
    words ? listClients(db, { find: words, limit: MAX_RESULTS }) : [],
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
    clients: await toClientDtos(db, clients, provider),
    ...ofEachKind((many) => items[MANY.indexOf(many)] ?? []),
  });
});
