import type { Tx } from '../../../db/transaction.ts';
import { longDate } from '../../platform/dates.ts';
import { formatPaise } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import type { AgreementTerms } from '../orders/agreements/rules.ts';
import type { QuoteChange } from '../quotes/events.ts';
import { DAYS_TO_PAY } from '../quotes/limits.ts';
import { createNotification } from './notify.ts';

interface Wording {
  to: 'buyer' | 'owner';
  message: string;
  subject: string;
  mailed?: string;
}

const notify = (
  tx: Tx,
  services: Services,
  { quote, conversation, at }: QuoteChange,
  { to, message, subject, mailed = message }: Wording,
): Promise<void> =>
  createNotification(tx, services, {
    to: to === 'owner' ? 'owner' : conversation.buyer_id,
    type: 'order',
    message,
    orderId: conversation.order_id,
    conversationId: conversation.id,
    mail: { dedupeKey: `quote:${quote.id}:${at}`, subject, heading: subject, message: mailed },
  });

const termsOf = ({ quote }: QuoteChange) => JSON.parse(quote.json ?? '{}') as AgreementTerms;

export function notifyQuoteSent(tx: Tx, services: Services, change: QuoteChange) {
  const { title, total, parts } = termsOf(change);
  const split = parts.length > 1 ? ` in ${parts.length} parts` : '';
  const until = longDate(change.quote.valid_until ?? change.at, services.config.timeZone);
  const message = `You have a quote: ${title}, ${formatPaise(total)}${split}.`;
  return notify(tx, services, change, {
    to: 'buyer',
    message,
    mailed: `${message} Valid until ${until}.`,
    subject: `A quote for you: ${title}`,
  });
}

export function notifyQuoteWithdrawn(tx: Tx, services: Services, change: QuoteChange) {
  const { title } = termsOf(change);
  const message = `The quote "${title}" is withdrawn.`;
  return notify(tx, services, change, { to: 'buyer', message, subject: 'A quote is withdrawn' });
}

export function notifyQuoteAccepted(tx: Tx, services: Services, change: QuoteChange) {
  const { title, parts } = termsOf(change);
  const first = formatPaise(parts[0]?.amount ?? 0);
  return notify(tx, services, change, {
    to: 'owner',
    message: `The quote "${title}" is accepted. Its first part, ${first}, is to be paid within ${DAYS_TO_PAY} days.`,
    subject: `Accepted: ${title}`,
  });
}

export function notifyQuoteDeclined(tx: Tx, services: Services, change: QuoteChange) {
  const { title } = termsOf(change);
  const message = `The quote "${title}" is declined.`;
  return notify(tx, services, change, { to: 'owner', message, subject: `Declined: ${title}` });
}

export function notifyQuoteLapsed(tx: Tx, services: Services, change: QuoteChange) {
  const { title } = termsOf(change);
  const message = `The quote "${title}" has lapsed: its first part was not paid within ${DAYS_TO_PAY} days. Nothing was charged.`;
  return notify(tx, services, change, { to: 'buyer', message, subject: 'A quote has lapsed' });
}
