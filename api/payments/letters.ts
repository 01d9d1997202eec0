import type { Order, Refund } from '../../db/schema.ts';
import type { Config } from '../lib/config.ts';
import { compose } from '../mail/letters.ts';
import type { Mail } from '../mail/outbox.ts';
import { shortId } from '../orders/rules.ts';
import type { ProviderPayment } from './provider.ts';
import { keepsRights, money } from './rules.ts';

type Queued = Mail & { kind: string; dedupeKey: string };

const orderAction = (config: Config, order: Order) => ({
  label: 'See the order',
  url: `${config.siteOrigin}/orders/${order.id}`,
});

async function toOwner(
  config: Config,
  letter: { key: string; subject: string; paragraphs: string[]; facts: [string, string][] },
): Promise<Queued> {
  const { key, subject, paragraphs, facts } = letter;
  const mail = await compose({
    to: config.ownerEmail,
    subject,
    heading: subject,
    paragraphs,
    facts,
  });
  return { kind: 'payment notice', dedupeKey: key, ...mail };
}

/** Money that belongs to no order of ours: the owner must look. */
export const unmatchedLetter = (config: Config, payment: ProviderPayment): Promise<Queued> =>
  toOwner(config, {
    key: `unmatched:${payment.id}`,
    subject: 'A payment belongs to no order',
    paragraphs: ['It is kept in the list of unmatched payments. Please see whose it is.'],
    facts: [
      ['Payment', payment.id],
      ['Amount', `${money(payment.amount)} (${payment.currency})`],
    ],
  });

/** Paid twice, after a refund, or not what was due: buyer and owner hear that it goes back. */
export async function surplusLetters(
  config: Config,
  order: Order,
  payment: ProviderPayment,
): Promise<Queued[]> {
  const number = `#${shortId(order.id)}`;
  const facts: [string, string][] = [
    ['Order', number],
    ['Amount', money(payment.amount)],
  ];
  const refunded = !keepsRights(order);
  const which = refunded
    ? 'a payment for an order that was refunded'
    : 'another payment for an order that was already covered';
  const buyer = await compose({
    to: order.buyer_email,
    subject: refunded
      ? `Your payment for order ${number} goes back`
      : `A second payment for order ${number}`,
    heading: 'You have paid more than was due',
    paragraphs: [
      `Your bank confirmed ${which}. We have noted it and give it back; you need not do anything.`,
    ],
    facts,
    action: orderAction(config, order),
  });
  return [
    { kind: 'surplus', dedupeKey: `surplus:${payment.id}`, ...buyer },
    await toOwner(config, {
      key: `owner-surplus:${payment.id}`,
      subject: `A refund is due for order ${number}`,
      paragraphs: ['The buyer has paid more than was due. The payment is in your list of refunds.'],
      facts: [...facts, ['Payment', payment.id]],
    }),
  ];
}

/** Money for an order that was declined meanwhile. */
export async function rejectedLetters(
  config: Config,
  order: Order,
  payment: ProviderPayment,
): Promise<Queued[]> {
  const number = `#${shortId(order.id)}`;
  const facts: [string, string][] = [
    ['Order', number],
    ['Amount', money(payment.amount)],
  ];
  const buyer = await compose({
    to: order.buyer_email,
    subject: `Your payment for order ${number} goes back`,
    heading: 'The order was declined',
    paragraphs: ['Your payment has arrived, but the order was declined. You get the money back.'],
    facts,
    action: orderAction(config, order),
  });
  return [
    { kind: 'payment for a declined order', dedupeKey: `rejected:${payment.id}`, ...buyer },
    await toOwner(config, {
      key: `owner-rejected:${payment.id}`,
      subject: `A refund is due for order ${number}`,
      paragraphs: ['A payment arrived for an order that you have declined.'],
      facts: [...facts, ['Payment', payment.id]],
    }),
  ];
}

export async function refundLetter(config: Config, order: Order, refund: Refund): Promise<Queued> {
  const mail = await compose({
    to: order.buyer_email,
    subject: `Refund for order #${shortId(order.id)}`,
    heading: 'Your refund is on its way',
    paragraphs: ['Banks need five to seven working days to show it.'],
    facts: [['Amount', money(refund.amount)]],
    action: orderAction(config, order),
  });
  return { kind: 'refund', dedupeKey: `refund:${refund.id}`, ...mail };
}

export const refundFailedLetter = (config: Config, refund: Refund): Promise<Queued> =>
  toOwner(config, {
    key: `refund-failed:${refund.id}`,
    subject: 'A refund did not go through',
    paragraphs: ['The provider could not give the money back. It is due again in your list.'],
    facts: [
      ['Payment', refund.payment_id],
      ['Amount', money(refund.amount)],
    ],
  });
