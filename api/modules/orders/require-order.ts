import type { Context } from 'hono';
import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { requireVerifiedUser } from '../accounts/guards.ts';
import { findOrderOf } from './queries.ts';
import { UNKNOWN_ORDER } from './texts.ts';

/** The buyer's order in the path of a route. */
export const orderInPath = (c: Context<Env>): Promise<Order> =>
  requireOrderOf(c.var.services.store.db, requireVerifiedUser(c).id, c.req.param('orderId') ?? '');

/** Returns an order of this buyer. Throws 404 also for the order of a different buyer. */
export async function requireOrderOf(db: Db, buyerId: string, id: string): Promise<Order> {
  const order = await findOrderOf(db, buyerId, id);
  if (!order) throw new ApiError(404, UNKNOWN_ORDER);
  return order;
}
