import { shortDate } from '../../../platform/dates.ts';
import { priceOf } from '../../../platform/money/rules.ts';
import type { Services } from '../../../platform/services.ts';
import { orderTitle } from '../../orders/dto.ts';
import type { News, Notice } from '../../orders/news.ts';
import { amountOf, paise } from '../payment-news.ts';
import type { OrderDispute } from './events.ts';
import { reasonText, timeLeft } from './rules.ts';

const STANDINGS = {
  open: 'is questioned by the bank',
  under_review: 'is with the bank, which has your answer',
  won: 'stays with you: the dispute is won',
  lost: 'is lost: the bank has taken it back',
  closed: 'is no longer disputed',
};

/** The owner reads of a dispute: a notification if it is about an order, and a mail where there is something to say. */
function disputeNotice(
  { clock }: Services,
  { order, dispute }: OrderDispute,
  mail?: { dedupeKey: string; result: string; says: string },
): Notice {
  const { status, amount, currency, respond_by } = dispute;
  const left = status === 'open' ? `; time left to answer: ${timeLeft(respond_by, clock())}` : '';
  const money = priceOf(amount, currency);
  return {
    to: 'owner',
    type: 'payment',
    message: order && `${money} of “${orderTitle(order)}” ${STANDINGS[status]}${left}.`,
    ...(mail && {
      mail: {
        ...{ kind: 'dispute', dedupeKey: mail.dedupeKey, result: mail.result },
        paragraphs: [mail.says],
        details: [
          ['Payment', dispute.payment_id],
          ['Amount', money],
          ['Reason', reasonText(dispute.reason)],
        ],
      },
    }),
  };
}

/** An unanswered dispute is lost. */
function howToAnswer({ config, clock }: Services, { order, dispute }: OrderDispute): string {
  const left = timeLeft(dispute.respond_by, clock());
  const until = order ? '' : ` Reply by ${shortDate(dispute.respond_by, config.timeZone)}.`;
  return `Prepare the evidence, read it and submit it: without an answer the bank takes the money back. Time left: ${left}.${until}`;
}

const keyOf = ({ dispute: { id, version } }: OrderDispute) => `dispute:${id}:${version}`;

/** Each new state of a dispute is a line. */
const line: News<OrderDispute>['line'] = (change) => {
  const { dispute, at } = change;
  const amount = dispute.status === 'lost' ? dispute.deducted : dispute.amount;
  return {
    ...{ key: keyOf(change), kind: `dispute ${dispute.status.replace('_', ' ')}`, at },
    data: amountOf({ ...dispute, amount }),
  };
};

/** The lines that only the owner sees. */
export const OWNER_LINES = [
  'dispute open',
  'dispute under review',
  'dispute won',
  'dispute closed',
];

export const toAnswer: News<OrderDispute> = {
  line,
  says: { 'dispute open': (data) => `The bank questions ${paise(data)}` },
  tell: (change, services) =>
    disputeNotice(
      services,
      change,
      change.dispute.status === 'open'
        ? {
            result: 'The bank questions a payment',
            says: howToAnswer(services, change),
            dedupeKey: keyOf(change),
          }
        : undefined,
    ),
};

export const underReview: News<OrderDispute> = {
  line,
  says: { 'dispute under review': (data) => `The bank reviews ${paise(data)}` },
  tell: (change, services) => disputeNotice(services, change),
};

export const decided: News<OrderDispute> = {
  line,
  says: {
    'dispute won': (data) => `The dispute of ${paise(data)} is won`,
    'dispute lost': (data) => `The bank has taken ${paise(data)} back`,
    'dispute closed': (data) => `The dispute of ${paise(data)} is closed`,
  },
  tell: (change, services) => {
    const { status, deducted, currency } = change.dispute;
    const [result, says] =
      status === 'won'
        ? (['Dispute won', 'The money stays with you.'] as const)
        : deducted > 0
          ? ([
              'Dispute lost',
              `The bank has taken ${priceOf(deducted, currency)} back. The order counts it as lost; you need not refund it.`,
            ] as const)
          : (['Dispute closed', 'The bank has taken nothing.'] as const);
    return disputeNotice(services, change, { result, says, dedupeKey: keyOf(change) });
  },
};

export const deadlineNear: News<OrderDispute & { days: number }> = {
  tell: (change, services) =>
    disputeNotice(services, change, {
      result: 'The bank waits for your answer',
      says: howToAnswer(services, change),
      dedupeKey: `dispute:${change.dispute.id}:${change.dispute.respond_by}:${change.days}`,
    }),
};
