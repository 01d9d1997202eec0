import type { Order } from '../../../db/schema.ts';
import { longDate, shortDate } from '../../platform/dates.ts';
import { formatExact, priceOf } from '../../platform/money/rules.ts';
import type { ProviderPayment } from '../../platform/payment-provider/client.ts';
import { describeOverdraft } from '../orders/discounts/discounts.ts';
import { orderTitle } from '../orders/dto.ts';
import type { LineData, News, Notice, OrderEmail } from '../orders/news.ts';
import { orderPath } from '../orders/next-rules.ts';
import { openOf } from '../orders/rules.ts';
import { owedOnTopMessage, transferWay } from '../orders/texts.ts';
import { isDueForRefund } from './admin-queries.ts';
import { findCompensation } from './compensations.ts';
import type {
  Cancellation,
  CapturedPayment,
  CompensationUpdate,
  InstalmentUpdate,
  OrderPayment,
  OrderRefund,
  Overpayment,
  Reminder,
} from './events.ts';
import { amountToPay, instalmentName, type ReminderStage } from './instalment-rules.ts';
import {
  amountsOf,
  isOtherAmount,
  otherAmountMessage,
  otherAmountNotice,
  reasonOfOverpayment,
  reportOf,
} from './overpayments.ts';
import { failureKey, isToldWithEnd, REFUND_FAILED } from './refund-refusals.ts';
import { readRefundDays } from './refund-speed.ts';

/** What was paid by mistake may be in another currency than its order, whose other lines need not name it. */
export const amountOf = ({ amount, currency }: { amount: number; currency: string }) => ({
  amount,
  currency,
});

/** The amount of a line. */
export const paise = ({ amount, currency }: LineData): string =>
  typeof amount === 'number' ? formatExact(amount, String(currency)) : 'The amount';

const toPayments = (orderId: string) => ({
  label: 'See the payments',
  path: `${orderPath('buyer', orderId)}#payments`,
});

/** Where the owner sees the payments of all orders, and those of none. */
const TO_ALL_PAYMENTS = { label: 'See the payments', path: '/desk/payments' };

/** A mail about money, sent whatever the reader's preferences are. */
const toBuyer = (
  { id, buyer_id }: { id: string; buyer_id: string },
  mail: OrderEmail & { kind: string; dedupeKey: string },
): Notice => ({ to: buyer_id, mail: { action: toPayments(id), ...mail } });

const toOwner = (mail: OrderEmail & { dedupeKey: string }): Notice => ({
  to: 'owner',
  mail: { kind: 'payment notice', ...mail },
});

const FULL_PAYMENT = 'Full payment';

const paymentLine = ({ order, instalment, of, payment, at }: CapturedPayment) => ({
  ...{ key: `payment:${payment.id}`, kind: 'payment received', at },
  data: {
    ...{ amount: payment.amount, part: instalment.number, of: order.payment_type },
    name: instalmentName({ ...instalment, of }),
  },
});

/** The buyer's mail is the receipt. */
export const captured: News<CapturedPayment> = {
  line: paymentLine,
  says: {
    'payment received': (data) => {
      const milestone = data['of'] === 'Milestone' && `Milestone ${String(data['part'])} of 2`;
      const name = data['name'] ?? (milestone || FULL_PAYMENT);
      const what = name === FULL_PAYMENT ? 'Payment' : String(name);
      return `${what} received: ${paise(data)}`;
    },
  },
  tell: async ({ order, instalment, of }, services, tx) => {
    const title = orderTitle(order);
    const amount = priceOf(amountToPay(instalment), order.currency);
    const isFirst = instalment.number === 1;
    const part = openOf(order) <= 0 ? 'the rest' : instalmentName({ ...instalment, of });
    const paid = `${order.buyer_name} paid ${amount}`;
    const overdraft = isFirst ? await describeOverdraft(tx, services, order) : '';
    return [
      {
        ...{ to: order.buyer_id, type: 'payment' },
        message: `Payment received: ${amount} for ${title}.`,
      },
      {
        to: 'owner',
        type: isFirst ? 'order' : 'payment',
        message: isFirst
          ? `New order from ${order.buyer_name}: ${title}, ${amount} paid.`
          : `${paid} for ${title}: ${part}.`,
        mail: {
          result: isFirst ? 'New order' : `Payment received, ${amount}`,
          paragraphs: [isFirst ? `${paid}.` : `${paid}, ${part}.`, overdraft].filter(Boolean),
          dedupeKey: `owner:payment:${order.id}:${instalment.number}`,
        },
      },
    ];
  },
};

