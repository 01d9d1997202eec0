import type { Order, Refund } from '../../../db/schema.ts';
import type { Config } from '../../config.ts';
import { composeEmail } from '../../platform/mail/email-layout.ts';
import type { Email } from '../../platform/mail/outbox.ts';
import { formatPaise } from '../../platform/money/rules.ts';
import type { ProviderPayment } from '../../platform/payment-provider.ts';
import { hasUnrefundedPayment, shortId } from '../orders/rules.ts';

type Queued = Email & { kind: string; dedupeKey: string };

interface EmailInput {
  key: string;
  subject: string;
  paragraphs: string[];
  details: [string, string][];
}

interface BuyerEmailInput extends EmailInput {
  kind: string;
  heading: string;
}

/** `owner` is the address of the owner's account: OWNER_EMAIL only says where it began. */
async function toOwner(owner: string, { key, ...input }: EmailInput): Promise<Queued> {
  const mail = await composeEmail({ to: owner, heading: input.subject, ...input });
  return { kind: 'payment notice', dedupeKey: key, ...mail };
}

async function toBuyer(
  config: Config,
  order: Order,
  { kind, key, ...input }: BuyerEmailInput,
): Promise<Queued> {
  const action = { label: 'See the order', url: `${config.siteOrigin}/orders/${order.id}` };
  const mail = await composeEmail({ to: order.buyer_email, action, ...input });
  return { kind, dedupeKey: key, ...mail };
}

const numberOf = (order: Order): string => `#${shortId(order.id)}`;

/** Money that belongs to no order of ours: the owner must look. */
export const unmatchedPaymentEmail = (owner: string, payment: ProviderPayment): Promise<Queued> =>
  toOwner(owner, {
    key: `unmatched:${payment.id}`,
    subject: 'A payment belongs to no order',
    paragraphs: ['It is kept in the list of unmatched payments. Please see whose it is.'],
    details: [
      ['Payment', payment.id],
      ['Amount', `${formatPaise(payment.amount)} (${payment.currency})`],
    ],
  });

interface About {
  config: Config;
  owner: string;
  order: Order;
  payment: ProviderPayment;
}

/** Emails to buyer and owner: a payment is refunded, and why. */
function refundEmails(
  { config, owner, order, payment }: About,
  key: string,
  { ownerText, ...buyer }: Omit<BuyerEmailInput, 'key' | 'details'> & { ownerText: string },
): Promise<Queued[]> {
  const details: EmailInput['details'] = [
    ['Order', numberOf(order)],
    ['Amount', formatPaise(payment.amount)],
  ];
  return Promise.all([
    toBuyer(config, order, { key: `${key}:${payment.id}`, details, ...buyer }),
    toOwner(owner, {
      key: `owner-${key}:${payment.id}`,
      subject: `A refund is due for order ${numberOf(order)}`,
      paragraphs: [ownerText],
      details: [...details, ['Payment', payment.id]],
    }),
  ]);
}

/** Paid twice, after a refund, or not what was due. */
export function overpaymentEmails(about: About): Promise<Queued[]> {
  const { order } = about;
  const number = numberOf(order);
  const [subject, which] = hasUnrefundedPayment(order)
    ? [
        `A second payment for order ${number}`,
        'another payment for an order that was already covered',
      ]
    : [`Your payment for order ${number} goes back`, 'a payment for an order that was refunded'];
  return refundEmails(about, 'surplus', {
    kind: 'surplus',
    subject,
    heading: 'You have paid more than was due',
    paragraphs: [
      `Your bank confirmed ${which}. We have noted it and give it back; you need not do anything.`,
    ],
    ownerText: 'The buyer has paid more than was due. The payment is in your list of refunds.',
  });
}

/** Money for an order that was declined meanwhile. */
export const rejectedOrderEmails = (about: About): Promise<Queued[]> =>
  refundEmails(about, 'rejected', {
    kind: 'payment for a declined order',
    subject: `Your payment for order ${numberOf(about.order)} goes back`,
    heading: 'The order was declined',
    paragraphs: ['Your payment has arrived, but the order was declined. You get the money back.'],
    ownerText: 'A payment arrived for an order that you have declined.',
  });

export const refundEmail = (config: Config, order: Order, refund: Refund): Promise<Queued> =>
  toBuyer(config, order, {
    kind: 'refund',
    key: `refund:${refund.id}`,
    subject: `Refund for order ${numberOf(order)}`,
    heading: 'Your refund is on its way',
    paragraphs: ['Banks need five to seven working days to show it.'],
    details: [['Amount', formatPaise(refund.amount)]],
  });

export const refundFailedEmail = (owner: string, refund: Refund): Promise<Queued> =>
  toOwner(owner, {
    key: `refund-failed:${refund.id}`,
    subject: 'A refund did not go through',
    paragraphs: ['The provider could not give the money back. It is due again in your list.'],
    details: [
      ['Payment', refund.payment_id],
      ['Amount', formatPaise(refund.amount)],
    ],
  });
