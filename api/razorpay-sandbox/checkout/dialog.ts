/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { CheckoutResult } from '../types.ts';
import { type CheckoutOptions, wrongOptions } from './options.ts';

/** dialog.html, which is put before this script. */
declare const PAGE: string;

interface CheckoutError {
  code: string;
  description: string;
  field?: string;
  source: string | null;
  step: string | null;
  reason: string | null;
  metadata: { order_id?: string; payment_id?: string };
}

class PaymentRefused extends Error {
  readonly error: CheckoutError;

  constructor(error: CheckoutError) {
    super(error.description);
    this.error = error;
  }
}

const UNREACHABLE: CheckoutError = {
  code: 'SERVER_ERROR',
  description: 'The payment service did not answer. Look at your order before you pay again.',
  ...{ source: 'internal', step: null, reason: 'server_error', metadata: {} },
};

type Method = 'card' | 'upi';
type Step = 'pay' | 'otp' | 'approve' | 'app' | 'done';

interface Session {
  amount: number;
  currency: string;
  delivery?: 'handler' | 'form' | 'both' | 'neither';
  upi?: 'collect' | 'intent' | 'qr';
  down?: Method[];
}

interface Started {
  payment_id: string;
  next: 'otp' | 'approve' | 'app';
  app: string;
  qr: string | null;
}

const APPROVAL_MS = 500;
const LOOK_MS = 1000;
const CONFIRMATION_MS = 600;
const EXPIRY = /^(\d\d)(?=\d)/;

// The script is served under <base>/v1/checkout.js; its requests go to the same base.
const source = (document.currentScript as HTMLScriptElement | null)?.src ?? location.href;
const base = new URL('..', source).href.replace(/\/$/, '');

/** Leaves the page with a form, as a provider does that cannot call it. */
function post(url: string, values: Record<string, string>): void {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: url, hidden: true });
  for (const [name, value] of Object.entries(values)) {
    form.append(Object.assign(document.createElement('input'), { name, value }));
  }
  document.body.append(form);
  form.submit();
}

const wait = (ms: number) => new Promise((resolve) => window.setTimeout(resolve, ms));

