import { SandboxError } from './errors.ts';
import type { PaymentFailure } from './types.ts';

type Row = [code: string, source: string, step: string, text: string];

const AUTH = 'payment_authentication';
const BANK = 'payment_authorization';

/** Failures by reason: the error cards of test mode and mistakes of the buyer. */
const FAILURES: Record<string, Row> = {
  payment_timed_out: [
    'BAD_REQUEST_ERROR',
    'customer',
    AUTH,
    'The payment was not completed in time. Please try again.',
  ],
  insufficient_funds: [
    'BAD_REQUEST_ERROR',
    'customer',
    BANK,
    'The account does not have enough balance. Please use another one.',
  ],
  payment_cancelled: [
    'BAD_REQUEST_ERROR',
    'customer',
    AUTH,
    'The payment was cancelled. You can try again.',
  ],
  card_declined: [
    'BAD_REQUEST_ERROR',
    'issuer_bank',
    BANK,
    'The bank declined this card. Please use another one.',
  ],
  card_disabled_for_online_payments: [
    'BAD_REQUEST_ERROR',
    'issuer_bank',
    BANK,
    'This card is not enabled for online payments. Please use another one.',
  ],
  card_number_invalid: [
    'BAD_REQUEST_ERROR',
    'customer',
    'payment_initiation',
    'The card number is not valid. Please check it.',
  ],
  gateway_technical_error: [
    'GATEWAY_ERROR',
    'gateway',
    BANK,
    'The bank has a technical problem. Please try again later.',
  ],
  authentication_failed: [
    'GATEWAY_ERROR',
    'customer',
    AUTH,
    'The bank could not authenticate you. Please try again.',
  ],
  incorrect_otp: [
    'BAD_REQUEST_ERROR',
    'customer',
    AUTH,
    'The one-time password was wrong. Please try again.',
  ],
  payment_declined: [
    'BAD_REQUEST_ERROR',
    'customer',
    AUTH,
    'The request was declined in the UPI app. Please try again.',
  ],
  order_already_paid: [
    'BAD_REQUEST_ERROR',
    'business',
    'payment_initiation',
    'This order is already paid.',
  ],
};

/** The five error fields of a failed payment. */
export function failureOf(reason: string): PaymentFailure {
  const row = FAILURES[reason];
  if (!row) throw new Error(`No such reason for a failed payment: ${reason}`);
  const [code, source, step, text] = row;
  return {
    error_code: code,
    error_description: text,
    error_source: source,
    error_step: step,
    error_reason: reason,
  };
}

/** The same failure as an error response. */
export function rejectionOf(reason: string, ids: { payment_id?: string; order_id: string }) {
  const failure = failureOf(reason);
  return new SandboxError(failure.error_description ?? reason, {
    code: failure.error_code ?? 'BAD_REQUEST_ERROR',
    source: failure.error_source ?? 'NA',
    step: failure.error_step ?? 'NA',
    reason,
    metadata: ids,
  });
}
