import type { Tx } from '../../../../db/transaction.ts';
import { shortDate } from '../../../platform/dates.ts';
import type { Subscriber } from '../../../platform/events.ts';
import { priceOf } from '../../../platform/money/rules.ts';
import type { Services } from '../../../platform/services.ts';
import { emailOwner } from '../emails.ts';
import type { OrderDispute } from './events.ts';
import { reasonText, timeLeft } from './rules.ts';

/** An unanswered dispute is lost. */
const emailAboutDispute = (
  tx: Tx,
  services: Services,
  { order, dispute }: OrderDispute,
  mail: Pick<Parameters<typeof emailOwner>[3], 'dedupeKey' | 'result' | 'paragraphs'>,
) =>
  emailOwner(tx, services, order, {
    ...mail,
    kind: 'dispute',
    details: [
      ['Payment', dispute.payment_id],
      ['Amount', priceOf(dispute.amount, dispute.currency)],
      ['Reason', reasonText(dispute.reason)],
    ],
  });

function howToAnswer({ config, clock }: Services, { order, dispute }: OrderDispute): string {
  const left = timeLeft(dispute.respond_by, clock());
  const until = order ? '' : ` Reply by ${shortDate(dispute.respond_by, config.timeZone)}.`;
  return `Prepare the evidence, read it and submit it: without an answer the bank takes the money back. Time left: ${left}.${until}`;
}

export const emailDisputeToAnswer: Subscriber<OrderDispute> = (tx, services, change) => {
  if (change.dispute.status !== 'open') return;
  return emailAboutDispute(tx, services, change, {
    dedupeKey: `dispute:${change.dispute.id}:${change.dispute.version}`,
    result: 'The bank questions a payment',
    paragraphs: [howToAnswer(services, change)],
  });
};

export const emailDisputeDeadline: Subscriber<OrderDispute & { days: number }> = (
  tx,
  services,
  change,
) =>
  emailAboutDispute(tx, services, change, {
    dedupeKey: `dispute:${change.dispute.id}:${change.dispute.respond_by}:${change.days}`,
    result: 'The bank waits for your answer',
    paragraphs: [howToAnswer(services, change)],
  });

export const emailDisputeDecision: Subscriber<OrderDispute> = (tx, services, change) => {
  const { id, status, version, deducted, currency } = change.dispute;
  const [result, text] =
    status === 'won'
      ? ['Dispute won', 'The money stays with you.']
      : deducted > 0
        ? [
            'Dispute lost',
            `The bank has taken ${priceOf(deducted, currency)} back. The order counts it as lost; you need not refund it.`,
          ]
        : ['Dispute closed', 'The bank has taken nothing.'];
  return emailAboutDispute(tx, services, change, {
    dedupeKey: `dispute:${id}:${version}`,
    result,
    paragraphs: [text],
  });
};
