import { atom } from 'nanostores';
import { GATEWAY_NOT_LOADED } from '../../../api/payments/rules.ts';
import { messageOf, Refusal } from '../../lib/api.ts';
import { toast } from '../../ui/toast.ts';

/** What stands above the button: how the last attempt went. */
export const $notice = atom<{ tone: 'good' | 'bad' | 'plain'; text: string } | null>(null);

export function complain(text: string): void {
  $notice.set({ tone: 'bad', text });
  void toast('error', text);
}

export const say = (tone: 'good' | 'plain', text: string): void => $notice.set({ tone, text });

/** The server's words; ours where it had none. */
export function wordsOf(error: unknown, fallback: string): string {
  if (error instanceof Refusal) return error.hasWords ? messageOf(error) : fallback;
  const ours = error instanceof Error && error.message === GATEWAY_NOT_LOADED;
  return ours ? GATEWAY_NOT_LOADED : fallback;
}
