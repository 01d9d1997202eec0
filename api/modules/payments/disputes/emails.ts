import type { Tx } from '../../../../db/transaction.ts';
import { shortDate } from '../../../platform/dates.ts';
import type { Subscriber } from '../../../platform/events.ts';
import type { QueuedMail } from '../../../platform/mail/outbox.ts';
import { formatPaise } from '../../../platform/money/rules.ts';
import type { Services } from '../../../platform/services.ts';
import { ownerEmail } from '../../accounts/queries.ts';
import { orderNumber } from '../../orders/order-number-rules.ts';
import type { OrderDispute } from './events.ts';
import { reasonText, timeLeft } from './rules.ts';

/** Mails the owner, whatever their preferences are: an unanswered dispute is lost. */
const emailOwner = async (
  tx: Tx,
  { config, outbox }: Services,
  { order, dispute }: OrderDispute,
  { label, ...mail }: Pick<QueuedMail, 'dedupeKey' | 'subject' | 'paragraphs'> & { label: string },
) =>
  outbox.enqueue(tx, {
    kind: 'dispute',
    to: await ownerEmail(tx),
    details: [
      ...(order ? [['Order', `#${orderNumber(order.id)}`] as [string, string]] : []),
      ['Payment', dispute.payment_id],
      ['Amount', formatPaise(dispute.amount)],
      ['Reason', reasonText(dispute.reason)],
    ],
    action: order
      ? { label, url: `${config.siteOrigin}/desk/orders/${order.id}` }
      : { label: 'See the payments', url: `${config.siteOrigin}/desk/payments` },
    ...mail,
  });

const nameOf = ({ order }: OrderDispute): string =>
  order ? `order #${orderNumber(order.id)}` : 'a payment';

const answerBy = ({ config, clock }: Services, { dispute }: OrderDispute): string =>
  `Answer the bank by ${shortDate(dispute.respond_by, config.timeZone)}, ${timeLeft(dispute.respond_by, clock())}.`;

const UNANSWERED =
  'Open the order, prepare the evidence, read it and submit it. Without an answer the bank takes the money back.';

export const emailDisputeToAnswer: Subscriber<OrderDispute> = (tx, services, change) => {
  if (change.dispute.status !== 'open') return;
  return emailOwner(tx, services, change, {
    dedupeKey: `dispute:${change.dispute.id}:${change.dispute.version}`,
    subject: `The bank questions ${nameOf(change)}`,
    paragraphs: [answerBy(services, change), UNANSWERED],
    label: 'Answer the bank',
  });
};

export const emailDisputeDeadline: Subscriber<OrderDispute & { days: number }> = (
  tx,
  services,
  change,
) =>
  emailOwner(tx, services, change, {
    dedupeKey: `dispute:${change.dispute.id}:${change.dispute.respond_by}:${change.days}`,
    subject: `The bank waits for your answer about ${nameOf(change)}`,
    paragraphs: [answerBy(services, change), UNANSWERED],
    label: 'Answer the bank',
  });

export const emailDisputeDecision: Subscriber<OrderDispute> = (tx, services, change) => {
  const { id, status, version, deducted } = change.dispute;
  const [subject, text] =
    status === 'won'
      ? [`You won the dispute about ${nameOf(change)}`, 'The money stays with you.']
      : deducted > 0
        ? [
            `The dispute about ${nameOf(change)} is lost`,
            `The bank has taken ${formatPaise(deducted)} back. The order counts it as lost; you need not refund it.`,
          ]
        : [`The dispute about ${nameOf(change)} is closed`, 'The bank has taken nothing.'];
  return emailOwner(tx, services, change, {
    dedupeKey: `dispute:${id}:${version}`,
    subject,
    paragraphs: [text],
    label: 'See the order',
  });
};
