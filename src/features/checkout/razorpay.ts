import { atom } from 'nanostores';
import type { OpenedInstalment } from '../../../api/modules/payments/checkout.ts';
import { PROVIDER_NOT_LOADED } from '../../../api/modules/payments/texts.ts';
import { api, readJson } from '../../lib/api.ts';
import { colourToHex } from '../../lib/colour-to-hex.ts';
import { $paymentStarted } from '../../lib/payment-started.ts';

/** What the provider's dialog returns after a payment; only the server verifies it. */
export interface ProviderResult {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
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

/** Whether the provider's dialog is open. */
export const $isDialogOpen = atom(false);

let loading: Promise<void> | undefined;

/** Loads the provider's checkout script once; a failed load can be retried. */
export function loadProvider(): Promise<void> {
  loading ??= addScript().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function addScript(): Promise<void> {
  if (window.Razorpay) return;
  const { script } = await readJson(api.gig.order.checkout.$get());
  await new Promise<void>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = script;
    element.onload = () => resolve();
    element.onerror = () => reject(new Error(PROVIDER_NOT_LOADED));
    document.head.append(element);
  });
}

export const isProviderLoaded = (): boolean => window.Razorpay !== undefined;

/** An instalment that the server has opened, and what the dialog shows about it. */
export interface DialogRequest {
  instalment: OpenedInstalment;
  title: string;
  prefill: Options['prefill'];
}

/** Opens the dialog; null when the buyer closes it, which does not prove that nothing was paid. */
export function openPaymentDialog({
  instalment,
  title,
  prefill: { name, email, contact },
}: DialogRequest): Promise<ProviderResult | null> {
  const { Razorpay } = window;
  if (!Razorpay) throw new Error(PROVIDER_NOT_LOADED);
  $paymentStarted.set(true);
  $isDialogOpen.set(true);
  return new Promise<ProviderResult | null>((resolve) => {
    new Razorpay({
      key: instalment.key,
      amount: instalment.amount,
      currency: instalment.currency,
      order_id: instalment.orderId,
      name: 'VY Studio',
      // The provider takes 255 characters that begin with a letter or a digit.
      description: `Order: ${title}`.slice(0, 255),
      prefill: { name, email, ...(contact ? { contact } : {}) },
      theme: { color: colourToHex('--accent') },
      handler: resolve,
      modal: { ondismiss: () => resolve(null) },
    }).open();
  }).finally(() => $isDialogOpen.set(false));
}
