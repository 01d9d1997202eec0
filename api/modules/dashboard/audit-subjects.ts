import type { Db } from '../../../db/database.ts';
import type { AuditSubject } from '../accounts/audit-routes.ts';
import { orderNumber } from '../orders/order-number-rules.ts';

/** Rows that stand for their order. */
const OF_ORDERS = ['payments', 'instalments', 'revisions', 'order_changes', 'disputes'] as const;

/** Of the kinds of content without a table of their own. */
const SCREENS: Record<string, string> = { project: '/desk/past-work', article: '/desk/articles' };

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

const orderOf = (id: string): AuditSubject => ({
  name: `Order #${orderNumber(id)}`,
  path: `/desk/orders/${id}`,
});

/** The subjects of these lines by their ids. What is in no table any more says so; what is no id names itself. */
export async function nameSubjects(db: Db, ids: string[]): Promise<Map<string, AuditSubject>> {
  const unknown = ids.map((id): [string, AuditSubject] => [
    id,
    { name: UUID.test(id) ? 'Something that is deleted' : id },
  ]);
  const named = new Map(unknown);
  if (ids.length === 0) return named;
  const add = (rows: { id: string; subject: AuditSubject }[]) => {
    for (const { id, subject } of rows) named.set(id, subject);
  };
  const [orders, gigs, items, quotes, conversations, reviews, people, codes] = await Promise.all([
    db.selectFrom('orders').select('id').where('id', 'in', ids).execute(),
    db.selectFrom('gigs').select(['id', 'title']).where('id', 'in', ids).execute(),
    db.selectFrom('content_items').select(['id', 'title', 'kind']).where('id', 'in', ids).execute(),
    db
      .selectFrom('quotes')
      .innerJoin('conversations', 'conversations.id', 'quotes.conversation_id')
      .innerJoin('users', 'users.id', 'conversations.buyer_id')
      .select(['quotes.id', 'users.name'])
      .where('quotes.id', 'in', ids)
      .execute(),
    db
      .selectFrom('conversations')
      .innerJoin('users', 'users.id', 'conversations.buyer_id')
      .select(['conversations.id', 'users.name'])
      .where('conversations.id', 'in', ids)
      .execute(),
    db
      .selectFrom('reviews')
      .innerJoin('gigs', 'gigs.id', 'reviews.gig_id')
      .select(['reviews.id', 'gigs.title'])
      .where('reviews.id', 'in', ids)
      .execute(),
    db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute(),
    db.selectFrom('discount_codes').select(['id', 'code']).where('id', 'in', ids).execute(),
  ]);
  add(orders.map(({ id }) => ({ id, subject: orderOf(id) })));
  add(gigs.map(({ id, title }) => ({ id, subject: { name: title, path: `/desk/gigs/${id}` } })));
  add(
    items.map(({ id, title, kind }) => ({
      ...{ id, subject: { name: title, path: `${SCREENS[kind]}/${id}` } },
    })),
  );
  add(quotes.map(({ id, name }) => ({ id, subject: { name: `A quote for ${name}` } })));
  add(conversations.map(({ id, name }) => ({ id, subject: { name: `Messages with ${name}` } })));
  add(reviews.map(({ id, title }) => ({ id, subject: { name: `A review of ${title}` } })));
  add(people.map(({ id, name }) => ({ id, subject: { name: name || 'A deleted account' } })));
  add(codes.map(({ id, code }) => ({ id, subject: { name: `The code ${code}` } })));
  for (const table of OF_ORDERS) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'order_id'])
      .where('id', 'in', ids)
      .execute();
    add(rows.flatMap(({ id, order_id }) => (order_id ? { id, subject: orderOf(order_id) } : [])));
  }
  return named;
}
