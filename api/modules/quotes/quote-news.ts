import { longDate, shortDate } from '../../platform/dates.ts';
import { priceOf } from '../../platform/money/rules.ts';
import type { AgreementTerms } from '../orders/agreements/rules.ts';
import type { ConversationEmail, News, Notice } from '../orders/news.ts';
import type { Side } from '../orders/next-rules.ts';
import { DAYS_TO_PAY } from '../payments/instalment-rules.ts';
import { shortened } from '../payments/order-emails.ts';
import type { QuoteChange } from './events.ts';

const termsOf = ({ quote }: QuoteChange) => JSON.parse(quote.json ?? '{}') as AgreementTerms;

/** A quote is read in its conversation, where its buttons are. */
const quoteNotice = (
  { quote, conversation, at }: QuoteChange,
  { to, message, ...mail }: Omit<ConversationEmail, 'quoteId'> & { to: Side; message: string },
): Notice => ({
  to: to === 'owner' ? 'owner' : conversation.buyer_id,
  message,
  orderId: conversation.order_id,
  conversationId: conversation.id,
  mail: { dedupeKey: `quote:${quote.id}:${at}`, quoteId: quote.id, ...mail },
});

export const sent: News<QuoteChange> = {
  tell: (change, { config }) => {
    const { title, total, currency, parts: instalments } = termsOf(change);
    const split = instalments.length > 1 ? ` in ${instalments.length} parts` : '';
    const until = change.quote.valid_until ?? change.at;
    return quoteNotice(change, {
      to: 'buyer',
      message: `You have a quote: ${title}, ${priceOf(total, currency)}${split}.`,
      subject: `A quote for you: ${shortened(title)}. Accept it by ${shortDate(until, config.timeZone)}`,
      next: {
        whose: 'Your turn',
        title: 'Accept or decline the quote',
        note: `It is valid until ${longDate(until, config.timeZone)}.`,
      },
    });
  },
};

export const withdrawn: News<QuoteChange> = {
  tell: (change) => {
    const { title } = termsOf(change);
    return quoteNotice(change, {
      ...{ to: 'buyer', message: `The quote "${title}" is withdrawn.` },
      subject: `Quote withdrawn: ${shortened(title)}`,
    });
  },
};

export const accepted: News<QuoteChange> = {
  tell: (change) => {
    const { title, currency, parts: instalments } = termsOf(change);
    const { order_id: orderId } = change.quote;
    const first = priceOf(instalments[0]?.amount ?? 0, currency);
    return quoteNotice(change, {
      to: 'owner',
      message: `The quote "${title}" is accepted. ${instalments.length > 1 ? 'Its first part' : 'Its price'}, ${first}, is to be paid within ${DAYS_TO_PAY} days.`,
      subject: `Quote accepted: ${shortened(title)}`,
      about: orderId ? { orderId, side: 'owner', keepsAction: true } : undefined,
    });
  },
};

export const declined: News<QuoteChange> = {
  tell: (change) => {
    const { title } = termsOf(change);
    return quoteNotice(change, {
      ...{ to: 'owner', message: `The quote "${title}" is declined.` },
      subject: `Quote declined: ${shortened(title)}`,
    });
  },
};

export const expiredUnpaid: News<QuoteChange> = {
  tell: (change) => {
    const { title, parts: instalments } = termsOf(change);
    const what = instalments.length > 1 ? 'its first part' : 'it';
    return quoteNotice(change, {
      to: 'buyer',
      message: `The quote "${title}" has lapsed: ${what} was not paid within ${DAYS_TO_PAY} days. Nothing was charged.`,
      subject: `Quote lapsed: ${shortened(title)}`,
    });
  },
};
