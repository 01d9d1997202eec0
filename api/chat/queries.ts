import type { Insertable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Conversation, Message, User } from '../../db/schema.ts';

type Who = Pick<User, 'id' | 'role'>;

/** A conversation by its id, for its buyer or the owner; for others it does not exist. */
export function findConversationOf(db: Db, who: Who, id: string) {
  const rows = db.selectFrom('conversations').selectAll().where('id', '=', id);
  return (who.role === 'owner' ? rows : rows.where('buyer_id', '=', who.id)).executeTakeFirst();
}

export const findConversationOfOrder = (db: Db, orderId: string) =>
  db.selectFrom('conversations').selectAll().where('order_id', '=', orderId).executeTakeFirst();

/** The conversation of an order, made when it is not there: one statement, so that there is one. */
export const openConversation = (tx: Db, row: Insertable<Conversation>): Promise<Conversation> =>
  tx
    .insertInto('conversations')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet((eb) => ({ order_id: eb.ref('excluded.order_id') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

/** Nothing when this client id was stored before. */
export const insertMessage = (tx: Db, row: Insertable<Message>) =>
  tx
    .insertInto('messages')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['conversation_id', 'sender_id', 'client_id']).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();

export const findMessageByClientId = (
  db: Db,
  key: { conversation_id: string; sender_id: string; client_id: string },
) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', key.conversation_id)
    .where('sender_id', '=', key.sender_id)
    .where('client_id', '=', key.client_id)
    .executeTakeFirst();

export const setLastMessage = (tx: Db, message: Message) =>
  tx
    .updateTable('conversations')
    .set({ last_message_id: message.id, last_message_at: message.created_at })
    .where('id', '=', message.conversation_id)
    .execute();

/** Newest first, from the newest or from before a message. */
export function listMessages(
  db: Db,
  conversationId: string,
  page: { before?: string | undefined; limit: number },
) {
  let rows = db.selectFrom('messages as m').selectAll('m');
  const { before } = page;
  if (before) {
    rows = rows
      .innerJoin('messages as edge', (join) =>
        join.on('edge.id', '=', before).onRef('edge.conversation_id', '=', 'm.conversation_id'),
      )
      .where('m.created_at', '<=', (eb) => eb.ref('edge.created_at'))
      .where((eb) =>
        eb.or([
          eb('m.created_at', '<', eb.ref('edge.created_at')),
          eb('m.id', '<', eb.ref('edge.id')),
        ]),
      );
  }
  return rows
    .where('m.conversation_id', '=', conversationId)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(page.limit)
    .execute();
}

export const findMessage = (db: Db, id: string) =>
  db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();

/** Marks what others wrote; how many it was. */
export async function markSeen(
  db: Db,
  conversationId: string,
  readerId: string,
  now: string,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ seen_at: now })
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '<>', readerId)
    .where('seen_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The newest message of a person that the other has seen: all before it are seen too. */
export const findLastSeen = (db: Db, conversationId: string, senderId: string) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '=', senderId)
    .where('seen_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The owner's conversations, those with the newest message first. */
export function listConversations(
  db: Db,
  readerId: string,
  page: { before?: string; limit: number },
) {
  const rows = db
    .selectFrom('conversations as c')
    .innerJoin('orders as o', 'o.id', 'c.order_id')
    .innerJoin('users as u', 'u.id', 'c.buyer_id')
    .leftJoin('messages as last', 'last.id', 'c.last_message_id')
    .select([
      'c.id',
      'c.order_id',
      'c.buyer_id',
      'c.last_message_at',
      'o.status',
      'u.name',
      'u.avatar_hash',
      'last.text',
      'last.sender_id',
    ])
    .select((eb) =>
      eb
        .selectFrom('messages as m')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('m.conversation_id', '=', 'c.id')
        .where('m.sender_id', '<>', readerId)
        .where('m.seen_at', 'is', null)
        .as('unread'),
    )
    .where('c.last_message_at', 'is not', null)
    .orderBy('c.last_message_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(page.limit);
  return (page.before ? rows.where('c.last_message_at', '<', page.before) : rows).execute();
}
