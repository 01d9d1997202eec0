import { longDate, shortDate } from '../../platform/dates.ts';
import type { Subscriber } from '../../platform/events.ts';
import { priceOf } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { orderTitle } from '../orders/dto.ts';
import { orderPath } from '../orders/next-rules.ts';
import { openOf } from '../orders/rules.ts';
import type { OrderDispute } from '../payments/disputes/events.ts';
import { timeLeft } from '../payments/disputes/rules.ts';
import type { CapturedPayment, InstalmentUpdate } from '../payments/events.ts';
import { amountToPay, instalmentName, type ReminderStage } from '../payments/instalment-rules.ts';
import { createNotification, notify } from './notify.ts';

/** Notifies buyer and owner of a payment. The buyer's e-mail is the receipt. */
export const notifyPayment: Subscriber<CapturedPayment> = async (
  tx,
  services,
  { order, instalment, of },
) => {
  const title = orderTitle(order);
  const amount = priceOf(amountToPay(instalment), order.currency);
  await createNotification(tx, services, {
    to: order.buyer_id,
    type: 'payment',
    message: `Payment received: ${amount} for ${title}.`,
    orderId: order.id,
  });
  const isFirst = instalment.number === 1;
  const part = openOf(order) <= 0 ? 'the rest' : instalmentName({ ...instalment, of });
  const paid = `${order.buyer_name} paid ${amount}`;
  await createNotification(tx, services, {
    to: 'owner',
    type: isFirst ? 'order' : 'payment',
    message: isFirst
      ? `New order from ${order.buyer_name}: ${title}, ${amount} paid.`
      : `${paid} for ${title}: ${part}.`,
    orderId: order.id,
    mail: {
      order,
      result: isFirst ? 'New order' : `Payment received, ${amount}`,
      dedupeKey: `owner:payment:${order.id}:${instalment.number}`,
      paragraphs: [isFirst ? `${paid}.` : `${paid}, ${part}.`],
    },
  });
};

/** Notifies the buyer that an instalment was waived or got a different date. */
export const notifyInstalment = notify((change: InstalmentUpdate, { config }: Services) => {
  const { order, instalment, of, at } = change;
  const name = `${instalmentName({ ...instalment, of })}, ${priceOf(instalment.amount, order.currency)},`;
  const day = instalment.pay_by && longDate(instalment.pay_by, config.timeZone);
  const isWaived = instalment.waived_at !== null;
  const words = isWaived ? 'is waived: you need not pay it' : 'has a new due date';
  return {
    to: order.buyer_id,
    type: 'payment',
    message: `${name} ${words}: ${orderTitle(order)}.`,
    orderId: order.id,
    mail: {
      order,
      result: isWaived ? 'Payment waived' : 'New due date',
      dedupeKey: `part:${instalment.id}:${at}`,
      paragraphs: [`${name} ${isWaived ? words : `is now due on ${day}`}.`],
      action: toPayments(order.id),
    },
  };
});

const toPayments = (orderId: string) => ({
  label: 'See the payments',
  path: `${orderPath('buyer', orderId)}#payments`,
});

const REMINDERS: Record<ReminderStage, { words: string; mailed: (day: string) => string }> = {
  soon: { words: 'is due soon', mailed: (day) => `is due on ${day}` },
  today: { words: 'is due today', mailed: () => 'is due today' },
  overdue: { words: 'is overdue', mailed: (day) => `was due on ${day} and is not paid yet` },
};

type Reminder = InstalmentUpdate & { stage: ReminderStage };

export const remindBuyer = notify((reminder: Reminder, { config }: Services) => {
  const { order, instalment, of, stage } = reminder;
  const name = `${instalmentName({ ...instalment, of })}, ${priceOf(amountToPay(instalment), order.currency)},`;
  const { words, mailed } = REMINDERS[stage];
  const day = (format: typeof longDate) =>
    instalment.pay_by ? format(instalment.pay_by, config.timeZone) : '';
  const due = stage === 'soon' ? `is due on ${day(shortDate)}` : words;
  return {
    to: order.buyer_id,
    type: 'payment',
    message: `${name} ${words}: ${orderTitle(order)}.`,
    orderId: order.id,
    mail: {
      order,
      result: `${priceOf(amountToPay(instalment), order.currency)} ${due}`,
      dedupeKey: `reminder:${instalment.id}:${instalment.pay_by}:${stage}`,
      paragraphs: [`${name} ${mailed(day(longDate))}.`],
      action: {
        label: `Pay ${priceOf(amountToPay(instalment), order.currency)}`,
        path: `${orderPath('buyer', order.id)}#pay`,
      },
    },
  };
});

const DISPUTES = {
  open: 'is questioned by the bank',
  under_review: 'is with the bank, which has your answer',
  won: 'stays with you: the dispute is won',
  lost: 'is lost: the bank has taken it back',
  closed: 'is no longer disputed',
};

/** Notifies the owner about a dispute. Its e-mail is sent separately. */
export const notifyDispute = notify(({ order, dispute }: OrderDispute, { clock }) => {
  if (!order) return null;
  const { status, amount, currency, respond_by } = dispute;
  const left = status === 'open' ? `; time left to answer: ${timeLeft(respond_by, clock())}` : '';
  return {
    to: 'owner',
    type: 'payment',
    message: `${priceOf(amount, currency)} of “${orderTitle(order)}” ${DISPUTES[status]}${left}.`,
    orderId: order.id,
  };
});
