import type { CheckoutError, CheckoutResult } from './calls.ts';
import { createCaller, PaymentRefused } from './calls.ts';
import { money } from './dom.ts';
import type { FieldName } from './fields.ts';
import { fieldNamed, makeFields, validate } from './fields.ts';
import { makeFrame } from './frame.ts';
import type { CheckoutOptions } from './options.ts';
import { appView, doneView, otpView, payView, type UpiFlow, waitingView } from './views.ts';

export interface OpenDialog {
  isOpen(): boolean;
  close(): void;
}

type Started =
  | { payment_id: string; next: 'otp' | 'approve' }
  | { payment_id: string; next: 'app'; app: string; qr: string | null };
type Session = {
  amount: number;
  currency: string;
  delivery?: Delivery;
  upi?: UpiFlow;
  down?: string[];
};
type Delivery = 'handler' | 'form' | 'both' | 'neither';

const APPROVAL_MS = 500;
const LOOK_MS = 1000;
const CONFIRMATION_MS = 600;
const CARD: FieldName[] = ['number', 'expiry', 'cvv', 'name'];

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

/** Opens the dialog with the steps of a payment: method, one-time password or approval, result. */
export function openDialog(
  options: CheckoutOptions,
  base: string,
  onFailure: (error: CheckoutError) => void,
): OpenDialog {
  const { modal = {}, prefill = {}, retry, description } = options;
  const call = createCaller(base, options.key, options.order_id);
  const fields = makeFields();
  const frame = makeFrame(options.name ?? 'Payment', description);
  const pay = payView(fields, prefill.method === 'upi' ? 'upi' : 'card');
  const otp = otpView(fields);
  const { dialog } = frame;
  const read = (name: FieldName): string => fields[name].input.value.trim();
  let paymentId: string | null = null;
  let result: CheckoutResult | null = null;
  let isBusy = false;

  let delivery: Delivery = 'handler';

  let flow: UpiFlow = 'collect';

  const showSession = ({
    amount,
    currency,
    delivery: chosen = delivery,
    upi = flow,
    down = [],
  }: Session): void => {
    delivery = chosen;
    flow = upi;
    pay.offer(flow, down, currency === 'INR');
    const text = money(amount, currency);
    frame.setAmount(text);
    pay.button.textContent = `Pay ${text}`;
  };
  const loadSession = async (): Promise<void> =>
    showSession(await call<Session>('session', { amount: options.amount }));

  const attempt = async (button: HTMLElement, work: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    frame.complain('');
    frame.say('Processing');
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
    frame.say('');
    const field = fieldNamed(fields, error.field);
    if (field) {
      field.setError(error.description);
      field.input.focus();
      return;
    }
    paymentId = null;
    frame.show(pay.form, pay.button);
    frame.complain(error.description);
    onFailure(error);
    if (retry === false || (typeof retry === 'object' && retry.enabled === false)) dialog.close();
  };

  const finish = async (path: string, body?: Record<string, unknown>): Promise<void> => {
    succeed(await call<CheckoutResult>(`payments/${paymentId}/${path}`, body));
  };

  const succeed = (answer: CheckoutResult): void => {
    if (!dialog.open) return;
    result = answer;
    frame.say('Payment successful');
    frame.show(doneView(answer.razorpay_payment_id), frame.closer);
    window.setTimeout(() => dialog.close(), CONFIRMATION_MS);
  };

  const untilDecided = async (): Promise<void> => {
    while (dialog.open) {
      const answer = await call<CheckoutResult | Record<string, never>>(
        `payments/${paymentId}/status`,
      );
      if ('razorpay_payment_id' in answer) return succeed(answer as CheckoutResult);
      await new Promise((resolve) => window.setTimeout(resolve, LOOK_MS));
    }
  };

  const start = async (): Promise<void> => {
    await ready.catch(loadSession);
    const isCard = pay.chosen() === 'card';
    const card = Object.fromEntries(CARD.map((name) => [name, read(name)]));
    const { email, contact } = prefill;
    const upi = flow === 'collect' ? { vpa: read('vpa') } : { base };
    const means = isCard ? { method: 'card', card } : { method: 'upi', ...upi };
    const amount = options.amount;
    const started = await call<Started>('payments', {
      ...means,
      amount,
      email,
      contact,
      description,
    });
    paymentId = started.payment_id;
    frame.say('');
    if (!dialog.open) return leave();
    if (isCard) {
      fields.otp.input.value = '';
      return frame.show(otp.form, fields.otp.input);
    }
    if (started.next === 'app') {
      frame.show(appView(started), frame.closer);
      frame.say('Approve the payment in your UPI app');
      return untilDecided();
    }
    frame.show(waitingView(read('vpa')), frame.closer);
    frame.say('Approve the request in your UPI app');
    await new Promise((resolve) => window.setTimeout(resolve, APPROVAL_MS));
    return dialog.open ? finish('confirm') : undefined;
  };

  /** Reports the cancellation to the bank. The merchant gets the result by webhook only. */
  const leave = (): void => {
    if (paymentId) call(`payments/${paymentId}/cancel`).catch(() => undefined);
  };
  const confirmLeave = (): boolean =>
    !modal.confirm_close || result !== null || window.confirm('Leave this payment?');

  /** Gives a success to the page in the way that the sandbox was told to. */
  const deliver = (done: CheckoutResult): void => {
    const { callback_url: url, redirect, handler } = options;
    const way = !url ? 'handler' : redirect ? 'form' : delivery;
    if (way === 'handler' || way === 'both') handler?.(done);
    if (url && (way === 'form' || way === 'both')) post(url, { ...done });
  };

  pay.form.addEventListener('submit', (event) => {
    event.preventDefault();
    const upi: FieldName[] = flow === 'collect' ? ['vpa'] : [];
    const names = pay.chosen() === 'card' ? CARD : upi;
    if (!isBusy && validate(fields, names)) void attempt(pay.button, start);
  });
  otp.form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isBusy || !validate(fields, ['otp'])) return;
    void attempt(otp.confirm, () => finish('confirm', { otp: read('otp') }));
  });
  otp.cancel.addEventListener('click', () => void attempt(otp.cancel, () => finish('cancel')));
  frame.closer.addEventListener('click', () => confirmLeave() && dialog.close());
  // Browsers close a dialog on a second Escape even when 'cancel' is prevented, so the key is handled here.
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (modal.escape !== false && confirmLeave()) dialog.close();
  });
  dialog.addEventListener('cancel', (event) => {
    if (modal.escape === false || !confirmLeave()) event.preventDefault();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog && modal.backdropclose && confirmLeave()) dialog.close();
  });
  dialog.addEventListener('close', () => {
    frame.remove();
    if (result) return deliver(result);
    leave();
    return modal.ondismiss?.();
  });

  showSession({ amount: Number(options.amount ?? 0), currency: options.currency ?? 'INR' });
  frame.show(pay.form);
  frame.open();
  (pay.chosen() === 'card' ? fields.number : fields.vpa).input.focus();
  const ready = loadSession();
  ready.catch((error: unknown) => {
    if (!isBusy && error instanceof PaymentRefused) fail(error.error);
  });
  if (options.timeout) window.setTimeout(() => dialog.close(), options.timeout * 1000);

  return { isOpen: () => dialog.open, close: () => dialog.close() };
}
