import type { Order, Refund } from '../../../db/schema.ts';
import type { Config } from '../../config.ts';
import { composeEmail } from '../../platform/mail/email-layout.ts';
import type { Email } from '../../platform/mail/outbox.ts';
import { formatPaise } from '../../platform/money/rules.ts';
import type { ProviderPayment } from '../../platform/payment-provider.ts';
import { hasUnrefundedPayment, shortId } from '../orders/rules.ts';

type Queued = Email & { kind: string; dedupeKey: string };

interface Letter {
  key: string;
  subject: string;
  paragraphs: string[];
  facts: [string, string][];
}

interface BuyerLetter extends Letter {
  kind: string;
  heading: string;
}

/** `owner` is the address of the owner's account: OWNER_EMAIL only says where it began. */
async function toOwner(owner: string, { key, ...letter }: Letter): Promise<Queued> {
  const mail = await composeEmail({ to: owner, heading: letter.subject, ...letter });
  return { kind: 'payment notice', dedupeKey: key, ...mail };
}

async function toBuyer(
  config: Config,
  order: Order,
  { kind, key, ...letter }: BuyerLetter,
): Promise<Queued> {
  const action = { label: 'See the order', url: `${config.siteOrigin}/orders/${order.id}` };
  const mail = await composeEmail({ to: order.buyer_email, action, ...letter });
  return { kind, dedupeKey: key, ...mail };
}

const numberOf = (order: Order): string => `#${shortId(order.id)}`;

/** Money that belongs to no order of ours: the owner must look. */
export const unmatchedPaymentEmail = (owner: string, payment: ProviderPayment): Promise<Queued> =>
  toOwner(owner, {
    key: `unmatched:${payment.id}`,
    subject: 'A payment belongs to no order',
    paragraphs: ['It is kept in the list of unmatched payments. Please see whose it is.'],
    facts: [
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

/** Tells buyer and owner that a payment goes back, and why. */
function goesBack(
  { config, owner, order, payment }: About,
  key: string,
  { toldOwner, ...buyer }: Omit<BuyerLetter, 'key' | 'facts'> & { toldOwner: string },
): Promise<Queued[]> {
  const facts: Letter['facts'] = [
    ['Order', numberOf(order)],
    ['Amount', formatPaise(payment.amount)],
  ];
  return Promise.all([
    toBuyer(config, order, { key: `${key}:${payment.id}`, facts, ...buyer }),
    toOwner(owner, {
      key: `owner-${key}:${payment.id}`,
      subject: `A refund is due for order ${numberOf(order)}`,
      paragraphs: [toldOwner],
      facts: [...facts, ['Payment', payment.id]],
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
  return goesBack(about, 'surplus', {
    kind: 'surplus',
    subject,
    heading: 'You have paid more than was due',
    paragraphs: [
      `Your bank confirmed ${which}. We have noted it and give it back; you need not do anything.`,
    ],
    toldOwner: 'The buyer has paid more than was due. The payment is in your list of refunds.',
  });
}

/** Money for an order that was declined meanwhile. */
export const rejectedOrderEmails = (about: About): Promise<Queued[]> =>
  goesBack(about, 'rejected', {
    kind: 'payment for a declined order',
    subject: `Your payment for order ${numberOf(about.order)} goes back`,
    heading: 'The order was declined',
    paragraphs: ['Your payment has arrived, but the order was declined. You get the money back.'],
    toldOwner: 'A payment arrived for an order that you have declined.',
  });

export const refundEmail = (config: Config, order: Order, refund: Refund): Promise<Queued> =>
  toBuyer(config, order, {
    kind: 'refund',
    key: `refund:${refund.id}`,
    subject: `Refund for order ${numberOf(order)}`,
    heading: 'Your refund is on its way',
    paragraphs: ['Banks need five to seven working days to show it.'],
    facts: [['Amount', formatPaise(refund.amount)]],
  });

export const refundFailedEmail = (owner: string, refund: Refund): Promise<Queued> =>
  toOwner(owner, {
    key: `refund-failed:${refund.id}`,
    subject: 'A refund did not go through',
    paragraphs: ['The provider could not give the money back. It is due again in your list.'],
    facts: [
      ['Payment', refund.payment_id],
      ['Amount', formatPaise(refund.amount)],
    ],
  });
