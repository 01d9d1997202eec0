import type { Order } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Subscriber } from '../../platform/events.ts';
import { formatExact, priceOf } from '../../platform/money/rules.ts';
import type { ProviderPayment } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';
import { accountEmail, ownerEmail } from '../accounts/queries.ts';
import { isDueForRefund } from './admin-queries.ts';
import type { CompensationUpdate, OrderPayment, OrderRefund, Overpayment } from './events.ts';
import { type OrderEmail, orderEmail } from './order-emails.ts';
import {
  amountsOf,
  isOtherAmount,
  otherAmountMessage,
  otherAmountNotice,
  reasonOfOverpayment,
  reportOf,
} from './overpayment-reasons.ts';
import { readRefundDays } from './refund-speed.ts';

interface Sent extends OrderEmail {
  dedupeKey: string;
}

const emailBuyer = async (
  tx: Tx,
  { config, outbox }: Services,
  order: Order,
  { kind, dedupeKey, ...mail }: Sent & { kind: string },
) =>
  outbox.enqueue(tx, {
    ...{ kind, dedupeKey, to: await accountEmail(tx, order.buyer_id) },
    ...orderEmail(config, order, 'buyer', {
      action: { label: 'See the payments', path: `/orders/${order.id}#payments` },
      ...mail,
    }),
  });

/**
 * E-mail to the owner about money, whatever their preferences are; without an order its button opens the list of all
 * payments.
 */
export async function emailOwner(
  tx: Tx,
  { config, outbox }: Services,
  order: Order | undefined,
  { dedupeKey, kind = 'payment notice', ...mail }: Sent & { kind?: string },
) {
  const { result: subject, ...rest } = mail;
  const action = { label: 'See the payments', url: `${config.siteOrigin}/desk/payments` };
  await outbox.enqueue(tx, {
    ...{ kind, dedupeKey, to: await ownerEmail(tx) },
    ...(order
      ? orderEmail(config, order, 'owner', mail)
      : { ...rest, details: rest.details ?? [], subject, action }),
  });
}

/** E-mail to the owner about a payment that belongs to no order: the owner must check it. */
export const emailUnmatchedPayment: Subscriber<{ payment: ProviderPayment }> = (
  tx,
  services,
  { payment },
) =>
  emailOwner(tx, services, undefined, {
    dedupeKey: `unmatched:${payment.id}`,
    result: 'A payment belongs to no order',
    paragraphs: ['It is kept in the list of unmatched payments. Please see whose it is.'],
    details: [
      ['Payment', payment.id],
      ['Amount', `${formatExact(payment.amount, payment.currency)} (${payment.currency})`],
    ],
  });

/** E-mails to buyer and owner that a payment is refunded, and why. */
async function emailAboutRefund(
  tx: Tx,
  services: Services,
  { order, payment }: OrderPayment,
  { dedupeKey, ownerText, ...buyer }: Sent & { kind: string; ownerText: string },
) {
  const details: [string, string][] = [['Amount', priceOf(payment.amount, payment.currency)]];
  await emailBuyer(tx, services, order, {
    ...{ dedupeKey: `${dedupeKey}:${payment.id}`, details },
    ...buyer,
  });
  await emailOwner(tx, services, order, {
    dedupeKey: `owner-${dedupeKey}:${payment.id}`,
    result: 'Refunded automatically',
    paragraphs: [ownerText],
    details: [...details, ['Payment', payment.id]],
  });
}

/** E-mails about a duplicate payment, one after a refund, or one with a wrong amount. */
export const emailOverpayment: Subscriber<Overpayment> = (tx, services, paid) => {
  const reason = reasonOfOverpayment(reportOf(paid.payment), paid);
  const mail = { dedupeKey: 'surplus', kind: 'surplus' };
  if (isOtherAmount(reason)) {
    const amounts = amountsOf(reason, paid.payment, paid);
    return emailAboutRefund(tx, services, paid, {
      ...{ ...mail, result: 'Your payment is refunded' },
      paragraphs: [`${otherAmountMessage(amounts)} You need not do anything.`],
      ownerText: otherAmountNotice(amounts),
    });
  }
  const which =
    reason === 'covered'
      ? 'You have paid more than was due: your bank confirmed another payment for an order that was already covered.'
      : `Your bank confirmed a payment for an order that was ${reason}.`;
  return emailAboutRefund(tx, services, paid, {
    ...mail,
    result: reason === 'covered' ? 'A second payment is refunded' : 'Your payment is refunded',
    paragraphs: [`${which} We refund it; you need not do anything.`],
    ownerText: 'Nothing was due for this payment any more. It is refunded automatically.',
  });
};

