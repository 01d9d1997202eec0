/** The fields of a webhook event that are stored: payment data, but no personal data of the payer. */
const STORED_KEYS = [
  ...['event', 'created_at', 'payload', 'payment', 'order', 'refund', 'dispute', 'entity'],
  ...['id', 'order_id', 'payment_id', 'receipt', 'status', 'amount', 'currency', 'method'],
  ...['captured', 'amount_refunded', 'refund_status', 'amount_paid', 'amount_due'],
  ...['error_code', 'error_reason'],
  ...['amount_deducted', 'phase', 'reason_code', 'respond_by'],
];

/** Removes the payer's e-mail, phone, account and card from a webhook body. Empty if it is not JSON. */
export function redactPayer(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), STORED_KEYS) ?? '';
  } catch {
    return '';
  }
}
