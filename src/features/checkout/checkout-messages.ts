import { atom } from 'nanostores';
import {
  CANCELLED,
  CLOSED_TOO_SOON,
  IF_TAKEN,
  PAYMENT_FAILED,
  PROVIDER_NOT_LOADED,
  STILL_CHECKING,
  VERIFICATION_FAILED,
} from '../../../api/modules/payments/texts.ts';
import { toast } from '../../components/toast.ts';
import { ApiError, serverMessage } from '../../lib/api.ts';

/** The notice above the button: the result of the last attempt. */
export const $notice = atom<{ tone: 'good' | 'bad' | 'plain'; text: string } | null>(null);

/** A text of the shop, and the second sentence that says what follows. */
export interface PaymentError {
  text: string;
  more?: string;
}

/** How long messages about money that may have been taken are shown. */
const LONG_MS = 10_000;

export function toastError({ text, more }: PaymentError): void {
  void toast('error', text, more ? { detail: more, duration: LONG_MS } : {});
}

export const showError = ({ text, more }: PaymentError): void =>
  $notice.set({ tone: 'bad', text: more ? `${text.replace(/\.$/, '')}. ${more}` : text });

export const setNotice = (tone: 'good' | 'plain', text: string): void =>
  $notice.set({ tone, text });

const errorText = (error: unknown, fallback: string): string =>
  error instanceof Error && error.message === PROVIDER_NOT_LOADED
    ? PROVIDER_NOT_LOADED
    : serverMessage(error, fallback);

/** The dialog was closed: the bank may have taken the money all the same. */
export const PAYMENT_CANCELLED: PaymentError = { text: CANCELLED, more: CLOSED_TOO_SOON };

/** Why nothing is paid: the server's message, or that the payment failed; without an answer, why there is none. */
export function paymentError(error: unknown): PaymentError {
  const text = errorText(error, PAYMENT_FAILED);
  // The bank may still have taken the money.
  if (text === VERIFICATION_FAILED) return { text, more: IF_TAKEN };
  return error instanceof ApiError && error.status === 0 ? { text, more: error.message } : { text };
}

/** After a payment a server error does not show whether money was taken, so the text never says 'try again'. */
export function errorAfterPayment(error: unknown): PaymentError {
  const answered = error instanceof ApiError && error.status > 0 && error.status < 500;
  const text = answered ? errorText(error, VERIFICATION_FAILED) : VERIFICATION_FAILED;
  return { text, more: STILL_CHECKING };
}
