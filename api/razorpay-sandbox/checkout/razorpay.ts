import type { CheckoutError } from './calls.ts';
import type { CheckoutOptions } from './options.ts';
import { wrongOptions } from './options.ts';
import type { Sheet } from './sheet.ts';
import { openSheet } from './sheet.ts';

type FailureListener = (answer: { error: CheckoutError }) => void;

// The script is served under <base>/v1/checkout.js; its requests go to the same base.
const source = (document.currentScript as HTMLScriptElement | null)?.src ?? location.href;
const base = new URL('..', source).href.replace(/\/$/, '');

/** The provider's browser API, with the parts that card and UPI need. */
class Razorpay {
  readonly #options: CheckoutOptions;
  readonly #listeners: FailureListener[] = [];
  #sheet: Sheet | null = null;

  constructor(options: CheckoutOptions) {
    const wrong = wrongOptions(options);
    if (wrong.length > 0) throw new Error(`Invalid options: ${wrong.join(', ')}`);
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
