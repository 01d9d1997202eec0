import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { reviewsChanged } from '../reviews/events.ts';
import { deleteReviewsOf, recalculateRating } from '../reviews/queries.ts';

const STILL_TEST =
  'The keys are still test keys. Set the live ones first, then remove the test orders.';

const ORDERS = sql`select id from orders where is_test = 1`;
const PAYMENTS = sql`select id from payments where order_id in (${ORDERS})`;
const DISPUTES = sql`select id from disputes where payment_id in (${PAYMENTS})`;
const INSTALMENTS = sql`select id from instalments where order_id in (${ORDERS})`;
const CONVERSATIONS = sql`select id from conversations where order_id in (${ORDERS})`;

/** What goes with an order, rows before those that they refer to. */
const OWNED = [
  ['dispute_documents', 'dispute_id', DISPUTES],
  ['disputes', 'payment_id', PAYMENTS],
  ['billing_documents', 'order_id', ORDERS],
  ['receipts', 'order_id', ORDERS],
  ['refunds', 'payment_id', PAYMENTS],
  ['payments', 'order_id', ORDERS],
  ['rejected_payments', 'order_id', ORDERS],
  ['payment_links', 'instalment_id', INSTALMENTS],
  ['instalment_reminders', 'instalment_id', INSTALMENTS],
  ['instalments', 'order_id', ORDERS],
  ['order_changes', 'order_id', ORDERS],
  ['case_study_requests', 'order_id', ORDERS],
  ['compensations', 'order_id', ORDERS],
  ['agreements', 'order_id', ORDERS],
  ['delivery_pins', 'order_id', ORDERS],
  ['revisions', 'order_id', ORDERS],
  ['uploads', 'order_id', ORDERS],
  ['delivery_files', 'order_id', ORDERS],
  ['deliveries', 'order_id', ORDERS],
  ['order_requirements', 'order_id', ORDERS],
  ['order_pauses', 'order_id', ORDERS],
  ['order_events', 'order_id', ORDERS],
  ['attachments', 'conversation_id', CONVERSATIONS],
  ['messages', 'conversation_id', CONVERSATIONS],
  ['quotes', 'conversation_id', CONVERSATIONS],
  ['quotes', 'order_id', ORDERS],
  ['notifications', 'conversation_id', CONVERSATIONS],
  ['notifications', 'order_id', ORDERS],
  ['conversations', 'order_id', ORDERS],
] as const;

/** How many orders were placed with test keys, once the keys are live; before that they are all there are. */
export async function countTestOrders({ store, provider }: Services): Promise<number> {
  if (provider.isTest) return 0;
  return (await listTestOrders(store.db)).length;
}

const listTestOrders = (db: Db) =>
  db.selectFrom('orders').select('id').where('is_test', '=', 1).execute();

/** Removes the orders that were placed with test keys, with their messages, papers and reviews. */
export async function removeTestOrders(tx: Tx, services: Services): Promise<number> {
  if (services.provider.isTest) throw new ApiError(409, STILL_TEST);
  const orders = await listTestOrders(tx);
  const reviewed = new Set<string>();
  for (const { id } of orders)
    for (const gigId of await deleteReviewsOf(tx, 'order_id', id)) reviewed.add(gigId);
  for (const gigId of reviewed) await recalculateRating(tx, gigId);
  if (reviewed.size > 0) await emit(tx, services, reviewsChanged, {});
  for (const [table, column, ids] of OWNED)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in (${ids})`.execute(tx);
  await tx.deleteFrom('orders').where('is_test', '=', 1).execute();
  return orders.length;
}
