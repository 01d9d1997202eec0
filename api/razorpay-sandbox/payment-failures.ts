import { SandboxError } from './errors.ts';
import type { PaymentFailure } from './types.ts';

const BAD = 'BAD_REQUEST_ERROR';
const AUTH = 'payment_authentication';
const BANK = 'payment_authorization';
const START = 'payment_initiation';

/** Failures by reason: error cards of the test mode and mistakes of the buyer. */
const FAILURES: Record<string, [code: string, source: string, step: string]> = {
  payment_timed_out: [BAD, 'customer', AUTH],
  insufficient_funds: [BAD, 'customer', BANK],
  payment_cancelled: [BAD, 'customer', AUTH],
  card_declined: [BAD, 'issuer_bank', BANK],
  card_disabled_for_online_payments: [BAD, 'issuer_bank', BANK],
  card_number_invalid: [BAD, 'customer', START],
  gateway_technical_error: ['GATEWAY_ERROR', 'gateway', BANK],
  authentication_failed: ['GATEWAY_ERROR', 'customer', AUTH],
  incorrect_otp: [BAD, 'customer', AUTH],
  payment_declined: [BAD, 'customer', AUTH],
  order_already_paid: [BAD, 'business', START],
};

const TEXTS: Record<string, string> = {
  payment_timed_out: 'The payment was not completed in time. Please try again.',
  insufficient_funds: 'The account does not have enough balance. Please use another one.',
  payment_cancelled: 'The payment was cancelled. You can try again.',
  card_declined: 'The bank declined this card. Please use another one.',
  card_disabled_for_online_payments:
    'This card is not enabled for online payments. Please use another one.',
  card_number_invalid: 'The card number is not valid. Please check it.',
  gateway_technical_error: 'The bank has a technical problem. Please try again later.',
  authentication_failed: 'The bank could not authenticate you. Please try again.',
  incorrect_otp: 'The one-time password was wrong. Please try again.',
  payment_declined: 'The request was declined in the UPI app. Please try again.',
  order_already_paid: 'This order is already paid.',
};

/** Returns the five error fields of a failed payment. */
export function failureOf(reason: string): PaymentFailure {
  const row = FAILURES[reason];
  if (!row) throw new Error(`No such reason for a failed payment: ${reason}`);
  const [code, source, step] = row;
  return {
    error_code: code,
    error_description: TEXTS[reason] ?? reason,
    error_source: source,
    error_step: step,
    error_reason: reason,
  };
}

/** Returns a payment failure as an error response. */
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
