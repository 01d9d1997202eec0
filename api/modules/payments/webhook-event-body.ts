/** The fields of a webhook event that are stored: payment data, but no personal data of the payer. */
const STORED_KEYS = [
  ...['event', 'created_at', 'payload', 'payment', 'order', 'refund', 'dispute', 'entity'],
  ...['id', 'order_id', 'payment_id', 'receipt', 'status', 'amount', 'currency', 'method'],
  ...['captured', 'amount_refunded', 'refund_status', 'amount_paid', 'amount_due'],
  ...['error_code', 'error_reason'],
  ...['amount_deducted', 'phase', 'reason_code', 'respond_by'],
];

type Entity = Record<string, unknown>;

/** The object of this kind that an event is about; null if there is none. */
export function entityIn(body: string, kind: 'payment' | 'dispute'): Entity | null {
  try {
    const event = JSON.parse(body) as { payload?: Record<string, { entity?: Entity }> } | null;
    return event?.payload?.[kind]?.entity ?? null;
  } catch {
    return null;
  }
}

/** Removes the payer's e-mail, phone, account and card from a webhook body. Empty if it is not JSON. */
export function redactPayer(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), STORED_KEYS) ?? '';
  } catch {
    return '';
  }
}
