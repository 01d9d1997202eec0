import { GATEWAY_NOT_LOADED } from '../../../api/payments/rules.ts';
import { api, read } from '../../lib/api.ts';
import { $payingHere } from '../../lib/paying.ts';

/** What the provider's dialog hands over when it says yes; the server decides what it is worth. */
export interface ProviderResult {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

interface Due {
  orderId: string;
  /** Paise. */
  amount: number;
  currency: string;
  key: string;
}

interface Options {
  key: string;
  amount: number;
  currency: string;
  order_id: string;
  name: string;
  description: string;
  prefill: { name: string; email: string; contact: string };
  theme: { color: string };
  handler: (result: ProviderResult) => void;
  modal: { ondismiss: () => void };
}

declare global {
  interface Window {
    Razorpay?: new (options: Options) => { open(): void };
  }
}

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
export function askForPayment(
  due: Due,
  about: { description: string; prefill: Options['prefill'] },
): Promise<ProviderResult | null> {
  const { Razorpay } = window;
  if (!Razorpay) throw new Error(GATEWAY_NOT_LOADED);
  const color = getComputedStyle(document.documentElement).getPropertyValue('--ink').trim();
  $payingHere.set(true);
  return new Promise((done) => {
    new Razorpay({
      key: due.key,
      amount: due.amount,
      currency: due.currency,
      order_id: due.orderId,
      name: 'VY Studio',
      description: about.description,
      prefill: about.prefill,
      theme: { color },
      handler: done,
      modal: { ondismiss: () => done(null) },
    }).open();
  });
}
