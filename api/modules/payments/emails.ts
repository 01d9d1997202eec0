import type { Order } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Subscriber } from '../../platform/events.ts';
import type { QueuedMail } from '../../platform/mail/outbox.ts';
import { formatPaise } from '../../platform/money/rules.ts';
import type { ProviderPayment } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';
import { accountEmail, ownerEmail } from '../accounts/queries.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { holdsMoney } from '../orders/rules.ts';
import type { OrderPayment, OrderRefund } from './events.ts';

type MailInput = Omit<QueuedMail, 'to'>;

const emailOwner = async (tx: Tx, { outbox }: Services, mail: Omit<MailInput, 'kind'>) =>
  outbox.enqueue(tx, { kind: 'payment notice', to: await ownerEmail(tx), ...mail });

const emailBuyer = async (tx: Tx, { config, outbox }: Services, order: Order, mail: MailInput) =>
  outbox.enqueue(tx, {
    to: await accountEmail(tx, order.buyer_id),
    action: { label: 'See the order', url: `${config.siteOrigin}/orders/${order.id}` },
    ...mail,
  });

const numberOf = (order: Order): string => `#${orderNumber(order.id)}`;

/** E-mail to the owner about a payment that belongs to no order: the owner must check it. */
export const emailUnmatchedPayment: Subscriber<{ payment: ProviderPayment }> = (
  tx,
  services,
  { payment },
) =>
  emailOwner(tx, services, {
    dedupeKey: `unmatched:${payment.id}`,
    subject: 'A payment belongs to no order',
    paragraphs: ['It is kept in the list of unmatched payments. Please see whose it is.'],
    details: [
      ['Payment', payment.id],
      ['Amount', `${formatPaise(payment.amount)} (${payment.currency})`],
    ],
  });

/** E-mails to buyer and owner that a payment is refunded, and why. */
async function emailAboutRefund(
  tx: Tx,
  services: Services,
  { order, payment }: OrderPayment,
  { dedupeKey, ownerText, ...buyer }: Omit<MailInput, 'details'> & { ownerText: string },
) {
  const details: [string, string][] = [
    ['Order', numberOf(order)],
    ['Amount', formatPaise(payment.amount)],
  ];
  await emailBuyer(tx, services, order, {
    ...{ dedupeKey: `${dedupeKey}:${payment.id}`, details },
    ...buyer,
  });
  await emailOwner(tx, services, {
    dedupeKey: `owner-${dedupeKey}:${payment.id}`,
    subject: `A payment for order ${numberOf(order)} is refunded by itself`,
    paragraphs: [ownerText],
    details: [...details, ['Payment', payment.id]],
  });
}

function reasonClosed(
  order: Order,
): 'cancelled' | 'declined' | 'refunded' | 'not paid in time' | null {
  if (order.cancelled_at) return 'cancelled';
  if (order.status === 'Rejected') return 'declined';
  if (order.paid === 0) return 'not paid in time';
  return holdsMoney(order) ? null : 'refunded';
}

/** E-mails about a duplicate payment, one after a refund, or one with a wrong amount. */
export const emailOverpayment: Subscriber<OrderPayment> = (tx, services, paid) => {
  const number = numberOf(paid.order);
  const closed = reasonClosed(paid.order);
  const [subject, which] = closed
    ? [`Your payment for order ${number} goes back`, `a payment for an order that was ${closed}`]
    : [
        `A second payment for order ${number}`,
        'another payment for an order that was already covered',
      ];
  return emailAboutRefund(tx, services, paid, {
    dedupeKey: 'surplus',
    kind: 'surplus',
    subject,
    heading: 'You have paid more than was due',
    paragraphs: [
      `Your bank confirmed ${which}. We have noted it and give it back; you need not do anything.`,
    ],
    ownerText: 'Nothing was due for this payment any more. It is refunded by itself.',
  });
};

/** E-mails about a payment for an order that was declined before it arrived. */
export const emailPaymentAfterRejection: Subscriber<OrderPayment> = (tx, services, paid) =>
  emailAboutRefund(tx, services, paid, {
    dedupeKey: 'rejected',
    kind: 'payment for a declined order',
    subject: `Your payment for order ${numberOf(paid.order)} goes back`,
    heading: 'The order was declined',
    paragraphs: ['Your payment has arrived, but the order was declined. You get the money back.'],
    ownerText: 'A payment arrived for an order that you have declined. It is refunded by itself.',
  });

export const emailRefund: Subscriber<OrderRefund> = (tx, services, { order, refund }) =>
  emailBuyer(tx, services, order, {
    kind: 'refund',
    dedupeKey: `refund:${refund.id}`,
    subject: `Refund for order ${numberOf(order)}`,
    heading: 'Your refund is on its way',
    paragraphs: ['Banks need five to seven working days to show it.'],
    details: [['Amount', formatPaise(refund.amount)]],
  });

export const emailRefundFailure: Subscriber<Pick<OrderRefund, 'refund'>> = (
  tx,
  services,
  { refund },
) =>
  emailOwner(tx, services, {
    dedupeKey: `refund-failed:${refund.id}`,
    subject: 'A refund did not go through',
    paragraphs: ['The provider could not give the money back. It is due again in your list.'],
    details: [
      ['Payment', refund.payment_id],
      ['Amount', formatPaise(refund.amount)],
    ],
  });