/** That a payment is refunded, and why. */
function refunded(
  { order, payment }: OrderPayment,
  { dedupeKey, ownerText, ...mail }: Parameters<typeof toBuyer>[1] & { ownerText: string },
): Notice[] {
  const details: [string, string][] = [['Amount', priceOf(payment.amount, payment.currency)]];
  return [
    toBuyer(order, { ...mail, dedupeKey: `${dedupeKey}:${payment.id}`, details }),
    toOwner({
      result: 'Refunded automatically',
      paragraphs: [ownerText],
      details: [...details, ['Payment', payment.id]],
      dedupeKey: `owner-${dedupeKey}:${payment.id}`,
    }),
  ];
}

/** A payment for an order that was declined before it arrived. */
export const capturedAfterRejection: News<CapturedPayment> = {
  line: paymentLine,
  tell: (paid) =>
    refunded(paid, {
      ...{ kind: 'payment for a declined order', dedupeKey: 'rejected' },
      result: 'Your payment is refunded',
      paragraphs: ['Your payment has arrived, but the order was declined. You get the money back.'],
      ownerText:
        'A payment arrived for an order that you have declined. It is refunded automatically.',
    }),
};

/** A duplicate payment, one after a refund, or one with a wrong amount. */
export const overpaid: News<Overpayment> = {
  line: ({ payment, at }) => ({
    ...{ key: `payment:${payment.id}`, kind: 'surplus', data: amountOf(payment), at },
  }),
  says: { surplus: (data) => `${paise(data)} paid beyond what was due; it is refunded` },
  tell: (paid) => {
    const reason = reasonOfOverpayment(reportOf(paid.payment), paid);
    const mail = { kind: 'surplus', dedupeKey: 'surplus', result: 'Your payment is refunded' };
    if (isOtherAmount(reason)) {
      const amounts = amountsOf(reason, paid.payment, paid);
      return refunded(paid, {
        ...mail,
        paragraphs: [`${otherAmountMessage(amounts)} You need not do anything.`],
        ownerText: otherAmountNotice(amounts),
      });
    }
    const which =
      reason === 'covered'
        ? 'You have paid more than was due: your bank confirmed another payment for an order that was already covered.'
        : `Your bank confirmed a payment for an order that was ${reason}.`;
    return refunded(paid, {
      ...mail,
      ...(reason === 'covered' ? { result: 'A second payment is refunded' } : {}),
      paragraphs: [`${which} We refund it; you need not do anything.`],
      ownerText: 'Nothing was due for this payment any more. It is refunded automatically.',
    });
  },
};

/** A payment that belongs to no order: the owner must check it. */
export const unmatched: News<{ payment: ProviderPayment }> = {
  tell: ({ payment }) =>
    toOwner({
      result: 'A payment belongs to no order',
      paragraphs: ['It is in your list of payments without an order. Please find out whose it is.'],
      details: [
        ['Payment', payment.id],
        ['Amount', `${formatExact(payment.amount, payment.currency)} (${payment.currency})`],
      ],
      action: TO_ALL_PAYMENTS,
      dedupeKey: `unmatched:${payment.id}`,
    }),
};

/** The provider refuses the keys: the owner must mend it. */
export const keysRefused: News<{ day: string }> = {
  tell: ({ day }) =>
    toOwner({
      result: 'Nobody can pay: Razorpay refuses the keys',
      paragraphs: [
        'A buyer has just tried, and was told to write to you. Check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET on the server.',
      ],
      action: { label: 'See the checks', path: '/desk/doctor' },
      dedupeKey: `keys refused:${day}`,
    }),
};

export const failed: News<OrderPayment> = {
  line: ({ payment, at }) => ({
    ...{ key: `failed:${payment.id}`, kind: 'payment failed', data: amountOf(payment), at },
  }),
  says: { 'payment failed': (data) => `Payment of ${paise(data)} failed` },
};

const owedByOwner = ({ currency }: Order, amount: number): string =>
  `${priceOf(amount, currency)} is due on top of the refund. Pay it ${transferWay(currency)}, and enter the reference under Payments.`;

/** The buyer has cancelled; the owner need not act, unless something is owed on top. */
export const cancelled: News<Cancellation> = {
  tell: ({ order, refundAmount, owedOnTop }) => {
    const refund =
      refundAmount > 0
        ? ` A refund of ${priceOf(refundAmount, order.currency)} has been requested automatically.`
        : '';
    return {
      to: 'owner',
      message: `${order.buyer_name} cancelled an order: ${orderTitle(order)}.${refund}`,
      mail: {
        result: 'Cancelled',
        paragraphs: [
          `${order.buyer_name} cancelled the order.${refund}${owedOnTop > 0 ? '' : ' You need not do anything.'}`,
          ...(owedOnTop > 0 ? [`The delivery was late, so ${owedByOwner(order, owedOnTop)}`] : []),
        ],
        ...(owedOnTop > 0 ? { kind: 'payment notice', action: TO_ALL_PAYMENTS } : {}),
        dedupeKey: `owner:cancelled:${order.id}`,
      },
    };
  },
};

