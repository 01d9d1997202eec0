import type { SandboxContext } from './context.ts';
import { commit, seconds } from './context.ts';
import type { DisputeRow } from './database.ts';
import { isUndecided, leftOf } from './dispute-rules.ts';
import { SandboxError } from './errors.ts';
import type { DisputeEvent } from './events.ts';
import { recordEvent } from './events.ts';
import { makeId } from './ids.ts';
import { disputesOf, find, insert } from './queries.ts';
import type { DisputeEvidence, DisputePhase, DisputeStatus } from './types.ts';
import { PROOF_KINDS } from './types.ts';

const WEEK = 7 * 24 * 60 * 60;

export interface DisputeOptions {
  /** The disputed amount in paise; undefined means all that is left of the payment. */
  amount?: number;
  phase?: DisputePhase;
  reason?: string;
  /** The deadline in unix seconds; undefined means in a week. */
  respondBy?: number;
}

/** Opens a dispute of a payment, like a bank after a card holder's complaint. */
export function openDispute(context: SandboxContext, paymentId: string, how: DisputeOptions = {}) {
  return commit(context, () => {
    const payment = find(context, 'payments', paymentId);
    const left = leftOf(payment, disputesOf(context, paymentId));
    const amount = how.amount ?? left;
    if (!payment.was_captured || amount < 1 || amount > left) {
      throw new SandboxError('The payment has less than that left to dispute');
    }
    const id = makeId('disp');
    insert(context, 'disputes', {
      id,
      payment_id: paymentId,
      amount,
      currency: payment.currency,
      reason_code: how.reason ?? 'goods_or_services_not_received_or_partially_received',
      respond_by: how.respondBy ?? seconds(context) + WEEK,
      phase: how.phase ?? 'chargeback',
      evidence: JSON.stringify(emptyEvidence(amount)),
      created_at: seconds(context),
    });
    return report(context, id, 'created');
  });
}

const STATUS_AFTER: Record<Exclude<DisputeEvent, 'created'>, DisputeStatus> = {
  under_review: 'under_review',
  // The bank needs more documents: the merchant can answer again.
  action_required: 'open',
  won: 'won',
  lost: 'lost',
  closed: 'closed',
};

export type DisputeMove = keyof typeof STATUS_AFTER;

export interface DisputeMoveOptions {
  /** The paise that a lost dispute takes; undefined means its whole amount. */
  deducted?: number;
  respondBy?: number;
}

/** Simulates the bank's next step. A lost dispute takes its amount, or part of it, from the merchant. */
export function moveDispute(
  context: SandboxContext,
  id: string,
  event: DisputeMove,
  { deducted, respondBy }: DisputeMoveOptions = {},
) {
  return commit(context, () => {
    const dispute = find(context, 'disputes', id);
    if (!isUndecided(dispute.status)) throw notAllowed(dispute);
    context.db
      .prepare(`UPDATE disputes SET status = @status, amount_deducted = @deducted,
        respond_by = @respondBy WHERE id = @id`)
      .run({
        id,
        status: STATUS_AFTER[event],
        deducted: event === 'lost' ? (deducted ?? dispute.amount) : 0,
        respondBy: respondBy ?? dispute.respond_by,
      });
    return report(context, id, event);
  });
}

/** Accepts a dispute for the merchant: it is lost. */
export function acceptDispute(context: SandboxContext, id: string): DisputeRow {
  requireAnswerable(context, find(context, 'disputes', id));
  return moveDispute(context, id, 'lost');
}

/** Stores the merchant's evidence; `submit` sends it to the bank. */
export function storeEvidence(
  context: SandboxContext,
  id: string,
  { evidence, submit }: { evidence: DisputeEvidence; submit: boolean },
): DisputeRow {
  return commit(context, () => {
    context.db
      .prepare('UPDATE disputes SET evidence = ?, status = ? WHERE id = ?')
      .run(JSON.stringify(evidence), submit ? 'under_review' : 'open', id);
    return submit ? report(context, id, 'under_review') : find(context, 'disputes', id);
  });
}

export function requireAnswerable(context: SandboxContext, dispute: DisputeRow): void {
  if (dispute.status !== 'open') throw notAllowed(dispute);
  if (seconds(context) > dispute.respond_by) {
    throw new SandboxError('Action not allowed as deadline to respond has elapsed.');
  }
}

function notAllowed({ status }: DisputeRow): SandboxError {
  return new SandboxError(`Action not allowed when dispute is in ${status} status.`);
}

function report(context: SandboxContext, id: string, event: DisputeEvent): DisputeRow {
  const dispute = find(context, 'disputes', id);
  const payment = find(context, 'payments', dispute.payment_id);
  recordEvent(context, `payment.dispute.${event}`, { payment, dispute });
  return dispute;
}

function emptyEvidence(amount: number): DisputeEvidence {
  const proofs = Object.fromEntries(PROOF_KINDS.map((kind) => [kind, null]));
  return { amount, summary: null, ...proofs, others: null, submitted_at: null } as DisputeEvidence;
}
