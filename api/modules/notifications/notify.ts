import type { Order } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import type { Config } from '../../config.ts';
import { iso } from '../../platform/clock.ts';
import type { Subscriber } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { takeNotice } from '../../platform/rate-limiting/limit-notices.ts';
import type { PushedMessage } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';
import type { News, Notice } from '../orders/news.ts';
import { conversationPath } from '../orders/next-rules.ts';
import { addLine } from '../orders/timeline.ts';
import { orderEmail } from '../payments/order-emails.ts';
import { readNotifications, toPushMessage } from './dto.ts';
import {
  claimUnpushedNotifications,
  findRecipient,
  insertNotification,
  renewNotification,
} from './queries.ts';

/** Creates a subscriber that tells people of its event. */
export const tell =
  <E extends object>({ tell: noticesOf }: News<E>): Subscriber<E> =>
  async (tx, services, event) => {
    const { order } = event as { order?: Order };
    const notices = await noticesOf?.(event, services, tx);
    for (const each of [notices].flat())
      if (each) await createNotification(tx, services, each, order);
  };

/** Creates a subscriber that does both: the line in the timeline, and what people are told. */
export const announce =
  <E extends object>(news: News<E>): Subscriber<E> =>
  async (tx, services, event) => {
    await addLine(news)(tx, services, event);
    await tell(news)(tx, services, event);
  };

/**
 * Stores a notification and its e-mail in the caller's transaction, if the person's preferences allow them.
 * Both are sent after the commit.
 */
export async function createNotification(
  tx: Tx,
  services: Services,
  notice: Notice,
  order?: Order,
): Promise<void> {
  const { to, type = 'order', preference: choice = type, message, mail } = notice;
  const orderId = notice.orderId ?? order?.id ?? null;
  const recipient = await findRecipient(tx, to, choice);
  if (!recipient) return;
  const { preference } = recipient;
  const told = { userId: recipient.id, type, message, orderId };
  const isOld = notice.burst && (await renewNotification(tx, told, services.clock()));
  const isMore = isOld || notice.burst?.isBegun;
  if (!isMore && (message || !mail?.kind)) await takeNotice(tx, services, recipient.id);
  if (message && preference.inApp && !isOld) {
    await insertNotification(tx, {
      id: newId(),
      user_id: recipient.id,
      type,
      message,
      order_id: orderId,
      conversation_id: orderId ? null : (notice.conversationId ?? null),
      live: notice.live ?? null,
      created_at: iso(services.clock()),
    });
    tx.onCommit(services.realtime.flushNotifications);
  }
  if (!mail || !(mail.kind || preference.email)) return;
  await services.outbox.enqueue(tx, {
    kind: mail.kind ?? `${type} news`,
    to: recipient.email,
    dedupeKey: mail.dedupeKey,
    ...(mail.notBefore ? { notBefore: mail.notBefore } : {}),
    ...contentOf(services.config, { ...notice, orderId }, mail, order),
  });
}

function contentOf(
  config: Config,
  { to, message = '', orderId = null, conversationId = null }: Notice,
  mail: NonNullable<Notice['mail']>,
  order: Order | undefined,
) {
  const side = to === 'owner' ? 'owner' : 'buyer';
  const button = (label: string, path: string) => ({ label, url: `${config.siteOrigin}${path}` });
  if ('quoteId' in mail) {
    const { subject, next, about, quoteId } = mail;
    const text = {
      ...{ subject, paragraphs: [message], next, about },
      conversationId: conversationId ?? undefined,
    };
    if (!orderId && !conversationId) return text;
    const path = conversationPath(side, { orderId, conversationId }, quoteId);
    return { ...text, action: button('See the quote', path) };
  }
  if (order) return orderEmail(config, order, side, mail);
  const { result: subject, paragraphs, details = [] } = mail;
  return { subject, paragraphs, details, action: button('See the payments', '/desk/payments') };
}

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
