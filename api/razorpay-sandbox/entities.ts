import type {
  DisputeRow,
  DocumentRow,
  DowntimeRow,
  OrderRow,
  PaymentRow,
  RefundRow,
} from './database.ts';
import type { DisputeEvidence, Instrument, Notes, PaymentFailure } from './types.ts';

const NO_FAILURE: PaymentFailure = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

/** What a payment in dollars counts as in paise. Test mode has made-up rates, too. */
export const toBaseAmount = (cents: number): number => Math.round(cents * 83.17);

/** Entities as in the provider's documentation. Amounts are paise, times unix seconds. */
export function toOrderDto(row: OrderRow) {
  return {
    id: row.id,
    entity: 'order',
    amount: row.amount,
    amount_paid: row.amount_paid,
    amount_due: row.amount - row.amount_paid,
    currency: row.currency,
    receipt: row.receipt,
    offer_id: null,
    status: row.status,
    attempts: row.attempts,
    notes: toNotesEntity(row.notes),
    created_at: row.created_at,
  };
}

export function toPaymentDto(row: PaymentRow) {
  const failure = row.failure ? (JSON.parse(row.failure) as PaymentFailure) : NO_FAILURE;
  return {
    id: row.id,
    entity: 'payment',
    amount: row.amount,
    currency: row.currency,
    ...(row.currency === 'INR'
      ? {}
      : { base_amount: toBaseAmount(row.amount), base_currency: 'INR' }),
    status: row.status,
    order_id: row.order_id,
    invoice_id: null,
    international: row.international === 1,
    method: row.method,
    amount_refunded: row.amount_refunded,
    refund_status: refundStatus(row),
    captured: row.was_captured === 1,
    description: row.description,
    bank: null,
    wallet: null,
    ...(JSON.parse(row.instrument) as Instrument),
    email: row.email,
    contact: row.contact,
    notes: [],
    fee: row.fee,
    tax: row.tax,
    ...failure,
    created_at: row.created_at,
  };
}

export function toRefundDto(row: RefundRow) {
  return {
    id: row.id,
    entity: 'refund',
    amount: row.amount,
    currency: row.currency,
    payment_id: row.payment_id,
    notes: toNotesEntity(row.notes),
    receipt: row.receipt,
    acquirer_data: { arn: null },
    created_at: row.created_at,
    batch_id: null,
    status: row.status,
    speed_processed: 'normal',
    speed_requested: row.speed,
  };
}

export function toDisputeDto(row: DisputeRow) {
  return {
    id: row.id,
    entity: 'dispute',
    payment_id: row.payment_id,
    amount: row.amount,
    currency: row.currency,
    amount_deducted: row.amount_deducted,
    reason_code: row.reason_code,
    reason_description: row.reason_code.replaceAll('_', ' '),
    respond_by: row.respond_by,
    status: row.status,
    phase: row.phase,
    created_at: row.created_at,
    evidence: JSON.parse(row.evidence) as DisputeEvidence,
  };
}

export function toDocumentDto(row: DocumentRow) {
  const { id, purpose, name, mime_type, size, created_at } = row;
  return { id, entity: 'document', purpose, name, mime_type, size, created_at };
}

export function toDowntimeDto(row: DowntimeRow) {
  return {
    id: row.id,
    entity: 'payment.downtime',
    method: row.method,
    begin: row.begin_at,
    end: row.end_at,
    status: row.status,
    scheduled: false,
    severity: row.severity,
    instrument: JSON.parse(row.instrument) as Record<string, string>,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export function toCollection<T>(items: T[]): { entity: 'collection'; count: number; items: T[] } {
  return { entity: 'collection', count: items.length, items };
}

/** The provider sends [] instead of an empty object. */
function toNotesEntity(json: string): Notes | never[] {
  const notes = JSON.parse(json) as Notes;
  return Object.keys(notes).length ? notes : [];
}

function refundStatus(row: PaymentRow): 'partial' | 'full' | null {
  if (row.amount_refunded === 0) return null;
  return row.amount_refunded === row.amount ? 'full' : 'partial';
}
