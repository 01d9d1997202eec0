import { atom } from 'nanostores';
import { GATEWAY_NOT_LOADED } from '../../../api/modules/payments/rules.ts';
import { api, read } from '../../lib/api.ts';
import { hexOf } from '../../lib/colour.ts';
import { $payingHere } from '../../lib/paying.ts';

/** What the provider's dialog hands over when it says yes; the server decides what it is worth. */
export interface ProviderResult {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

export interface Due {
  orderId: string;
  /** Paise. */
  amount: number;
  currency: string;
  key: string;
  /** Which part of the order this pays. */
  part: number;
}

interface Options {
  key: string;
  amount: number;
  currency: string;
  order_id: string;
  name: string;
  description: string;
  prefill: { name: string; email: string; contact?: string };
  theme: { color: string };
  handler: (result: ProviderResult) => void;
  modal: { ondismiss: () => void };
}

declare global {
  interface Window {
    Razorpay?: new (options: Options) => { open(): void };
  }
}

/** Whether somebody is paying in the provider's dialog right now. */
export const $dialogOpen = atom(false);

let loading: Promise<void> | undefined;

/** Loads the provider's checkout script, once; a failed load may be tried again. */
export function loadProvider(): Promise<void> {
  loading ??= addScript().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function addScript(): Promise<void> {
  if (window.Razorpay) return;
  const { script } = await read(api.gig.order.checkout.$get());
  await new Promise<void>((done, failed) => {
    const element = document.createElement('script');
    element.src = script;
    element.onload = () => done();
    element.onerror = () => failed(new Error(GATEWAY_NOT_LOADED));
    document.head.append(element);
  });
}

export const isProviderLoaded = (): boolean => window.Razorpay !== undefined;

/** Opens the dialog; null when the buyer closes it, which does not mean that nothing was paid. */
export function openPaymentDialog(
  due: Due,
  about: { title: string; prefill: Options['prefill'] },
): Promise<ProviderResult | null> {
  const { Razorpay } = window;
  if (!Razorpay) throw new Error(GATEWAY_NOT_LOADED);
  const { name, email, contact } = about.prefill;
  $payingHere.set(true);
  $dialogOpen.set(true);
  return new Promise<ProviderResult | null>((done) => {
    new Razorpay({
      key: due.key,
      amount: due.amount,
      currency: due.currency,
      order_id: due.orderId,
      name: 'VY Studio',
      // The provider takes 255 characters that begin with a letter or a digit.
      description: `Order: ${about.title}`.slice(0, 255),
      prefill: { name, email, ...(contact ? { contact } : {}) },
      theme: { color: hexOf('--ink') },
      handler: done,
      modal: { ondismiss: () => done(null) },
    }).open();
  }).finally(() => $dialogOpen.set(false));
}
