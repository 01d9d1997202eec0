import { atom } from 'nanostores';
import {
  CANCELLED,
  CLOSED_TOO_SOON,
  IF_TAKEN,
  PROVIDER_NOT_LOADED,
  STILL_CHECKING,
  VERIFICATION_FAILED,
} from '../../../api/modules/payments/texts.ts';
import { toast } from '../../components/toast.ts';
import { ApiError, messageOf } from '../../lib/api.ts';

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

/** The server's message, or the fallback where it has none. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.hasMessage ? messageOf(error) : fallback;
  const isProviderError = error instanceof Error && error.message === PROVIDER_NOT_LOADED;
  return isProviderError ? PROVIDER_NOT_LOADED : fallback;
}

/** The dialog was closed: the bank may have taken the money all the same. */
export const PAYMENT_CANCELLED: PaymentError = { text: CANCELLED, more: CLOSED_TOO_SOON };

/** After a failed verification the bank may still have taken the money. */
export const withNextStep = (text: string): PaymentError =>
  text === VERIFICATION_FAILED ? { text, more: IF_TAKEN } : { text };

/** After a payment a server error does not show whether money was taken, so the text never says 'try again'. */
export function errorAfterPayment(error: unknown): PaymentError {
  const answered = error instanceof ApiError && error.status > 0 && error.status < 500;
  const text = answered ? errorText(error, VERIFICATION_FAILED) : VERIFICATION_FAILED;
  return { text, more: STILL_CHECKING };
}
