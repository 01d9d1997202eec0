import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { nextNumber } from '../../../db/next-number.ts';
import type { Quote } from '../../../db/schema.ts';

/** One quote of a conversation is sent at a time, so that they are numbered and one is open. */
export const lockQuotes = (tx: Db, conversationId: string) =>
  lockName(tx, `quotes of ${conversationId}`);

/** Stores a draft, or its new content; nothing where the quote is no draft of this conversation. */
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

/** A quote that was sent, with its conversation, for the buyer in it. */
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

/** The quotes of a conversation, newest first, each with what its order has been paid. */
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

/** A draft becomes the open quote of its conversation: one guarded step. */
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

type Decision = 'Accepted' | 'Declined' | 'Withdrawn';

/** Decides on an open quote: of two decisions at once the first holds. */
export const decide = (tx: Db, id: string, status: Decision, now: string) =>
  tx
    .updateTable('quotes')
    .set({ status, decided_at: now, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'Sent')
    // Withdrawing what has expired does no harm; accepting it would.
    .$if(status !== 'Withdrawn', (query) => query.where('valid_until', '>', now))
    .returningAll()
    .executeTakeFirst();

/** A new version takes the place of the open one. */
export const withdrawOpen = (tx: Db, conversationId: string, now: string) =>
  tx
    .updateTable('quotes')
    .set({ status: 'Withdrawn', decided_at: now, updated_at: now })
    .where('conversation_id', '=', conversationId)
    .where('status', '=', 'Sent')
    .execute();

export const setOrder = (tx: Db, id: string, orderId: string) =>
  tx.updateTable('quotes').set({ order_id: orderId }).where('id', '=', id).execute();

export const expireSent = (tx: Db, now: string) =>
  tx
    .updateTable('quotes')
    .set({ status: 'Expired', updated_at: now })
    .where('status', '=', 'Sent')
    .where('valid_until', '<=', now)
    .returning(['id', 'conversation_id'])
    .execute();

/** Accepted quotes whose first instalment should be paid by now, and is not. */
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

/** An accepted quote lapses as long as nothing of its order is paid. */
export const lapse = (tx: Db, id: string, now: string) =>
  tx
    .updateTable('quotes')
    .set({ status: 'Expired', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'Accepted')
    .where('order_id', 'in', (eb) => eb.selectFrom('orders').select('id').where('paid', '=', 0))
    .returningAll()
    .executeTakeFirst();

/** Nobody can pay a lapsed order any more. */
export const closeInstalments = (tx: Db, orderId: string, now: string) =>
  tx
    .updateTable('instalments')
    .set({ waived_at: now })
    .where('order_id', '=', orderId)
    .where('payment_id', 'is', null)
    .execute();

export const findQuoteOfOrder = (db: Db, orderId: string) =>
  db.selectFrom('quotes').selectAll().where('order_id', '=', orderId).executeTakeFirst();