export const refundAccepted: News<OrderRefund> = {
  line: ({ refund, currency }) => ({
    ...{ key: `refund:${refund.id}`, kind: 'refunded', at: refund.updated_at },
    data: amountOf({ ...refund, currency }),
  }),
  says: { refunded: (data) => `Refund of ${paise(data)} is on its way` },
  tell: async ({ order, refund, currency }, _, tx) => {
    if (await isToldWithEnd(tx, order.id, refund)) return null;
    const amount = priceOf(refund.amount, currency);
    const owed = await findCompensation(tx, order.id);
    const isEnd = owed?.cause === 'cancelled' && owed.owed_at === refund.updated_at;
    return toBuyer(order, {
      ...{ kind: 'refund', dedupeKey: `refund:${refund.id}`, result: `Refund of ${amount}` },
      paragraphs: [
        `Your refund of ${amount} is on its way. ${await readRefundDays(tx)}`,
        ...(isEnd ? [owedOnTopMessage(owed.amount, order.currency)] : []),
      ],
    });
  },
};

/**
 * A refund that did not go through: the owner reads of it, and a buyer who was told of it or is owed it. The provider's
 * refusal of a refund that the owner chose to make is the owner's alone, as are its words: the line, which both read,
 * only keeps them.
 */
export const refundFailed: News<Omit<OrderRefund, 'order'> & Partial<Pick<OrderRefund, 'order'>>> =
  {
    line: ({ refund, currency, words }) => ({
      ...{ key: failureKey(refund.id), kind: REFUND_FAILED, at: refund.updated_at },
      data: { ...amountOf({ ...refund, currency }), ...(words ? { words } : {}) },
    }),
    says: {
      [REFUND_FAILED]: (data) => `Refund of ${paise(data)} did not go through; we try another way`,
    },
    tell: async ({ order, refund, currency, words }, _, tx) => {
      const isSentBack = refund.provider_id !== null;
      const isOwed = order !== undefined && (await isDueForRefund(tx, refund.payment_id));
      const amount = priceOf(refund.amount, currency);
      const kept = isSentBack ? 'You have it again.' : 'No money has moved.';
      const now = isOwed || !order ? 'It is due again in your list.' : kept;
      const notices = [
        toOwner({
          result: isSentBack ? 'A refund came back' : 'A refund did not go through',
          paragraphs: [
            `${isSentBack ? 'The bank has sent the money back.' : 'The provider has refused it.'} ${now}`,
          ],
          details: [
            ['Payment', refund.payment_id],
            ['Amount', formatExact(refund.amount, currency)],
            ...(words ? [['Razorpay says', words] satisfies [string, string]] : []),
          ],
          action: TO_ALL_PAYMENTS,
          dedupeKey: `refund-failed:${refund.id}`,
        }),
      ];
      if (!isOwed) return notices;
      const what = isSentBack
        ? `The bank has sent your refund of ${amount} back.`
        : `Your refund of ${amount} could not be made yet.`;
      const mail = {
        kind: 'refund',
        result: `Your refund of ${amount} has not arrived`,
        paragraphs: [
          `${what} It is still yours: the seller knows and sends it again. You need not do anything.`,
        ],
        dedupeKey: `refund-failed-buyer:${refund.id}`,
      };
      return [...notices, toBuyer(order, mail)];
    },
  };

export const compensationOwed: News<CompensationUpdate> = {
  line: ({ compensation: { amount }, at }) => ({
    ...{ key: `compensation owed:${at}`, kind: 'compensation owed', data: { amount }, at },
  }),
  says: {
    'compensation owed': (data) => `The seller owes ${paise(data)} on top of the refund`,
  },
  tell: (update) => {
    const { order, compensation, told = [] } = update;
    const owed = priceOf(compensation.amount, order.currency);
    return [
      !told.includes('buyer') &&
        toBuyer(order, {
          ...{ kind: 'compensation', dedupeKey: `compensation:${order.id}` },
          result: `The seller owes you ${owed}`,
          paragraphs: [owedOnTopMessage(compensation.amount, order.currency)],
          action: { ...toPayments(order.id), label: 'See the order' },
        }),
      !told.includes('owner') &&
        toOwner({
          result: `You owe the buyer ${owed}`,
          paragraphs: [
            `The order ended on your side, so ${owedByOwner(order, compensation.amount)}`,
          ],
          action: TO_ALL_PAYMENTS,
          dedupeKey: `compensation-owner:${order.id}`,
        }),
    ];
  },
};

