import { longDate, shortDate } from '../../platform/dates.ts';
import type { Subscriber } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { priceOf } from '../../platform/money/rules.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { ConversationRead, MovedConversation, SentMessage } from '../chat/events.ts';
import { scheduleUnreadMessageEmail } from '../chat/unread-message-email.ts';
import type { AgreementTerms } from '../orders/agreements/rules.ts';
import type { Side } from '../orders/next-rules.ts';
import { DAYS_TO_PAY } from '../payments/instalment-rules.ts';
import { shortened } from '../payments/order-emails.ts';
import type { QuoteChange } from '../quotes/events.ts';
import { toPushMessage } from './dto.ts';
import { type ConversationMail, notify } from './notify.ts';
import {
  markConversationNotificationsRead,
  preferenceOf,
  upsertMessageNotification,
} from './queries.ts';

/** Notifies the reader about a message and schedules an e-mail in case they do not read it. */
export const notifyMessage: Subscriber<SentMessage> = async (tx, services, sent) => {
  const { message, excerpt, orderId, reader } = sent;
  if (!reader) return;
  const preference = await preferenceOf(tx, reader.id, 'new_message');
  if (preference.email) await scheduleUnreadMessageEmail(tx, services, { ...sent, reader });
  if (!preference.inApp) return;
  const notification = await upsertMessageNotification(tx, {
    id: newId(),
    userId: reader.id,
    message: excerpt,
    about: orderId ? { orderId } : { conversationId: message.conversationId },
    at: message.createdAt,
  });
  if (!notification) return;
  const { event, body } = toPushMessage(notification);
  tx.onCommit(() => services.realtime.emit(roomNames.user(reader.id), event, body));
};

export const markMessageNotificationsRead: Subscriber<ConversationRead> = async (
  tx,
  { realtime },
  { conversation, userId, at },
) => {
  const read = await markConversationNotificationsRead(tx, userId, conversation, at);
  const ids = read.map(({ id }) => id);
  tx.onCommit(() => realtime.emit(roomNames.user(userId), 'notificationsRead', { ids }));
};

/** Notifications about a question open the order that it has become. */
export const moveNotificationsToOrder: Subscriber<MovedConversation> = (
  tx,
  _,
  { conversationId, orderId },
) =>
  tx
    .updateTable('notifications')
    .set({ order_id: orderId, conversation_id: null })
    .where('conversation_id', '=', conversationId)
    .execute();

const termsOf = ({ quote }: QuoteChange) => JSON.parse(quote.json ?? '{}') as AgreementTerms;

/** A quote is read in its conversation, where its buttons are. */
const quoteInput = (
  { quote, conversation, at }: QuoteChange,
  { to, message, ...mail }: { to: Side; message: string } & Omit<ConversationMail, 'quoteId'>,
) => ({
  to: to === 'owner' ? 'owner' : conversation.buyer_id,
  type: 'order' as const,
  message,
  orderId: conversation.order_id,
  conversationId: conversation.id,
  mail: { dedupeKey: `quote:${quote.id}:${at}`, quoteId: quote.id, ...mail },
});

export const notifyQuoteSent = notify((change: QuoteChange, { config }) => {
  const { title, total, currency, parts: instalments } = termsOf(change);
  const split = instalments.length > 1 ? ` in ${instalments.length} parts` : '';
  const until = change.quote.valid_until ?? change.at;
  const message = `You have a quote: ${title}, ${priceOf(total, currency)}${split}.`;
  return quoteInput(change, {
    to: 'buyer',
    message,
    subject: `A quote for you: ${shortened(title)}. Accept it by ${shortDate(until, config.timeZone)}`,
    next: {
      whose: 'Your turn',
      title: 'Accept or decline the quote',
      note: `It is valid until ${longDate(until, config.timeZone)}.`,
    },
  });
});

export const notifyQuoteWithdrawn = notify((change: QuoteChange) => {
  const { title } = termsOf(change);
  const message = `The quote "${title}" is withdrawn.`;
  return quoteInput(change, {
    ...{ to: 'buyer', message },
    subject: `Quote withdrawn: ${shortened(title)}`,
  });
});

export const notifyQuoteAccepted = notify((change: QuoteChange) => {
  const { title, currency, parts: instalments } = termsOf(change);
  const { order_id: orderId } = change.quote;
  const first = priceOf(instalments[0]?.amount ?? 0, currency);
  return quoteInput(change, {
    to: 'owner',
    message: `The quote "${title}" is accepted. ${instalments.length > 1 ? 'Its first part' : 'Its price'}, ${first}, is to be paid within ${DAYS_TO_PAY} days.`,
    subject: `Quote accepted: ${shortened(title)}`,
    about: orderId ? { orderId, side: 'owner', keepsAction: true } : undefined,
  });
});

export const notifyQuoteDeclined = notify((change: QuoteChange) => {
  const { title } = termsOf(change);
  const message = `The quote "${title}" is declined.`;
  return quoteInput(change, {
    ...{ to: 'owner', message },
    subject: `Quote declined: ${shortened(title)}`,
  });
});

export const notifyQuoteExpiredUnpaid = notify((change: QuoteChange) => {
  const { title, parts: instalments } = termsOf(change);
  const what = instalments.length > 1 ? 'its first part' : 'it';
  const message = `The quote "${title}" has lapsed: ${what} was not paid within ${DAYS_TO_PAY} days. Nothing was charged.`;
  return quoteInput(change, {
    ...{ to: 'buyer', message },
    subject: `Quote lapsed: ${shortened(title)}`,
  });
});
