import { atom } from 'nanostores';
import {
  IF_TAKEN,
  PROVIDER_NOT_LOADED,
  STILL_CHECKING,
  VERIFICATION_FAILED,
} from '../../../api/modules/payments/texts.ts';
import { toast } from '../../components/toast.ts';
import { ApiError, messageOf } from '../../lib/api.ts';

/** The notice above the button: the result of the last attempt. */
export const $notice = atom<{ tone: 'good' | 'bad' | 'plain'; text: string } | null>(null);

export function showError(text: string): void {
  $notice.set({ tone: 'bad', text });
  void toast('error', text);
}

export const setNotice = (tone: 'good' | 'plain', text: string): void =>
  $notice.set({ tone, text });

/** The server's message, or the fallback where it has none. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.hasMessage ? messageOf(error) : fallback;
  const isProviderError = error instanceof Error && error.message === PROVIDER_NOT_LOADED;
  return isProviderError ? PROVIDER_NOT_LOADED : fallback;
}

/** After a failed verification the bank may still have taken the money. */
export const withNextStep = (text: string): string =>
  text === VERIFICATION_FAILED ? `${text}. ${IF_TAKEN}` : text;

/** After a payment a server error does not show whether money was taken, so the text never says 'try again'. */
export function textAfterPayment(error: unknown): string {
  const answered = error instanceof ApiError && error.status > 0 && error.status < 500;
  return answered ? `${errorText(error, VERIFICATION_FAILED)} ${STILL_CHECKING}` : STILL_CHECKING;
}
