import type { CheckoutError } from './calls.ts';
import type { OpenDialog } from './dialog.ts';
import { openDialog } from './dialog.ts';
import type { CheckoutOptions } from './options.ts';
import { wrongOptions } from './options.ts';

type FailureListener = (answer: { error: CheckoutError }) => void;

// The script is served under <base>/v1/checkout.js; its requests go to the same base.
const source = (document.currentScript as HTMLScriptElement | null)?.src ?? location.href;
const base = new URL('..', source).href.replace(/\/$/, '');

/** The provider's browser API, with the parts that card and UPI need. */
class Razorpay {
  readonly #options: CheckoutOptions;
  readonly #listeners: FailureListener[] = [];
  #dialog: OpenDialog | null = null;

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
    if (this.#dialog?.isOpen()) return;
    this.#dialog = openDialog(this.#options, base, (error) => {
      for (const listener of this.#listeners) listener({ error });
    });
  }

  close(): void {
    this.#dialog?.close();
  }
}

Object.assign(window, { Razorpay });
