import type { Notification, Order } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import type { Subscriber } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import type { AboutOrder, EmailContent } from '../../platform/mail/email-layout.ts';
import { takeNotice } from '../../platform/rate-limiting/limit-notices.ts';
import type { PushedMessage } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';
import { conversationPath } from '../orders/next-rules.ts';
import { type OrderEmail, orderEmail } from '../payments/order-emails.ts';
import { readNotifications, toPushMessage } from './dto.ts';
import { claimUnpushedNotifications, findRecipient, insertNotification } from './queries.ts';
import type { NotificationType } from './rules.ts';

export interface NotificationInput {
  /** The id of a user, or 'owner'. */
  to: string | 'owner';
  type: NotificationType;
  /** Must not contain a date: pages show dates in the reader's time zone, but this text is stored. */
  message: string;
  /** The id of the order, if the notification is about one. */
  orderId: string | null;
  /** The id of the conversation, if the notification is about one. */
  conversationId?: string | null;
  live?: Notification['live'];
  /** Only an e-mail, no notification: the person did the action themselves. */
  mailOnly?: boolean;
  /** The e-mail about it; sent once per key. Its dates are in the seller's time zone, as in every e-mail. */
  mail?: { dedupeKey: string } & MailText;
}

/** The text of a mail, with `paragraphs` if it says more than the notification. */
type MailText =
  | (Omit<OrderEmail, 'paragraphs'> & { order: Order; paragraphs?: string[] })
  | ConversationMail;

/** A mail that opens its conversation, at this quote. */
export interface ConversationMail {
  order?: never;
  quoteId: string;
  subject: string;
  paragraphs?: string[];
  next?: EmailContent['next'];
  about?: AboutOrder | undefined;
}

/**
 * Stores a notification and its e-mail in the caller's transaction, if the person's preferences allow them.
 * Both are sent after the commit.
 */
export async function createNotification(tx: Tx, services: Services, input: NotificationInput) {
  const recipient = await findRecipient(tx, input.to, input.type);
  if (!recipient) return;
  await takeNotice(tx, services, recipient.id);
  const { preference } = recipient;
  if (preference.inApp && !input.mailOnly) {
    await insertNotification(tx, {
      id: newId(),
      user_id: recipient.id,
      type: input.type,
      message: input.message,
      order_id: input.orderId,
      conversation_id: input.orderId ? null : (input.conversationId ?? null),
      live: input.live ?? null,
      created_at: iso(services.clock()),
    });
    tx.onCommit(services.realtime.flushNotifications);
  }
  if (!preference.email || !input.mail) return;
  await services.outbox.enqueue(tx, {
    kind: `${input.type} news`,
    to: recipient.email,
    dedupeKey: input.mail.dedupeKey,
    ...emailOf(services, input, input.mail),
  });
}

function emailOf(
  { config }: Services,
  { to, message, orderId, conversationId = null }: NotificationInput,
  mail: MailText,
) {
  const side = to === 'owner' ? 'owner' : 'buyer';
  const { paragraphs = [message] } = mail;
  if (mail.order) return orderEmail(config, mail.order, side, { ...mail, paragraphs });
  const { subject, next, about, quoteId } = mail;
  const text = { subject, paragraphs, next, about };
  if (!orderId && !conversationId) return text;
  const path = conversationPath(side, { orderId, conversationId }, quoteId);
  const action = { label: 'See the quote', url: `${config.siteOrigin}${path}` };
  return { ...text, action };
}

/** Creates a subscriber that notifies somebody of its event; nobody if there is no input. */
export const notify =
  <E extends object>(
    inputOf: (event: E, services: Services) => NotificationInput | null,
  ): Subscriber<E> =>
  async (tx, services, event) => {
    const input = inputOf(event, services);
    if (input) await createNotification(tx, services, input);
  };

/** Claims the notifications that were not pushed yet, so that each is pushed once. */
export async function claimNotificationsToPush({
  store,
  clock,
}: Pick<Services, 'store' | 'clock'>): Promise<PushedMessage[]> {
  const now = iso(clock());
  const rows = await transaction({ store }, (tx) => claimUnpushedNotifications(tx, now));
  // SQLite and PostgreSQL return updated rows in different orders.
  rows.sort((one, other) => one.seq - other.seq);
  const bodies = await readNotifications(store.db, rows);
  return rows.map((row, at) => ({ userId: row.user_id, ...toPushMessage(row, bodies[at]) }));
}
