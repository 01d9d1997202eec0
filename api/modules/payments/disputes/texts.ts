export const UNKNOWN_DISPUTE = 'There is no such dispute.';
export const REFUND_DISPUTED =
  'The bank is deciding about this payment, so it cannot be refunded now. Answer the dispute instead.';
