import { longDate } from '../../platform/dates.ts';
import { formatPaise } from '../../platform/money/rules.ts';
import type { AgreementTerms } from '../orders/agreements/rules.ts';
import { DAYS_TO_PAY } from '../payments/instalment-rules.ts';
import type { QuoteChange } from '../quotes/events.ts';
import { notify } from './notify.ts';

interface Wording {
  to: 'buyer' | 'owner';
  message: string;
  subject: string;
  mailed?: string;
}

const inputOf = (
  { quote, conversation, at }: QuoteChange,
  { to, message, subject, mailed = message }: Wording,
) => ({
  to: to === 'owner' ? 'owner' : conversation.buyer_id,
  type: 'order' as const,
  message,
  orderId: conversation.order_id,
  conversationId: conversation.id,
  mail: { dedupeKey: `quote:${quote.id}:${at}`, subject, message: mailed },
});

const termsOf = ({ quote }: QuoteChange) => JSON.parse(quote.json ?? '{}') as AgreementTerms;

export const notifyQuoteSent = notify((change: QuoteChange, { config }) => {
  const { title, total, parts: instalments } = termsOf(change);
  const split = instalments.length > 1 ? ` in ${instalments.length} parts` : '';
  const until = longDate(change.quote.valid_until ?? change.at, config.timeZone);
  const message = `You have a quote: ${title}, ${formatPaise(total)}${split}.`;
  return inputOf(change, {
    to: 'buyer',
    message,
    mailed: `${message} Valid until ${until}.`,
    subject: `A quote for you: ${title}`,
  });
});

export const notifyQuoteWithdrawn = notify((change: QuoteChange) => {
  const { title } = termsOf(change);
  const message = `The quote "${title}" is withdrawn.`;
  return inputOf(change, { to: 'buyer', message, subject: 'A quote is withdrawn' });
});

export const notifyQuoteAccepted = notify((change: QuoteChange) => {
  const { title, parts: instalments } = termsOf(change);
  const first = formatPaise(instalments[0]?.amount ?? 0);
  return inputOf(change, {
    to: 'owner',
    message: `The quote "${title}" is accepted. ${instalments.length > 1 ? 'Its first part' : 'Its price'}, ${first}, is to be paid within ${DAYS_TO_PAY} days.`,
    subject: `Accepted: ${title}`,
  });
});

export const notifyQuoteDeclined = notify((change: QuoteChange) => {
  const { title } = termsOf(change);
  const message = `The quote "${title}" is declined.`;
  return inputOf(change, { to: 'owner', message, subject: `Declined: ${title}` });
});

export const notifyQuoteExpiredUnpaid = notify((change: QuoteChange) => {
  const { title, parts: instalments } = termsOf(change);
  const what = instalments.length > 1 ? 'its first part' : 'it';
  const message = `The quote "${title}" has lapsed: ${what} was not paid within ${DAYS_TO_PAY} days. Nothing was charged.`;
  return inputOf(change, { to: 'buyer', message, subject: 'A quote has lapsed' });
});
