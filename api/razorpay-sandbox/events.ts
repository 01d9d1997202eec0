import type { SandboxContext } from './context.ts';
import { seconds } from './context.ts';
import type { EventRow, OrderRow, PaymentRow, RefundRow } from './database.ts';
import { toOrderDto, toPaymentDto, toRefundDto } from './entities.ts';
import { accountOf, makeId, sign } from './ids.ts';

type EventName =
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
}

/**
 * Writes an event in the transaction that caused it. Body and signature are kept as sent, so a
 * retry is the same delivery and an old event still carries the secret of its day.
 */
export function recordEvent(desk: SandboxContext, event: EventName, subjects: Subjects): void {
  const { payment, order, refund } = subjects;
  const body = JSON.stringify({
    entity: 'event',
    account_id: accountOf(desk.keyId),
    event,
    contains: [refund && 'refund', 'payment', order && 'order'].filter(Boolean),
    payload: {
      ...(refund && { refund: { entity: toRefundDto(refund) } }),
      payment: { entity: toPaymentDto(payment) },
      ...(order && { order: { entity: toOrderDto(order) } }),
    },
    created_at: seconds(desk),
  });
  desk.db
    .prepare('INSERT INTO events (id, event, body, signature, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(makeId('event'), event, body, sign(desk.webhookSecret, body), desk.now().getTime());
}

export function pendingEvents(desk: SandboxContext): EventRow[] {
  return desk.db
    .prepare<[], EventRow>("SELECT * FROM events WHERE status = 'pending' ORDER BY seq")
    .all();
}

export function allEvents(desk: SandboxContext): EventRow[] {
  return desk.db.prepare<[], EventRow>('SELECT * FROM events ORDER BY seq').all();
}

export function findEvent(desk: SandboxContext, id: string): EventRow | undefined {
  return desk.db.prepare<[string], EventRow>('SELECT * FROM events WHERE id = ?').get(id);
}

export function noteDelivery(
  desk: SandboxContext,
  id: string,
  status: EventRow['status'],
  answer: number | null,
): void {
  desk.db
    .prepare('UPDATE events SET status=?, last_status=?, attempts = attempts + 1 WHERE id = ?')
    .run(status, answer, id);
}
