import { atom } from 'nanostores';
import {
  GATEWAY_NOT_LOADED,
  IF_TAKEN,
  STILL_CHECKING,
  VERIFICATION_FAILED,
} from '../../../api/modules/payments/rules.ts';
import { toast } from '../../components/toast.ts';
import { ApiError, messageOf } from '../../lib/api.ts';

/** What stands above the button: how the last attempt went. */
export const $notice = atom<{ tone: 'good' | 'bad' | 'plain'; text: string } | null>(null);

export function showError(text: string): void {
  $notice.set({ tone: 'bad', text });
  void toast('error', text);
}

export const say = (tone: 'good' | 'plain', text: string): void => $notice.set({ tone, text });

/** The server's words; ours where it had none. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.hasWords ? messageOf(error) : fallback;
  const ours = error instanceof Error && error.message === GATEWAY_NOT_LOADED;
  return ours ? GATEWAY_NOT_LOADED : fallback;
}

/** A result that was not believed leaves open what the bank did. */
export const withNextStep = (text: string): string =>
  text === VERIFICATION_FAILED ? `${text}. ${IF_TAKEN}` : text;

/** After a payment: a server that failed says nothing about the money, and 'try again' would be wrong. */
export function wordsAfterPaying(error: unknown): string {
  const answered = error instanceof ApiError && error.status > 0 && error.status < 500;
  return answered ? `${errorText(error, VERIFICATION_FAILED)} ${STILL_CHECKING}` : STILL_CHECKING;
}
