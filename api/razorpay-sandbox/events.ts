import type { SandboxContext } from './context.ts';
import { seconds } from './context.ts';
import type { DisputeRow, EventRow, OrderRow, PaymentRow, RefundRow } from './database.ts';
import { toDisputeDto, toOrderDto, toPaymentDto, toRefundDto } from './entities.ts';
import { accountOf, makeId, sign } from './ids.ts';

export type DisputeEvent =
  | 'created'
  | 'under_review'
  | 'action_required'
  | 'won'
  | 'lost'
  | 'closed';

type EventName =
  | `payment.dispute.${DisputeEvent}`
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.failed'
  | 'order.paid'
  | 'refund.created'
  | 'refund.processed'
  | 'refund.failed';

interface Subjects {
  payment: PaymentRow;
  order?: OrderRow;
  refund?: RefundRow;
  dispute?: DisputeRow;
}

/** Stores an event about a payment. */
export function recordEvent(context: SandboxContext, event: EventName, subjects: Subjects): void {
  const { payment, order, refund, dispute } = subjects;
  storeEvent(context, event, {
    ...(refund && { refund: { entity: toRefundDto(refund) } }),
    payment: { entity: toPaymentDto(payment) },
    ...(order && { order: { entity: toOrderDto(order) } }),
    ...(dispute && { dispute: { entity: toDisputeDto(dispute) } }),
  });
}

/**
 * Stores an event in the transaction that caused it. Body and signature are stored as sent, so that a retry
 * is identical, also after a change of the secret.
 */
export function storeEvent(context: SandboxContext, event: string, payload: object): void {
  const body = JSON.stringify({
    entity: 'event',
    account_id: accountOf(context.keyId),
    event,
    contains: Object.keys(payload),
    payload,
    created_at: seconds(context),
  });
  context.db
    .prepare('INSERT INTO events (id, event, body, signature, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(makeId('event'), event, body, sign(context.webhookSecret, body), context.now().getTime());
}

export function pendingEvents(context: SandboxContext): EventRow[] {
  return context.db
    .prepare<[], EventRow>("SELECT * FROM events WHERE status = 'pending' ORDER BY seq")
    .all();
}

export function allEvents(context: SandboxContext): EventRow[] {
  return context.db.prepare<[], EventRow>('SELECT * FROM events ORDER BY seq').all();
}

export function findEvent(context: SandboxContext, id: string): EventRow | undefined {
  return context.db.prepare<[string], EventRow>('SELECT * FROM events WHERE id = ?').get(id);
}

export function noteDelivery(
  context: SandboxContext,
  id: string,
  status: EventRow['status'],
  answer: number | null,
): void {
  context.db
    .prepare('UPDATE events SET status=?, last_status=?, attempts = attempts + 1 WHERE id = ?')
    .run(status, answer, id);
}
