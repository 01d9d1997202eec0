import type { Db } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';
import { later, MINUTE } from '../../platform/clock.ts';
import type { Subscriber } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { cancelQueuedMail, hasQueuedMail } from '../../platform/mail/queries.ts';
import type { Services } from '../../platform/services.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { toPersonDto } from './dto.ts';
import type { ConversationRead, SentMessage } from './events.ts';
import { SUPPORT } from './texts.ts';

/** Minutes of absence before a mail announces a message; at most one mail per conversation in that time. */
const UNREAD_MINUTES_BEFORE_EMAIL = 15;

type Reader = NonNullable<SentMessage['reader']>;

const conversationMailKey = (conversationId: string) => `away:${conversationId}:`;
const keyOf = (conversationId: string, readerId: string) =>
  `${conversationMailKey(conversationId)}${readerId}:`;

/**
 * Enqueues a delayed e-mail about an unread message: at most one per conversation and waiting time. Reading
 * the conversation cancels it.
 */
export async function scheduleUnreadMessageEmail(
  tx: Tx,
  services: Services,
  { message, excerpt, orderId, sender, reader }: SentMessage & { reader: Reader },
): Promise<void> {
  const prefix = keyOf(message.conversationId, reader.id);
  if (await hasQueuedMail(tx, prefix)) return;
  const about = orderId ? `order #${orderNumber(orderId)}` : 'a question';
  const page = orderId ? `/orders/${orderId}?chat=open` : `/orders?chat=${message.conversationId}`;
  const path = sender.role === 'owner' ? page : '/desk';
  await services.outbox.enqueue(tx, {
    kind: 'message while away',
    dedupeKey: prefix + newId(),
    notBefore: later(services.clock(), UNREAD_MINUTES_BEFORE_EMAIL * MINUTE),
    to: reader.email,
    subject: `New messages about ${about}`,
    heading: `${toPersonDto(sender)?.name || SUPPORT} has written to you`,
    paragraphs: [
      `Hello ${reader.name}, there are new messages about ${about}. The first of them:`,
      excerpt,
    ],
    action: { label: 'Read and answer', url: `${services.config.siteOrigin}${path}` },
  });
}

export const cancelUnreadMessageEmail: Subscriber<ConversationRead> = (
  tx,
  _,
  { conversation, userId },
) => cancelQueuedMail(tx, keyOf(conversation.id, userId));

/** Cancels the waiting e-mails about a conversation, for both sides. */
export const cancelUnreadMessageEmails = (db: Db, conversationId: string) =>
  cancelQueuedMail(db, conversationMailKey(conversationId));
