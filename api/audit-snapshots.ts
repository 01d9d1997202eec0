import type { Db } from '../db/database.ts';
import type { Tables } from '../db/schema.ts';
import type { Snapshots } from './platform/audit/audit-middleware.ts';

/**
 * The columns that the audit log stores before and after an admin call. Private messages are never included.
 */
export const auditSnapshots: Snapshots = {
  '/desk/orders/:id': (db, id) =>
    row(db, 'orders', ['status', 'paid', 'refunded', 'delivery_date', 'used_revisions'], id),
  '/desk/revisions/:id': (db, id) => row(db, 'revisions', ['status'], id),
  '/desk/payments/:paymentId': (db, id) => row(db, 'payments', ['status', 'refunded'], id),
  '/desk/gigs/:id': async (db, id) => {
    const gig = await row(db, 'gigs', ['title', 'status', 'version'], id);
    return gig && { ...gig, ...(await pricesOf(db, id)) };
  },
  '/desk/projects/:id': (db, id) =>
    row(db, 'projects', ['title', 'status', 'version', 'price_min', 'price_max'], id),
  '/desk/reviews/:id': async (db, id) => {
    const hidden = await db
      .selectFrom('hidden_reviews')
      .select('hidden_at')
      .where('review_id', '=', id)
      .executeTakeFirst();
    const review = await row(db, 'reviews', ['replied_at'], id);
    return review && { ...review, hidden_at: hidden?.hidden_at ?? null };
  },
};

type WithId = 'orders' | 'revisions' | 'payments' | 'gigs' | 'projects' | 'reviews';

async function row<T extends WithId>(
  db: Db,
  table: T,
  columns: (keyof Tables[T] & string)[],
  id: string,
): Promise<Record<string, string | number | null> | null> {
  const found = await db
    .selectFrom(table as WithId)
    .select(columns as 'id'[])
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

async function pricesOf(db: Db, gigId: string): Promise<Record<string, number>> {
  const plans = await db
    .selectFrom('plans')
    .select(['plan_type', 'price'])
    .where('gig_id', '=', gigId)
    .execute();
  return Object.fromEntries(plans.map((plan) => [`price of ${plan.plan_type}`, plan.price]));
}
