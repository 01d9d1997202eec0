import type { Quote } from '../../../db/schema.ts';
import { dayIn } from '../../platform/dates.ts';
import { priceOf, toRupees } from '../../platform/money/rules.ts';
import { addDays, type Dates } from '../catalog/availability/calendar-rules.ts';
import { type AgreementTerms, shortHash } from '../orders/agreements/rules.ts';
import { type Drawing, forecast } from '../orders/drawing-rules.ts';
import type { listWaitingQuotes } from './queries.ts';
import type { QuoteInput } from './schema.ts';

type QuoteRow = Quote & { paid: number | null; pay_by: string | null };

/** A quote for its buyer, with the dates of the work if it is accepted now. */
export const toBuyerQuoteDto = (
  row: QuoteRow,
  all: QuoteRow[],
  { now, timeZone, datesFor }: Context,
): BuyerQuoteDto => {
  const quote = toQuoteDto(row, all, now);
  const { status, terms } = quote;
  if (status !== 'Sent' || !terms) return quote;
  const today = dayIn(now, timeZone);
  const dates = datesFor?.(terms.deliveryDays);
  // Without a calendar the days count from the payment.
  const counted = { startsOn: today, deliverBy: addDays(today, terms.deliveryDays) };
  const drawn = datesFor ? dates : counted;
  const later = terms.parts.slice(1).map(({ amount, due, payBy }, at) => ({
    ...{ number: at + 2, amount: priceOf(amount, terms.currency), due },
    on: payBy ? dayIn(payBy, timeZone) : null,
  }));
  return {
    ...quote,
    ...(dates ? { dates } : {}),
    ...(drawn ? { drawing: forecast({ today, ...drawn }, later) } : {}),
  };
};

interface Context {
  now: string;
  timeZone: string;
  /** Null without a calendar. */
  datesFor: ((days: number) => Dates | null) | null;
}

export type BuyerQuoteDto = QuoteDto & {
  dates?: Dates | undefined;
  /** What the order would look like if it is accepted now. */
  drawing?: Drawing | null | undefined;
};

/** Amounts in `terms` are paise. */
const toQuoteDto = (row: QuoteRow, all: QuoteRow[], now: string) => ({
  _id: row.id,
  version: row.version,
  status: shownStatusOf(row, now),
  /** Whether a new version withdrew it. */
  isReplaced: row.status === 'Withdrawn' && all.some(({ sent_at }) => sent_at === row.decided_at),
  hash: row.sha256 ? shortHash(row.sha256) : null,
  terms: row.json ? (JSON.parse(row.json) as AgreementTerms) : null,
  sentAt: row.sent_at,
  validUntil: row.valid_until,
  orderId: row.order_id,
  /** The due date of the first instalment; null before acceptance and after payment. */
  payBy: row.status === 'Accepted' && row.paid === 0 ? row.pay_by : null,
});

export type QuoteDto = ReturnType<typeof toQuoteDto>;

type WaitingRow = Awaited<ReturnType<typeof listWaitingQuotes>>[number];

/** A quote that its buyer can accept, for the list of orders. */
export const toWaitingQuoteDto = (row: WaitingRow) => {
  const { title, total, currency } = JSON.parse(row.json ?? '') as AgreementTerms;
  return {
    _id: row.id,
    conversationId: row.conversation_id,
    /** The order of the conversation; null for a question before an order. */
    orderId: row.order_id,
    title,
    price: toRupees(total),
    currency,
    validUntil: row.valid_until ?? '',
  };
};

export type WaitingQuoteDto = ReturnType<typeof toWaitingQuoteDto>;

/** A quote that was sent, in a list. */
export const toSentQuoteDto = (
  row: Pick<Quote, 'id' | 'status' | 'json' | 'valid_until' | 'sent_at' | 'conversation_id'> & {
    about_order_id: string | null;
  },
  now: string,
) => {
  const { title, total, currency } = JSON.parse(row.json ?? '') as AgreementTerms;
  return {
    ...{ _id: row.id, conversationId: row.conversation_id, orderId: row.about_order_id },
    ...{ title, price: toRupees(total), currency },
    status: shownStatusOf(row, now),
    sentAt: row.sent_at ?? '',
  };
};

/** The time of an open quote ends it; the job only stores that. One that was accepted may be paid already. */
const shownStatusOf = (
  { status, valid_until }: Pick<Quote, 'status' | 'valid_until'>,
  now: string,
): Quote['status'] =>
  status === 'Sent' && valid_until !== null && valid_until <= now ? 'Expired' : status;

/** A quote for the owner, with the data of its form. */
export const toAdminQuoteDto = (row: QuoteRow, all: QuoteRow[], now: string) => ({
  ...toQuoteDto(row, all, now),
  draft: JSON.parse(row.draft) as Omit<QuoteInput, 'conversationId'>,
});

export type AdminQuoteDto = ReturnType<typeof toAdminQuoteDto>;
