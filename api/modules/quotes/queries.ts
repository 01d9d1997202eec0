import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { nextNumber } from '../../../db/next-number.ts';
import type { QuoteStatus } from '../../../db/schema/states.ts';
import type { Quote } from '../../../db/schema.ts';

/** A lock per conversation: quotes get consecutive numbers, and at most one is open. */
export const lockQuotes = (tx: Db, conversationId: string) =>
  lockName(tx, `quotes of ${conversationId}`);

/** Inserts or updates a draft. Returns undefined if the quote is no draft of this conversation. */
export const saveDraft = (tx: Db, row: Insertable<Quote>) =>
  tx
    .insertInto('quotes')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ draft: row.draft, updated_at: row.updated_at })
        .where('quotes.status', '=', 'Draft')
        .where('quotes.conversation_id', '=', row.conversation_id),
    )
    .returningAll()
    .executeTakeFirst();

export const findQuote = (db: Db, id: string) =>
  db.selectFrom('quotes').selectAll().where('id', '=', id).executeTakeFirst();

/** Finds a sent quote with its conversation if this buyer takes part in it. */
export const findQuoteOf = (db: Db, buyerId: string, id: string) =>
  db
    .selectFrom('quotes')
    .innerJoin('conversations', 'conversations.id', 'quotes.conversation_id')
    .selectAll('quotes')
    .select(['conversations.gig_id', 'conversations.buyer_id'])
    .where('quotes.id', '=', id)
    .where('quotes.status', '<>', 'Draft')
    .where('conversations.buyer_id', '=', buyerId)
    .executeTakeFirst();

/** Lists the quotes of a conversation, newest first, each with the paid amount of its order. */
export const listQuotes = (db: Db, conversationId: string) =>
  db
    .selectFrom('quotes')
    .leftJoin('orders', 'orders.id', 'quotes.order_id')
    .leftJoin('instalments', (join) =>
      join.onRef('instalments.order_id', '=', 'orders.id').on('instalments.number', '=', 1),
    )
    .selectAll('quotes')
    .select(['orders.paid', 'instalments.pay_by'])
    .where('conversation_id', '=', conversationId)
    .orderBy('quotes.created_at', 'desc')
    .orderBy('quotes.id', 'desc')
    .execute();

/** Lists the quotes that this buyer can accept, in any of their conversations; those that expire first come first. */
export const listWaitingQuotes = (db: Db, buyerId: string, now: string) =>
  db
    .selectFrom('quotes')
    .innerJoin('conversations', 'conversations.id', 'quotes.conversation_id')
    .select(['quotes.id', 'json', 'valid_until', 'conversation_id', 'conversations.order_id'])
    .where('conversations.buyer_id', '=', buyerId)
    .where('quotes.status', '=', 'Sent')
    .where('valid_until', '>', now)
    .orderBy('valid_until')
    .orderBy('quotes.id')
    .execute();

/** Changes a draft to the open quote of its conversation. A single conditional UPDATE. */
export const markSent = (
  tx: Db,
  { id, conversation_id }: Quote,
  sent: Required<Pick<Quote, 'json' | 'sha256' | 'valid_until'>> & { now: string },
) =>
  tx
    .updateTable('quotes')
    .set((eb) => ({
      status: 'Sent',
      ...{ json: sent.json, sha256: sent.sha256, valid_until: sent.valid_until },
      version: eb
        .selectFrom('quotes as all')
        .select(nextNumber('all.version'))
        .where('all.conversation_id', '=', conversation_id),
      ...{ sent_at: sent.now, updated_at: sent.now },
    }))
    .where('id', '=', id)
    .where('status', '=', 'Draft')
    .returningAll()
    .executeTakeFirst();

type Decision = Exclude<QuoteStatus, 'Draft' | 'Sent' | 'Expired'>;

/** Decides on an open quote. Only the first of two concurrent decisions succeeds. */
export const updateQuoteStatus = (tx: Db, id: string, status: Decision, now: string) =>
  tx
    .updateTable('quotes')
    .set({ status, decided_at: now, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'Sent')
    .where('valid_until', '>', now)
    .returningAll()
    .executeTakeFirst();

/** Withdraws the open quote before a new version is sent. */
export const withdrawOpen = (tx: Db, conversationId: string, now: string) =>
  tx
    .updateTable('quotes')
    .set({ status: 'Withdrawn', decided_at: now, updated_at: now })
    .where('conversation_id', '=', conversationId)
    .where('status', '=', 'Sent')
    .execute();

export const storeOrderOfQuote = (tx: Db, id: string, orderId: string) =>
  tx.updateTable('quotes').set({ order_id: orderId }).where('id', '=', id).execute();

export const expireSent = (tx: Db, now: string) =>
  tx
    .updateTable('quotes')
    .set({ status: 'Expired', updated_at: now })
    .where('status', '=', 'Sent')
    .where('valid_until', '<=', now)
    .returning(['id', 'conversation_id'])
    .execute();

/** Lists accepted quotes whose first instalment is overdue. */
export const listUnpaid = (db: Db, now: string) =>
  db
    .selectFrom('quotes')
    .innerJoin('orders', 'orders.id', 'quotes.order_id')
    .innerJoin('instalments', 'instalments.order_id', 'orders.id')
    .select(['quotes.id', 'orders.id as order_id'])
    .where('quotes.status', '=', 'Accepted')
    .where('orders.paid', '=', 0)
    .where('instalments.number', '=', 1)
    .where('instalments.pay_by', '<=', now)
    .execute();

/** Marks an accepted quote as expired if nothing of its order is paid. */
export const expireUnpaid = (tx: Db, id: string, now: string) =>
  tx
    .updateTable('quotes')
    .set({ status: 'Expired', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'Accepted')
    .where('order_id', 'in', (eb) => eb.selectFrom('orders').select('id').where('paid', '=', 0))
    .returningAll()
    .executeTakeFirst();

/** Waives the instalments of an order that expired unpaid, so that nobody can pay them. */
export const closeInstalments = (tx: Db, orderId: string, now: string) =>
  tx
    .updateTable('instalments')
    .set({ waived_at: now })
    .where('order_id', '=', orderId)
    .where('payment_id', 'is', null)
    .execute();

export const findQuoteOfOrder = (db: Db, orderId: string) =>
  db.selectFrom('quotes').selectAll().where('order_id', '=', orderId).executeTakeFirst();
