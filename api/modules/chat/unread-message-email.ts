import type { Db } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';
import { later, MINUTE } from '../../platform/clock.ts';
import type { Subscriber } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { cancelQueuedMail, hasQueuedMail } from '../../platform/mail/queries.ts';
import type { Services } from '../../platform/services.ts';
import type { OrderEmail } from '../orders/news.ts';
import { conversationPath } from '../orders/next-rules.ts';
import { findOrder } from '../orders/queries.ts';
import { orderEmail, shortened } from '../payments/order-emails.ts';
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
  const order = orderId ? await findOrder(tx, orderId) : undefined;
  const side = sender.role === 'owner' ? 'buyer' : 'owner';
  const name = toPersonDto(sender)?.name || SUPPORT;
  const { conversationId } = message;
  const action = {
    label: 'Read and answer',
    path: conversationPath(side, { orderId, conversationId }),
  };
  const text = { paragraphs: [`${name} has written to you:`], quote: excerpt };
  await services.outbox.enqueue(tx, {
    kind: 'message while away',
    dedupeKey: prefix + newId(),
    notBefore: later(services.clock(), UNREAD_MINUTES_BEFORE_EMAIL * MINUTE),
    to: reader.email,
    ...(order
      ? orderEmail(services.config, order, side, { result: 'New messages', ...text, action })
      : await questionEmail(tx, services, conversationId, { ...text, action })),
  });
}

async function questionEmail(
  tx: Db,
  { config }: Services,
  conversationId: string,
  {
    action,
    ...mail
  }: Omit<OrderEmail, 'result' | 'action'> & {
    action: { label: string; path: string };
  },
) {
  const gig = await tx
    .selectFrom('conversations')
    .innerJoin('gigs', 'gigs.id', 'conversations.gig_id')
    .select('gigs.title')
    .where('conversations.id', '=', conversationId)
    .executeTakeFirst();
  const subject = 'New messages about a question';
  return {
    subject: gig ? `${subject}: ${shortened(gig.title)}` : subject,
    heading: gig ? `${subject}: ${gig.title}` : subject,
    paragraphs: mail.paragraphs,
    quote: mail.quote,
    action: { label: action.label, url: `${config.siteOrigin}${action.path}` },
  };
}

export const cancelUnreadMessageEmail: Subscriber<ConversationRead> = (
  tx,
  _,
  { conversation, userId },
) => cancelQueuedMail(tx, keyOf(conversation.id, userId));

/** Cancels the waiting e-mails about a conversation, for both sides. */
export const cancelUnreadMessageEmails = (db: Db, conversationId: string) =>
  cancelQueuedMail(db, conversationMailKey(conversationId));
