import type { Message, User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { UNKNOWN_ORDER } from '../orders/texts.ts';
import { bindAttachments, listAttachments } from './attachments.ts';
import { openConversationFor } from './conversations.ts';
import { type MessageDto, toMessageDto } from './dto.ts';
import { messageSent, type SentMessage } from './events.ts';
import { MAX_UNANSWERED_BYTES, MAX_UNANSWERED_MESSAGES } from './limits.ts';
import {
  type ConversationContext,
  countSinceAnswer,
  findConversationContext,
  findMessageByClientId,
  insertMessage,
  setLastMessage,
} from './queries.ts';
import { MESSAGES } from './rate-limits.ts';
import type { MessageInput } from './schema.ts';
import { ATTACHMENT_GONE, excerptOf, UNANSWERED_MANY, UNKNOWN_CONVERSATION } from './texts.ts';

const EXCERPT = 140;

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
 * notifies the reader of what the message belongs to.
 */
export async function sendMessageIn(
  tx: Tx,
  services: Services,
  sender: User,
  input: MessageInput,
  { isNotified = false } = {},
): Promise<Sent> {
  const context = await findConversationContext(tx, sender, input);
  const conversationId = context?.conversation_id;
  if (!context || !conversationId) throw new ApiError(404, UNKNOWN_CONVERSATION);
  services.audit?.setSubject(conversationId);
  await services.limits.take(MESSAGES, sender.id, tx);
  const { row, created } = await store(tx, services, { sender, conversationId, input });
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
}

async function store(
  tx: Tx,
  services: Services,
  { sender, conversationId, input }: NewMessage,
): Promise<{ row: Message; created: boolean }> {
  const made = {
    id: newId(),
    conversation_id: conversationId,
    sender_id: sender.id,
    client_id: input.clientId ?? newId(),
    text: input.messageText,
    created_at: iso(services.clock()),
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
  await setLastMessage(tx, row);
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
