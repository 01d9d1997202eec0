import { atom } from 'nanostores';
import type { PaymentUnderWay } from '../../../api/modules/payments/payments-under-way.ts';
import { api, readJson } from '../../lib/api.ts';
import { readScreenCache, writeScreenCache } from '../../lib/screen-cache.ts';

/** What the buyer was sent to the provider for in the last half hour and what has become of it, as far as known. */
export const $underWay = atom<PaymentUnderWay[]>([]);

export const isWaiting = ({ state }: PaymentUnderWay): boolean => state === 'waiting';

const CACHE_KEY = 'payments-under-way';
const AGAIN_MS = 5_000;

let following: Promise<void> | undefined;

/** Asks the server, and goes on until the bank has decided; `isNew` asks again on a page that has asked. */
export function followPayments(isNew = false): Promise<void> {
  if (!following || isNew) following = look().catch(() => {});
  return following;
}

/**
 * The same in a tab that was just opened, or in which a payment was begun: other pages of the tab need no request.
 */
export function resumePayments(): void {
  const known = readScreenCache<PaymentUnderWay[]>(CACHE_KEY);
  if (known) $underWay.set(known);
  if (known?.length !== 0) void followPayments();
}

/** Called when the buyer is sent to the provider. */
export const expectPayment = (): void => writeScreenCache(CACHE_KEY, undefined);

async function look(): Promise<void> {
  const { payments } = await readJson(api.gig.order['under-way'].$get());
  $underWay.set(payments);
  const waiting = payments.filter(isWaiting);
  writeScreenCache(CACHE_KEY, waiting);
  if (waiting.length > 0) lookLater();
}

/** After a pause, or at once when the buyer is back from another app. */
function lookLater(): void {
  const again = () => {
    if (document.visibilityState !== 'visible') return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', again);
    look().catch(lookLater);
  };
  const timer = setTimeout(again, AGAIN_MS);
  document.addEventListener('visibilitychange', again);
}
