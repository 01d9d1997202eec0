import type { Notification } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import type { Subscriber } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { findRecipient, insertNotification } from './queries.ts';
import type { NotificationType } from './rules.ts';

interface NotificationInput {
  /** The id of a user, or 'owner'. */
  to: string | 'owner';
  type: NotificationType;
  /** Must not contain a date: pages show dates in the reader's time zone, but this text is stored. */
  message: string;
  /** The id of the order, if the notification is about one. */
  orderId: string | null;
  /** The id of the conversation, if the notification is about one. */
  conversationId?: string;
  live?: Notification['live'];
  /** Only an e-mail, no notification: the person did the action themselves. */
  mailOnly?: boolean;
  /** The e-mail about it; sent once per key. */
  mail?: {
    dedupeKey: string;
    subject: string;
    /** The subject if it is not set. */
    heading?: string;
    /** Replaces `message` in the e-mail; dates are in the seller's time zone, as in every e-mail. */
    message?: string;
    details?: [string, string][];
  };
}

/**
 * Stores a notification and its e-mail in the caller's transaction, if the person's preferences allow them.
 * Both are sent after the commit.
 */
export async function createNotification(tx: Tx, services: Services, input: NotificationInput) {
  const recipient = await findRecipient(tx, input.to, input.type);
  if (!recipient) return;
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
  const { message = input.message, ...mail } = input.mail;
  const link = input.to === 'owner' ? DASHBOARD : linkOf(input);
  await services.outbox.enqueue(tx, {
    kind: `${input.type} news`,
    to: recipient.email,
    paragraphs: [message],
    ...(link && {
      action: { label: link.label, url: `${services.config.siteOrigin}${link.path}` },
    }),
    ...mail,
  });
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

interface Link {
  label: string;
  path: string;
}

const DASHBOARD: Link = { label: 'Open the Dashboard', path: '/desk' };

/** The page that the notification is about; null if it is about no order and no conversation. */
function linkOf({ orderId, conversationId }: NotificationInput): Link | null {
  if (conversationId) {
    const path = orderId ? `/orders/${orderId}?chat=open` : `/orders?chat=${conversationId}`;
    return { label: 'Open the conversation', path };
  }
  return orderId ? { label: 'See the order', path: `/orders/${orderId}` } : null;
}
