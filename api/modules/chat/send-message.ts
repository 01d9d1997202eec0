import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { nextNumber } from '../../../db/next-number.ts';
import type { Message, User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso, MINUTE } from '../../platform/clock.ts';
import { emit, type Subscriber } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';
import { UNKNOWN_ORDER } from '../orders/texts.ts';
import { bindAttachments } from './attachments.ts';
import { openConversationFor } from './conversations.ts';
import { type MessageDto, toMessageDto } from './dto.ts';
import { messageSent, type SentMessage } from './events.ts';
import { type ConversationKey, listAttachments, type Who } from './queries.ts';
import type { MessageInput } from './schema.ts';
import {
  ATTACHMENT_GONE,
  excerptOf,
  MESSAGES_FAST,
  UNANSWERED_MANY,
  UNKNOWN_CONVERSATION,
} from './texts.ts';

const EXCERPT = 140;

/** What a buyer may write in an unpaid conversation before the owner's next answer. */
const MAX_UNANSWERED_MESSAGES = 20;
const MAX_UNANSWERED_BYTES = 40_000;

/** Messages of a person. */
export const MESSAGES: Limit = { name: 'messages', most: 120, per: MINUTE, text: MESSAGES_FAST };

interface Sent {
  message: MessageDto;
  /** False if this client id was already stored: nothing is emitted again. */
  created: boolean;
}

/** Stores a message once per client id and emits its event. */
export async function sendMessage(
  services: Services,
  sender: User,
  input: MessageInput,
): Promise<Sent> {
  const context = await findConversationContext(services.store.db, sender, input);
  if (!context) throw new ApiError(404, input.orderId ? UNKNOWN_ORDER : UNKNOWN_CONVERSATION);
  const { order_id, buyer_id } = context;
  // In its own transaction, so that both people can write the first message at the same time.
  if (context.conversation_id === null && order_id !== null)
    await openConversationFor(services, { id: order_id, buyer_id });
  return transaction(services, (tx) => sendMessageIn(tx, services, sender, input));
}

/**
 * Like `sendMessage`, but in the caller's transaction and in an existing conversation. `isNotified`: the caller
 * notifies the reader of what the message belongs to. `isOfOrder`: the order waits for an answer, not the conversation.
 */
export async function sendMessageIn(
  tx: Tx,
  services: Services,
  sender: User,
  input: MessageInput,
  { isNotified = false, isOfOrder = false } = {},
): Promise<Sent> {
  const context = await findConversationContext(tx, sender, input);
  const conversationId = context?.conversation_id;
  if (!context || !conversationId) throw new ApiError(404, UNKNOWN_CONVERSATION);
  services.audit?.setSubject(conversationId);
  await services.limits.take(MESSAGES, sender.id, tx);
  const { row, created } = await store(tx, services, { sender, conversationId, input, isOfOrder });
  if (created && sender.role !== 'owner' && !context.paid) await limitUnanswered(tx, row);
  const files =
    created && input.attachments.length === 0 ? [] : await listAttachments(tx, [row.id]);
  const message = toMessageDto(row, files);
  if (created) {
    const excerpt = excerptIn(input);
    const reader = isNotified ? null : readerOf(context, sender);
    const orderId = context.order_id;
    await emit(tx, services, messageSent, { message, excerpt, orderId, sender, reader });
  }
  return { message, created };
}

/** What nobody has paid for or answered yet is limited. The conversation is locked by the new message. */
async function limitUnanswered(tx: Tx, { conversation_id, sender_id }: Message): Promise<void> {
  const { messages, bytes } = await countSinceAnswer(tx, conversation_id, sender_id);
  if (messages > MAX_UNANSWERED_MESSAGES || bytes > MAX_UNANSWERED_BYTES)
    throw new ApiError(409, UNANSWERED_MANY);
}

interface NewMessage {
  sender: User;
  conversationId: string;
  input: MessageInput;
  isOfOrder: boolean;
}

async function store(
  tx: Tx,
  services: Services,
  { sender, conversationId, input, isOfOrder }: NewMessage,
): Promise<{ row: Message; created: boolean }> {
  const made = {
    id: newId(),
    conversation_id: conversationId,
    sender_id: sender.id,
    client_id: input.clientId ?? newId(),
    text: input.messageText,
    created_at: iso(services.clock()),
    by_mail: input.byMail ? JSON.stringify(input.byMail) : null,
  };
  const row = await insertMessage(tx, made);
  if (!row) {
    const known = await findMessageByClientId(tx, made);
    if (!known) throw new Error('a message was refused as known, and is not');
    return { row: known, created: false };
  }
  const files = new Set(input.attachments);
  const bound = await bindAttachments(tx, [...files], {
    conversationId,
    uploaderId: sender.id,
    messageId: row.id,
  });
  if (bound < files.size) throw new ApiError(400, ATTACHMENT_GONE, { field: 'attachments' });
  // What is taken over from a mail are the buyer's words.
  const isAnswer = sender.role === 'owner' && !input.byMail?.takenFrom;
  await setLastMessage(tx, row, isAnswer ? 'answer' : isOfOrder ? 'aside' : 'question');
  return { row, created: true };
}

function excerptIn({ messageText, attachments }: MessageInput): string {
  const text = messageText.length > EXCERPT ? `${messageText.slice(0, EXCERPT)}…` : messageText;
  return excerptOf(text, attachments.length);
}

function readerOf(context: ConversationContext, sender: User): SentMessage['reader'] {
  const { reader_id: id, reader_email: email, reader_name: name } = context;
  const isNobody = id === null || email === null || name === null || id === sender.id;
  return isNobody ? null : { id, email, name };
}

const READER = ['r.id as reader_id', 'r.email as reader_email', 'r.name as reader_name'] as const;

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

interface ConversationContext {
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
function findConversationContext(
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
async function insertMessage(
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
const countSinceAnswer = (db: Db, conversationId: string, buyerId: string) =>
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

const findMessageByClientId = (
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

async function setLastMessage(
  tx: Db,
  message: Message,
  kind: 'question' | 'answer' | 'aside',
): Promise<void> {
  await lockName(tx, 'last messages');
  await tx
    .updateTable('conversations')
    .set((eb) => ({
      last_message_id: message.id,
      last_message_at: message.created_at,
      last_message_seq: eb
        .selectFrom('conversations as all')
        .select(nextNumber('all.last_message_seq')),
      ...(kind === 'answer' && { waits_since: null }),
      ...(kind === 'question' && {
        waits_since: eb.fn.coalesce('waits_since', eb.val(message.created_at)),
      }),
    }))
    .where('id', '=', message.conversation_id)
    .execute();
}

/** Pushes a message to everybody who has its conversation open. */
export const pushMessage: Subscriber<SentMessage> = (tx, { realtime }, { message }) => {
  const room = roomNames.conversation(message.conversationId);
  tx.onCommit(() => realtime.emit(room, 'newMessage', message));
};

/** Updates the open pages of both sides: whose turn it is has changed, and what is unread. */
export const pushUnread: Subscriber<SentMessage> = (
  tx,
  { realtime },
  { sender, reader, orderId },
) => {
  const rooms = [roomNames.owner];
  if (sender.role === 'owner' && reader) rooms.push(roomNames.user(reader.id));
  for (const room of rooms) tx.onCommit(() => realtime.emit(room, 'orderChanged', { orderId }));
};
