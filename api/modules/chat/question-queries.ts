import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import type { Conversation } from '../../../db/schema.ts';
import { countUnread } from './queries.ts';

/** A lock per buyer, so that concurrent questions are counted correctly. */
export const lockQuestions = (tx: Db, buyerId: string) => lockName(tx, `questions of ${buyerId}`);

export const findConversation = (db: Db, id: string) =>
  db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();

/** Inserts a question. Does nothing if there is a conversation with this id. */
export const insertQuestion = (tx: Db, row: Insertable<Conversation>) =>
  tx
    .insertInto('conversations')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();

/** Counts questions to which nobody has replied and that have no quote. */
export async function countUnansweredQuestions(db: Db, buyerId: string): Promise<number> {
  const { open } = await db
    .selectFrom('conversations as c')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('c.buyer_id', '=', buyerId)
    .where('c.order_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages as m')
            .select('m.id')
            .whereRef('m.conversation_id', '=', 'c.id')
            .where('m.sender_id', '<>', buyerId),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('quotes')
            .select('quotes.id')
            .whereRef('quotes.conversation_id', '=', 'c.id')
            .where('quotes.sent_at', 'is not', null),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return open;
}

/** Lists a buyer's questions without an order, newest message first. */
export const listQuestions = (db: Db, buyerId: string) =>
  db
    .selectFrom('conversations as c')
    .leftJoin('gigs as g', 'g.id', 'c.gig_id')
    .leftJoin('messages as last', 'last.id', 'c.last_message_id')
    .select(['c.id', 'c.gig_id', 'c.last_message_at', 'g.title', 'last.text', 'last.sender_id'])
    .select(({ ref }) =>
      countUnread(db, 'buyer').where('m.conversation_id', '=', ref('c.id')).as('unread'),
    )
    .where('c.buyer_id', '=', buyerId)
    .where('c.order_id', 'is', null)
    .orderBy('c.last_message_seq', 'desc')
    .execute();

export const findLastQuestionAbout = (db: Db, buyerId: string, gigIds: string[]) =>
  db
    .selectFrom('conversations')
    .select('id')
    .where('buyer_id', '=', buyerId)
    .where('order_id', 'is', null)
    .where('gig_id', 'in', gigIds.length > 0 ? gigIds : [''])
    .orderBy('last_message_seq', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Makes a question the conversation of the order that resulted from it, unless the order already has one. */
export async function moveToOrder(tx: Db, conversationId: string, orderId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('conversations')
    .set({ order_id: orderId })
    .where('id', '=', conversationId)
    .where('order_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('conversations as c').select('c.id').where('c.order_id', '=', orderId)),
      ),
    )
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return;
  await tx
    .updateTable('notifications')
    .set({ order_id: orderId, conversation_id: null })
    .where('conversation_id', '=', conversationId)
    .execute();
}
