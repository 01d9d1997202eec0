import type { CheckoutError, CheckoutResult } from './calls.ts';
import type { Sheet } from './sheet.ts';
import { openSheet } from './sheet.ts';

export interface CheckoutOptions {
  key: string;
  order_id: string;
  amount?: number | string;
  currency?: string;
  name?: string;
  description?: string;
  handler?: (result: CheckoutResult) => void;
  prefill?: { name?: string; email?: string; contact?: string; method?: string };
  modal?: {
    ondismiss?: () => void;
    escape?: boolean;
    backdropclose?: boolean;
    confirm_close?: boolean;
  };
  retry?: boolean | { enabled?: boolean };
  timeout?: number;
}

type FailureListener = (answer: { error: CheckoutError }) => void;

// The script is served under <base>/v1/checkout.js; its calls go to the same place.
const source = (document.currentScript as HTMLScriptElement | null)?.src ?? location.href;
const base = new URL('..', source).href.replace(/\/$/, '');

/** The provider's browser interface, as far as a shop with card and UPI needs it. */
class Razorpay {
  readonly #options: CheckoutOptions;
  readonly #listeners: FailureListener[] = [];
  #sheet: Sheet | null = null;

  constructor(options: CheckoutOptions) {
    if (!options?.key) throw new Error('No key passed');
    this.#options = options;
  }

  on(event: string, listener: FailureListener): this {
    if (event === 'payment.failed') this.#listeners.push(listener);
    return this;
  }

  open(): void {
    if (this.#sheet?.isOpen()) return;
    this.#sheet = openSheet(this.#options, base, (error) => {
      for (const listener of this.#listeners) listener({ error });
    });
  }

  close(): void {
    this.#sheet?.close();
  }
}

Object.assign(window, { Razorpay });