export const compensationSettled: News<CompensationUpdate> = {
  line: ({ compensation: { amount, reference }, at }) => ({
    ...{ key: 'compensation settled', kind: 'compensation settled', at },
    data: { amount, ...(reference === null ? {} : { reference }) },
  }),
  says: {
    'compensation settled': (data) =>
      `The seller paid ${paise(data)}, reference ${String(data['reference'])}`,
  },
  tell: (update) => {
    const { order, compensation } = update;
    const owed = priceOf(compensation.amount, order.currency);
    return toBuyer(order, {
      ...{ kind: 'compensation', dedupeKey: `compensation-settled:${order.id}` },
      result: `${owed} on top of your refund paid`,
      paragraphs: [
        `The seller has paid the ${owed} on top of your refund ${transferWay(order.currency)}.`,
      ],
      details: [['Reference', compensation.reference ?? '']],
    });
  },
};

/** The buyer reads that an instalment was waived, or has another date. */
function instalmentNotice(
  { order, instalment, of, at }: InstalmentUpdate,
  { result, words, mailed }: { result: string; words: string; mailed: string },
): Notice {
  const name = `${instalmentName({ ...instalment, of })}, ${priceOf(instalment.amount, order.currency)},`;
  return {
    ...{ to: order.buyer_id, type: 'payment' },
    message: `${name} ${words}: ${orderTitle(order)}.`,
    mail: {
      ...{ result, paragraphs: [`${name} ${mailed}.`], action: toPayments(order.id) },
      dedupeKey: `part:${instalment.id}:${at}`,
    },
  };
}

const WAIVED = 'is waived: you need not pay it';

export const waived: News<InstalmentUpdate> = {
  line: ({ instalment, of, at }) => ({
    ...{ key: `waived:${instalment.id}`, kind: 'part waived', at },
    data: { amount: instalment.amount, name: instalmentName({ ...instalment, of }) },
  }),
  says: { 'part waived': (data) => `${String(data['name'])} of ${paise(data)} waived` },
  tell: (update) =>
    instalmentNotice(update, { result: 'Payment waived', words: WAIVED, mailed: WAIVED }),
};

export const moved: News<InstalmentUpdate> = {
  line: ({ instalment, of, at }, { config }) => ({
    ...{ key: `moved:${instalment.id}:${at}`, kind: 'part moved', at },
    data: {
      name: instalmentName({ ...instalment, of }),
      day: instalment.pay_by ? longDate(instalment.pay_by, config.timeZone) : '',
    },
  }),
  says: { 'part moved': (data) => `${String(data['name'])} is now due on ${String(data['day'])}` },
  tell: (update, { config }) => {
    const { pay_by } = update.instalment;
    return instalmentNotice(update, {
      ...{ result: 'New due date', words: 'has a new due date' },
      mailed: `is now due on ${pay_by && longDate(pay_by, config.timeZone)}`,
    });
  },
};

const REMINDERS: Record<ReminderStage, { words: string; mailed: (day: string) => string }> = {
  soon: { words: 'is due soon', mailed: (day) => `is due on ${day}` },
  today: { words: 'is due today', mailed: () => 'is due today' },
  overdue: { words: 'is overdue', mailed: (day) => `was due on ${day} and is not paid yet` },
};

export const reminded: News<Reminder> = {
  tell: ({ order, instalment, of, stage }, { config }) => {
    const amount = priceOf(amountToPay(instalment), order.currency);
    const name = `${instalmentName({ ...instalment, of })}, ${amount},`;
    const { words, mailed } = REMINDERS[stage];
    const day = (format: typeof longDate) =>
      instalment.pay_by ? format(instalment.pay_by, config.timeZone) : '';
    return {
      ...{ to: order.buyer_id, type: 'payment' },
      message: `${name} ${words}: ${orderTitle(order)}.`,
      mail: {
        result: `${amount} ${stage === 'soon' ? `is due on ${day(shortDate)}` : words}`,
        paragraphs: [`${name} ${mailed(day(longDate))}.`],
        action: { label: `Pay ${amount}`, path: `${orderPath('buyer', order.id)}#pay` },
        dedupeKey: `reminder:${instalment.id}:${instalment.pay_by}:${stage}`,
      },
    };
  },
};
