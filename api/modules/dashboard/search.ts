import { Hono } from 'hono';
import { z } from 'zod';
import type { Env } from '../../platform/http/env.ts';
import { searchText } from '../../platform/http/text-schema.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import { findBuyers, findCatalogItems, findOrders } from './search-queries.ts';

const query = z.object({ words: searchText.catch('') });

/** Global search of the dashboard. Without text it returns recent items. */
export const searchRoutes = new Hono<Env>().get('/', async (c) => {
  const { db } = c.var.services.store;
  const { words } = query.parse({ words: c.req.query('words') ?? '' });
  const [orders, buyers, gigs, projects] = await Promise.all([
    findOrders(db, words),
    words ? findBuyers(db, words) : [],
    findCatalogItems(db, 'gigs', words),
    findCatalogItems(db, 'projects', words),
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
    gigs: gigs.map(({ id, ...gig }) => ({ _id: id, ...gig })),
    projects: projects.map(({ id, ...project }) => ({ _id: id, ...project })),
  });
});
