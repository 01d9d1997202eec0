import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Attachment, Conversation, User } from '../../../db/schema.ts';
import { excerptOf } from './texts.ts';

export type Who = Pick<User, 'id' | 'role'>;

/** Finds a conversation if this person is its buyer or the owner; otherwise undefined. */
export function findConversationOf(db: Db, who: Who, id: string) {
  const rows = db.selectFrom('conversations').selectAll().where('id', '=', id);
  return (who.role === 'owner' ? rows : rows.where('buyer_id', '=', who.id)).executeTakeFirst();
}

export const findConversationOfOrder = (db: Db, orderId: string) =>
  db.selectFrom('conversations').selectAll().where('order_id', '=', orderId).executeTakeFirst();

/**
 * Returns the conversation of an order; creates it if needed. A single upsert, so that there is never a
 * second one.
 */
export const openConversation = (tx: Db, row: Insertable<Conversation>): Promise<Conversation> =>
  tx
    .insertInto('conversations')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet((eb) => ({ order_id: eb.ref('excluded.order_id') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

/** Identifies a conversation: by its order, or by its own id if it is a question. */
export interface ConversationKey {
  orderId?: string | undefined;
  conversationId?: string | undefined;
}

/** Lists messages, newest first; `before` continues before a given message. */
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
      .whereRef('m.seq', '<', 'edge.seq');
  }
  return rows
    .where('m.conversation_id', '=', conversationId)
    .orderBy('m.seq', 'desc')
    .limit(page.limit)
    .execute();
}

export const findMessage = (db: Db, id: string) =>
  db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();

/** The newest message of this sender that was seen. All earlier ones were seen too. */
export const findLastSeen = (db: Db, conversationId: string, senderId: string) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '=', senderId)
    .where('seen_at', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Selects the messages of all conversations that the owner, or the buyer, has not read. */
export const selectUnread = (db: Db, reader: 'owner' | 'buyer') =>
  db
    .selectFrom('messages as m')
    .innerJoin('conversations as of', 'of.id', 'm.conversation_id')
    .where('m.seen_at', 'is', null)
    .whereRef('m.sender_id', reader === 'owner' ? '=' : '<>', 'of.buyer_id');

export const countUnread = (db: Db, reader: 'owner' | 'buyer') =>
  selectUnread(db, reader).select(({ fn }) => fn.countAll<number>().as('count'));

/** Selects the conversations in which an answer by mail waits for the owner, because nobody knows who wrote it. */
export const selectUnproved = (db: Db) =>
  db.selectFrom('unproved_answers').where('dismissed_at', 'is', null);

export const ATTACHMENT_COLUMNS = [
  'id',
  'message_id',
  'kind',
  'name',
  'mime',
  'size',
  'width',
  'height',
  'original_name',
] as const;

export type AttachmentDetails = Pick<Attachment, (typeof ATTACHMENT_COLUMNS)[number]>;

export const listAttachments = (db: Db, messageIds: string[]): Promise<AttachmentDetails[]> =>
  messageIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('attachments')
        .select(ATTACHMENT_COLUMNS)
        .where('message_id', 'in', messageIds)
        .orderBy('position')
        .orderBy('created_at')
        .orderBy('id')
        .execute();

export const findConversation = (db: Db, id: string) =>
  db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();

/** The seller's newest message in an order's conversation and how many are unread, for its buyer; null before the first. */
export async function findSellersWords(db: Db, order: { id: string; buyer_id: string }) {
  const last = await db
    .selectFrom('conversations as c')
    .innerJoin('messages as m', 'm.conversation_id', 'c.id')
    .select((eb) => [
      'm.text',
      'm.created_at',
      eb
        .selectFrom('attachments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('attachments.message_id', '=', 'm.id')
        .as('files'),
    ])
    .where('c.order_id', '=', order.id)
    .where('m.sender_id', '<>', order.buyer_id)
    .orderBy('m.seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return null;
  const { count } = await countUnread(db, 'buyer')
    .where('of.order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  return {
    text: excerptOf(last.text, last.files ?? 0),
    at: last.created_at,
    unread: count,
  };
}
