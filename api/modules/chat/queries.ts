import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { nextNumber } from '../../../db/next-number.ts';
import type { Conversation, Message, User } from '../../../db/schema.ts';

type Who = Pick<User, 'id' | 'role'>;

const READER = ['r.id as reader_id', 'r.email as reader_email', 'r.name as reader_name'] as const;

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

const joinConversation = (db: Db, orderId: string) =>
  db
    .selectFrom('orders as o')
    .leftJoin('conversations as c', 'c.order_id', 'o.id')
    .select(['o.id as order_id', 'o.buyer_id', 'o.paid', 'c.id as conversation_id'])
    .where('o.id', '=', orderId);

const contextForBuyer = (db: Db, orderId: string, buyerId: string) =>
  joinConversation(db, orderId)
    .leftJoin('users as r', (join) => join.on('r.role', '=', 'owner'))
    .select(READER)
    .where('o.buyer_id', '=', buyerId)
    // Same rule as in the list of orders and in `orderFor`: an unpaid checkout has no conversation.
    .where((eb) => eb.or([eb('o.paid', '>', 0), eb('o.failed_at', 'is not', null)]));

const contextForOwner = (db: Db, orderId: string) =>
  joinConversation(db, orderId).leftJoin('users as r', 'r.id', 'o.buyer_id').select(READER);

/** Selects a conversation together with the other person in it. */
function contextOf(db: Db, sender: Who, conversationId: string) {
  const isOwner = sender.role === 'owner';
  return db
    .selectFrom('conversations as c')
    .leftJoin('users as r', (join) =>
      isOwner ? join.onRef('r.id', '=', 'c.buyer_id') : join.on('r.role', '=', 'owner'),
    )
    .leftJoin('orders as o', 'o.id', 'c.order_id')
    .select(['c.order_id', 'c.buyer_id', 'o.paid', 'c.id as conversation_id'])
    .select(READER)
    .where('c.id', '=', conversationId)
    .$if(!isOwner, (query) => query.where('c.buyer_id', '=', sender.id));
}

/** Identifies a conversation: by its order, or by its own id if it is a question. */
export interface ConversationKey {
  orderId?: string | undefined;
  conversationId?: string | undefined;
}

export interface ConversationContext {
  order_id: string | null;
  buyer_id: string;
  /** What was paid for the order, in paise; null for a question. */
  paid: number | null;
  /** The id of the conversation; null if nobody has written about the order yet. */
  conversation_id: string | null;
  reader_id: string | null;
  reader_email: string | null;
  reader_name: string | null;
}

/** Finds a conversation and the other person in it. */
export function findConversationContext(
  db: Db,
  sender: Who,
  { orderId = '', conversationId }: ConversationKey,
): Promise<ConversationContext | undefined> {
  if (conversationId) return contextOf(db, sender, conversationId).executeTakeFirst();
  return sender.role === 'owner'
    ? contextForOwner(db, orderId).executeTakeFirst()
    : contextForBuyer(db, orderId, sender.id).executeTakeFirst();
}

/** Stores a message. Returns undefined if this client id was already stored. */
export async function insertMessage(
  tx: Db,
  row: Omit<Message, 'seq' | 'seen_at'>,
): Promise<Message | undefined> {
  await lockName(tx, `messages of ${row.conversation_id}`);
  return tx
    .insertInto('messages')
    .values({
      ...row,
      seq: (eb) =>
        eb
          .selectFrom('messages')
          .select(nextNumber('seq'))
          .where('conversation_id', '=', row.conversation_id),
    })
    .onConflict((conflict) =>
      conflict.columns(['conversation_id', 'sender_id', 'client_id']).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Counts a buyer's messages after the owner's last one, and the bytes of their texts. */
export const countSinceAnswer = (db: Db, conversationId: string, buyerId: string) =>
  db
    .selectFrom('messages as m')
    .select(({ fn }) => [
      fn.countAll<number>().as('messages'),
      sql<number>`coalesce(sum(octet_length(m.text)), 0)`.as('bytes'),
    ])
    .where('m.conversation_id', '=', conversationId)
    .where('m.sender_id', '=', buyerId)
    .where('m.seq', '>', ({ selectFrom }) =>
      selectFrom('messages as answer')
        .select(({ fn, val }) => fn.coalesce(fn.max('answer.seq'), val(0)).as('seq'))
        .where('answer.conversation_id', '=', conversationId)
        .where('answer.sender_id', '<>', buyerId),
    )
    .executeTakeFirstOrThrow();

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

export async function setLastMessage(tx: Db, message: Message): Promise<void> {
  await lockName(tx, 'last messages');
  await tx
    .updateTable('conversations')
    .set((eb) => ({
      last_message_id: message.id,
      last_message_at: message.created_at,
      last_message_seq: eb
        .selectFrom('conversations as all')
        .select(nextNumber('all.last_message_seq')),
    }))
    .where('id', '=', message.conversation_id)
    .execute();
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

/** Marks the other person's messages as seen. Returns how many were new. */
export async function markSeen(tx: Db, conversationId: string, readerId: string, now: string) {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ seen_at: now })
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '<>', readerId)
    .where('seen_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

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
