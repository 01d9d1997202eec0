import { atom } from 'nanostores';
import type { OpenedInstalment } from '../../../api/modules/payments/checkout.ts';
import { PROVIDER_NOT_LOADED } from '../../../api/modules/payments/texts.ts';
import { api, readJson } from '../../lib/api.ts';
import { colourToHex } from '../../lib/colour-to-hex.ts';
import { $paymentStarted } from '../../lib/payment-started.ts';
import { expectPayment } from './payments-under-way.ts';

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
  prefill: { name?: string; email?: string; contact?: string };
  theme: { color: string };
  handler: (result: ProviderResult) => void;
  /** Gets the result as a form where the handler is not called, as in browsers inside other apps. */
  callback_url: string;
  modal: { ondismiss: () => void };
}

declare global {
  interface Window {
    /** `close` works and is not in the provider's documentation. */
    Razorpay?: new (
      options: Options,
    ) => { open(): void; close?(): void };
  }
}

/** Whether the provider's dialog is open. */
export const $isDialogOpen = atom(false);

let loading: Promise<void> | undefined;

/** Loads the provider's checkout script once; a failed load can be retried. Without a session its address is given. */
export function loadProvider(address?: string): Promise<void> {
  loading ??= addScript(address).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function addScript(address?: string): Promise<void> {
  if (window.Razorpay) return;
  const script = address ?? (await readJson(api.gig.order.checkout.$get())).script;
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
  /** Where the provider sends the result as a form. */
  callback?: typeof CALLBACK | `${typeof CALLBACK}/link`;
}

export const CALLBACK = '/api/v1/gig/order/payment-callback';

interface OpenDialog {
  /** null when the buyer closes the dialog, which does not prove that nothing was paid. */
  result: Promise<ProviderResult | null>;
  close(): void;
}

/** The name of the published brand, which every page holds. */
const studioName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? '';

/** Opens the provider's dialog. */
export function openPaymentDialog({
  instalment,
  title,
  prefill: { contact, ...prefill },
  callback = CALLBACK,
}: DialogRequest): OpenDialog {
  const { Razorpay } = window;
  if (!Razorpay) throw new Error(PROVIDER_NOT_LOADED);
  $paymentStarted.set(true);
  expectPayment();
  $isDialogOpen.set(true);
  let resolve: (result: ProviderResult | null) => void = () => {};
  const promise = new Promise<ProviderResult | null>((settle) => {
    resolve = settle;
  });
  const dialog = new Razorpay({
    key: instalment.key,
    amount: instalment.amount,
    currency: instalment.currency,
    order_id: instalment.orderId,
    name: studioName(),
    // The provider takes 255 characters that begin with a letter or a digit.
    description: `Order: ${title}`.slice(0, 255),
    // The provider refuses the dots and brackets that people write between the digits.
    prefill: { ...prefill, ...(contact ? { contact: contact.replace(/(?!^\+)\D/g, '') } : {}) },
    theme: { color: colourToHex('--accent') },
    handler: resolve,
    callback_url: location.origin + callback,
    modal: { ondismiss: () => resolve(null) },
  });
  dialog.open();
  return {
    result: promise.finally(() => $isDialogOpen.set(false)),
    close() {
      resolve(null);
      dialog.close?.();
    },
  };
}
