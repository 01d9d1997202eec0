import type { Message, Notification, User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { emitOrderChanged, roomNames } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';
import { toPushMessage } from '../notifications/dto.ts';
import { upsertMessageNotification } from '../notifications/queries.ts';
import { DEFAULT_PREFERENCE } from '../notifications/rules.ts';
import { UNKNOWN_ORDER } from '../orders/rules.ts';
import { bindAttachments, listAttachments } from './attachments.ts';
import { scheduleAwayEmail } from './away-email.ts';
import { openConversationFor } from './conversations.ts';
import { type MessageDto, toMessageDto, toPersonDto } from './dto.ts';
import {
  type ConversationContext,
  findConversationContext,
  findMessageByClientId,
  insertMessage,
  setLastMessage,
} from './queries.ts';
import { ATTACHMENT_GONE, excerptOf, SUPPORT } from './rules.ts';
import type { Wanted } from './schema.ts';

const EXCERPT = 140;

interface Sent {
  message: MessageDto;
  /** False when this client id was stored before: nothing is announced again. */
  fresh: boolean;
}

/** Stores a message once per client id, with its news and its mail, then announces it. */
export async function sendMessage(services: Services, sender: User, wanted: Wanted): Promise<Sent> {
  const { db } = services.store;
  const talk = await findConversationContext(db, sender, wanted.orderId);
  if (!talk) throw new ApiError(404, UNKNOWN_ORDER);
  const order = { id: talk.order_id, buyer_id: talk.buyer_id };
  const conversationId = talk.conversation_id ?? (await openConversationFor(services, order)).id;
  return transaction(services, async (tx) => {
    const stored = await store(tx, services, { sender, talk, conversationId, wanted });
    const { row, fresh, news } = stored;
    const files =
      fresh && wanted.attachments.length === 0 ? [] : await listAttachments(tx, [row.id]);
    const message = toMessageDto(row, files);
    if (fresh) {
      tx.onCommit(() =>
        services.realtime.emit(roomNames.conversation(conversationId), 'newMessage', message),
      );
      if (sender.role !== 'owner') emitOrderChanged(tx, services.realtime, { id: order.id });
    }
    if (news) {
      const { event, body } = toPushMessage(news);
      tx.onCommit(() => services.realtime.emit(roomNames.user(news.user_id), event, body));
    }
    return { message, fresh };
  });
}

interface Letter {
  sender: User;
  talk: ConversationContext;
  conversationId: string;
  wanted: Wanted;
}

interface Stored {
  row: Message;
  fresh: boolean;
  news: Notification | null;
}

async function store(tx: Tx, services: Services, letter: Letter): Promise<Stored> {
  const { sender, conversationId, wanted } = letter;
  const made = {
    id: newId(),
    conversation_id: conversationId,
    sender_id: sender.id,
    client_id: wanted.clientId ?? newId(),
    text: wanted.messageText,
    created_at: iso(services.clock()),
  };
  const row = await insertMessage(tx, made);
  if (!row) {
    const known = await findMessageByClientId(tx, made);
    if (!known) throw new Error('a message was refused as known, and is not');
    return { row: known, fresh: false, news: null };
  }
  const files = new Set(wanted.attachments);
  const bound = await bindAttachments(tx, [...files], {
    conversationId,
    uploaderId: sender.id,
    messageId: row.id,
  });
  if (bound < files.size) throw new ApiError(400, ATTACHMENT_GONE, { field: 'attachments' });
  await setLastMessage(tx, row);
  return { row, fresh: true, news: await notifyRecipient(tx, services, letter, row) };
}

async function notifyRecipient(
  tx: Tx,
  services: Services,
  { sender, talk, conversationId, wanted }: Letter,
  row: Message,
): Promise<Notification | null> {
  const { reader_id: id, reader_email: email, reader_name: name, order_id: orderId } = talk;
  if (id === null || email === null || name === null || id === sender.id) return null;
  const excerpt = row.text.length > EXCERPT ? `${row.text.slice(0, EXCERPT)}…` : row.text;
  const message = excerptOf(excerpt, wanted.attachments.length);
  if (talk.email ?? DEFAULT_PREFERENCE.email) {
    await scheduleAwayEmail(tx, services, {
      reader: { id, email, name },
      from: toPersonDto(sender)?.name || SUPPORT,
      readerIsOwner: sender.role !== 'owner',
      ...{ orderId, conversationId, message },
    });
  }
  if (!(talk.in_app ?? DEFAULT_PREFERENCE.inApp)) return null;
  return upsertMessageNotification(tx, {
    id: newId(),
    userId: id,
    message,
    orderId,
    at: row.created_at,
  });
}