/** Opens the dialog with the steps of a payment: method, one-time password or approval, result. */
function openDialog(
  options: CheckoutOptions,
  onFailure: (error: CheckoutError) => void,
): HTMLDialogElement {
  const { modal = {}, prefill = {}, retry, description = '' } = options;
  // In a shadow root, so that styles of page and dialog do not mix.
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = PAGE;
  const all = <E extends HTMLElement = HTMLElement>(selector: string): E[] => [
    ...root.querySelectorAll<E>(selector),
  ];
  const one = <E extends HTMLElement = HTMLElement>(selector: string): E =>
    all<E>(selector)[0] as E;
  const say = (selector: string, text: string): void => {
    for (const each of all(selector)) each.textContent = text;
  };
  const value = (id: string): string => one<HTMLInputElement>(`#${id}`).value.trim();
  const dialog = one<HTMLDialogElement>('dialog');
  const closer = one('.close');
  let session: Session = {
    amount: Number(options.amount ?? 0),
    currency: options.currency ?? 'INR',
  };
  let paymentId: string | null = null;
  let result: CheckoutResult | null = null;
  let isBusy = false;

  /** The API calls use the public key and the order's id. */
  const call = async <T>(path: string, body: Record<string, unknown> = {}): Promise<T> => {
    const answer = await fetch(`${base}/checkout/${path}`, {
      ...{ method: 'POST', credentials: 'omit', keepalive: true },
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key_id: options.key, order_id: options.order_id, ...body }),
    }).catch(() => null);
    const data = (await answer?.json().catch(() => null)) as (T & { error?: CheckoutError }) | null;
    if (answer?.ok && data) return data;
    throw new PaymentRefused(data?.error ?? UNREACHABLE);
  };

  const show = (step: Step, focus?: HTMLElement): void => {
    say('.problem, .error', '');
    for (const each of all('[data-step]')) each.hidden = each.dataset['step'] !== step;
    focus?.focus();
  };

  const chosen = (): Method => (one<HTMLInputElement>('#upi').checked ? 'upi' : 'card');
  const choose = (method: Method): void => {
    one<HTMLInputElement>(`#${method}`).checked = true;
    for (const form of all('[data-method]'))
      form.toggleAttribute('data-off', form.dataset['method'] !== method);
  };

  const showSession = (): void => {
    const { amount, currency, upi: flow = 'collect', down = [] } = session;
    const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency });
    say('.amount', money.format(amount / 100));
    say('[data-method] .solid', `Pay ${money.format(amount / 100)}`);
    one('.methods').hidden = currency !== 'INR';
    for (const each of ['collect', 'intent', 'qr']) one(`#${each}`).hidden = each !== flow;
    one<HTMLInputElement>('#vpa').required = flow === 'collect';
    for (const method of all<HTMLInputElement>('[name=method]'))
      method.disabled = down.includes(method.value as Method);
    const trouble = down[0] && `${down[0] === 'card' ? 'Card' : 'UPI'} does not work just now.`;
    say('#trouble', trouble ?? '');
    if (currency !== 'INR') choose('card');
    else if (down.includes(chosen())) choose(chosen() === 'card' ? 'upi' : 'card');
  };
  const loadSession = async (): Promise<void> => {
    session = { ...session, ...(await call<Session>('session', { amount: options.amount })) };
    showSession();
  };

  const attempt = async (button: Element, work: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    say('.problem, .error', '');
    say('.unseen', 'Processing');
    button.setAttribute('aria-disabled', 'true');
    try {
      await work();
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error;
      fail(error.error);
    } finally {
      isBusy = false;
      button.removeAttribute('aria-disabled');
    }
  };

  const fail = (error: CheckoutError): void => {
    if (!dialog.open) return;
    say('.unseen', '');
    // The provider names them card[number], vpa.
    const field = error.field?.replace(/^card\[(\w+)\]$/, '$1');
    const input = field && root.getElementById(field);
    if (input) {
      say(`#${field} + .error`, error.description);
      input.focus();
      return;
    }
    paymentId = null;
    show('pay', one(`[data-method=${chosen()}] .solid`));
    say('.problem', error.description);
    onFailure(error);
    if (retry === false || (typeof retry === 'object' && retry.enabled === false)) dialog.close();
  };

  const succeed = (answer: CheckoutResult): void => {
    if (!dialog.open) return;
    result = answer;
    say('.unseen', 'Payment successful');
    say('.done .mono', answer.razorpay_payment_id);
    show('done', closer);
    window.setTimeout(() => dialog.close(), CONFIRMATION_MS);
  };
  const finish = async (path: string, body?: Record<string, unknown>): Promise<void> =>
    succeed(await call<CheckoutResult>(`payments/${paymentId}/${path}`, body));

  const untilDecided = async (): Promise<void> => {
    while (dialog.open) {
      const answer = await call<Partial<CheckoutResult>>(`payments/${paymentId}/status`);
      if (answer.razorpay_payment_id) return succeed(answer as CheckoutResult);
      await wait(LOOK_MS);
    }
  };

  const start = async (means: Record<string, unknown>): Promise<void> => {
    await ready.catch(loadSession);
    const { amount } = options;
    const { email, contact } = prefill;
    const about = { amount, email, contact, description: options.description };
    const { payment_id, next, app, qr } = await call<Started>('payments', { ...means, ...about });
    paymentId = payment_id;
    say('.unseen', '');
    if (!dialog.open) return leave();
    if (next === 'otp') {
      one<HTMLFormElement>('[data-step=otp]').reset();
      return show('otp', one('#otp'));
    }
    if (next === 'app') {
      const image = one<HTMLImageElement>('img');
      image.hidden = !qr;
      image.src = `data:image/svg+xml,${encodeURIComponent(qr ?? '')}`;
      one<HTMLAnchorElement>('a').href = app;
      const title = qr ? 'Scan the code with your UPI app' : 'Approve the payment in your UPI app';
      say('[data-step=app] h3', title);
      show('app', closer);
      say('.unseen', 'Approve the payment in your UPI app');
      return untilDecided();
    }
    say('[data-step=approve] .muted', `Sent to ${value('vpa')}`);
    show('approve', closer);
    say('.unseen', 'Approve the request in your UPI app');
    await wait(APPROVAL_MS);
    return dialog.open ? finish('confirm') : undefined;
  };

  /** Reports the cancellation to the bank. The merchant gets the result by webhook only. */
  const leave = (): void => {
    if (paymentId) call(`payments/${paymentId}/cancel`).catch(() => undefined);
  };
  const mayLeave = (): boolean =>
    !modal.confirm_close || result !== null || window.confirm('Leave this payment?');

  /** Gives a success to the page in the way that the sandbox was told to. */
  const deliver = (done: CheckoutResult): void => {
    const { callback_url: url, redirect, handler } = options;
    const way = !url ? 'handler' : redirect ? 'form' : session.delivery;
    if (way === 'handler' || way === 'both') handler?.(done);
    if (url && (way === 'form' || way === 'both')) post(url, { ...done });
  };

  const onSubmit = (form: string, work: () => Promise<void>): void =>
    one(form).addEventListener('submit', (event) => {
      event.preventDefault();
      void attempt(one(`${form} .solid`), work);
    });
  onSubmit('[data-method=card]', () => {
    const card = ['number', 'expiry', 'cvv', 'name'].map((name) => [name, value(name)]);
    return start({ method: 'card', card: Object.fromEntries(card) });
  });
  onSubmit('[data-method=upi]', () =>
    start({ method: 'upi', ...(one('#collect').hidden ? { base } : { vpa: value('vpa') }) }),
  );
  onSubmit('[data-step=otp]', () => finish('confirm', { otp: value('otp') }));
  const cancel = one('[data-step=otp] .quiet');
  cancel.addEventListener('click', () => void attempt(cancel, () => finish('cancel')));
  one('.methods').addEventListener('change', () => choose(chosen()));
  for (const button of all('[data-method] .quiet'))
    button.addEventListener('click', () => {
      for (const input of all<HTMLInputElement>(`[data-method=${chosen()}] [data-example]`))
        input.value = input.dataset['example'] ?? '';
      one(`[data-method=${chosen()}] .solid`).focus();
    });
  const expiry = one<HTMLInputElement>('#expiry');
  expiry.addEventListener('input', () => {
    // Where nothing follows: a change in the middle would move the caret to the end.
    if (expiry.selectionStart === expiry.value.length)
      expiry.value = expiry.value.replace(EXPIRY, '$1/');
  });

  closer.addEventListener('click', () => mayLeave() && dialog.close());
  // Browsers close a dialog on a second Escape even when 'cancel' is prevented, so the key is handled here.
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (modal.escape !== false && mayLeave()) dialog.close();
  });
  dialog.addEventListener('cancel', (event) => {
    if (modal.escape === false || !mayLeave()) event.preventDefault();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog && modal.backdropclose && mayLeave()) dialog.close();
  });
  dialog.addEventListener('close', () => {
    host.remove();
    if (result) return deliver(result);
    leave();
    return modal.ondismiss?.();
  });

  say('#title', options.name ?? 'Payment');
  say('#description', description);
  choose(prefill.method === 'upi' ? 'upi' : 'card');
  showSession();
  show('pay');
  // Follows the theme of the page if it has set one, otherwise the system's.
  const { colorScheme } = getComputedStyle(document.documentElement);
  if (colorScheme === 'normal') host.style.colorScheme = 'light dark';
  document.body.append(host);
  dialog.showModal();
  one(chosen() === 'card' ? '#number' : '#vpa').focus();
  const ready = loadSession();
  ready.catch((error: unknown) => {
    if (!isBusy && error instanceof PaymentRefused) fail(error.error);
  });
  if (options.timeout) window.setTimeout(() => dialog.close(), options.timeout * 1000);
  return dialog;
}

type FailureListener = (answer: { error: CheckoutError }) => void;

/** The provider's browser API, with the parts that card and UPI need. */
class Razorpay {
  readonly #options: CheckoutOptions;
  readonly #listeners: FailureListener[] = [];
  #dialog: HTMLDialogElement | null = null;

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
    if (this.#dialog?.open) return;
    this.#dialog = openDialog(this.#options, (error) => {
      for (const listener of this.#listeners) listener({ error });
    });
  }

  close(): void {
    this.#dialog?.close();
  }
}

Object.assign(window, { Razorpay });
