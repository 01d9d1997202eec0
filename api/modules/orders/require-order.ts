import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { findOrderOf } from './queries.ts';
import { UNKNOWN_ORDER } from './texts.ts';

/** Returns an order of this buyer. Throws 404 also for the order of a different buyer. */
export async function requireOrderOf(db: Db, buyerId: string, id: string): Promise<Order> {
  const order = await findOrderOf(db, buyerId, id);
  if (!order) throw new ApiError(404, UNKNOWN_ORDER);
  return order;
}