/** E-mails about a payment for an order that was declined before it arrived. */
export const emailPaymentAfterRejection: Subscriber<OrderPayment> = (tx, services, paid) =>
  emailAboutRefund(tx, services, paid, {
    dedupeKey: 'rejected',
    kind: 'payment for a declined order',
    result: 'Your payment is refunded',
    paragraphs: ['Your payment has arrived, but the order was declined. You get the money back.'],
    ownerText:
      'A payment arrived for an order that you have declined. It is refunded automatically.',
  });

export const emailRefund: Subscriber<OrderRefund> = async (
  tx,
  services,
  { order, refund, currency },
) =>
  emailBuyer(tx, services, order, {
    kind: 'refund',
    dedupeKey: `refund:${refund.id}`,
    result: `Refund of ${priceOf(refund.amount, currency)}`,
    paragraphs: [
      `Your refund of ${priceOf(refund.amount, currency)} is on its way. ${await readRefundDays(tx)}`,
    ],
  });

/** What is owed on top, to both; what was paid, to the buyer. */
export const emailCompensation: Subscriber<CompensationUpdate> = async (
  tx,
  services,
  { order, compensation: { amount, settled_at, reference } },
) => {
  const path = `/orders/${order.id}#payments`;
  const owed = priceOf(amount, order.currency);
  const [way, account] =
    order.currency === 'INR'
      ? ['by bank or UPI', 'your UPI ID or account']
      : ['by bank transfer', 'your bank account'];
  if (settled_at) {
    return void (await emailBuyer(tx, services, order, {
      kind: 'compensation',
      dedupeKey: `compensation-settled:${order.id}`,
      result: `${owed} on top of your refund paid`,
      paragraphs: [`The seller has paid the ${owed} on top of your refund ${way}.`],
      details: [['Reference', reference ?? '']],
    }));
  }
  await emailBuyer(tx, services, order, {
    kind: 'compensation',
    dedupeKey: `compensation:${order.id}`,
    result: `The seller owes you ${owed}`,
    paragraphs: [
      `You get ${owed} on top of your refund, as agreed. The seller pays it ${way}: send ${account} in the conversation of the order.`,
    ],
    action: { label: 'See the order', path },
  });
  await emailOwner(tx, services, order, {
    dedupeKey: `compensation-owner:${order.id}`,
    result: `You owe the buyer ${owed}`,
    paragraphs: [
      `The order ended on your side, so ${owed} is due on top of the refund. Pay it ${way}, and enter the reference under Payments.`,
    ],
    action: { label: 'See the payments', path: '/desk/payments' },
  });
};

/**
 * E-mails about a refund that did not go through: to the owner, and to a buyer who was told of it or is owed it. The
 * provider's refusal of a refund that the owner chose to make is the owner's alone.
 */
export const emailRefundFailure: Subscriber<
  Omit<OrderRefund, 'order'> & { order?: Order | undefined }
> = async (tx, services, { order, refund, currency, words }) => {
  const isSentBack = refund.provider_id !== null;
  const isOwed = order !== undefined && (await isDueForRefund(tx, refund.payment_id));
  const amount = priceOf(refund.amount, currency);
  await emailOwner(tx, services, order, {
    dedupeKey: `refund-failed:${refund.id}`,
    result: isSentBack ? 'A refund came back' : 'A refund did not go through',
    paragraphs: [
      `${isSentBack ? 'The bank has sent the money back.' : 'The provider has refused it.'} ${
        isOwed || !order ? 'It is due again in your list.' : 'No money has moved.'
      }`,
    ],
    details: [
      ['Payment', refund.payment_id],
      ['Amount', formatExact(refund.amount, currency)],
      ...(words ? [['Razorpay says', words] satisfies [string, string]] : []),
    ],
    action: { label: 'See the payments', path: '/desk/payments' },
  });
  if (!order || !isOwed) return;
  await emailBuyer(tx, services, order, {
    kind: 'refund',
    dedupeKey: `refund-failed-buyer:${refund.id}`,
    result: `Your refund of ${amount} has not arrived`,
    paragraphs: [
      `${
        isSentBack
          ? `The bank has sent your refund of ${amount} back.`
          : `Your refund of ${amount} could not be made yet.`
      } It is still yours: the seller knows and sends it again. You need not do anything.`,
    ],
  });
};
