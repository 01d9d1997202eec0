import { h, icon } from './dom.ts';
import type { Field, FieldName } from './fields.ts';

type Fields = Record<FieldName, Field>;

export type UpiFlow = 'collect' | 'intent' | 'qr';

const LABELS = { card: 'Card', upi: 'UPI' };
const APP_TEXTS: Record<UpiFlow, string> = {
  collect: '',
  intent: 'Your UPI app opens, where you approve the payment.',
  qr: 'Scan a QR code with the UPI app on your phone.',
};
const HINTS = {
  card: 'Test card 4100 2800 0000 1007, any future date, any CVV. ',
  upi: 'success@razorpay pays, failure@razorpay fails. ',
};
const EXAMPLES: Record<'card' | 'upi', Partial<Record<FieldName, string>>> = {
  card: { number: '4100 2800 0000 1007', expiry: '12/34', cvv: '123' },
  upi: { vpa: 'success@razorpay' },
};

export function payView(fields: Fields, startsWith: 'card' | 'upi') {
  const choice = (value: 'card' | 'upi', label: string) => {
    const checked = value === startsWith;
    return h(
      'div',
      { class: 'choice' },
      h('input', { type: 'radio', name: 'method', id: value, value, checked }),
      h('label', { for: value }, icon(value), label),
    );
  };
  const methods = h(
    'div',
    { class: 'methods', role: 'radiogroup', 'aria-label': 'Payment method' },
    choice('card', LABELS.card),
    choice('upi', LABELS.upi),
  );
  const card = h(
    'div',
    { class: 'part' },
    fields.number.root,
    h('div', { class: 'pair' }, fields.expiry.root, fields.cvv.root),
    fields.name.root,
  );
  const app = h('p', { hidden: true });
  const trouble = h('p', { class: 'muted', role: 'status' });
  const upi = h('div', { class: 'part' }, fields.vpa.root, app);
  const button = h('button', { class: 'solid' }, 'Pay');
  const hint = h('span');
  const fill = h('button', { type: 'button', class: 'quiet' }, 'Fill it in');
  const form = h(
    'form',
    { novalidate: true },
    methods,
    trouble,
    h('div', { class: 'layers' }, card, upi),
    button,
    h('p', { class: 'mono hint' }, hint, fill),
  );

  const offer = (flow: UpiFlow, down: string[], takesUpi: boolean): void => {
    methods.hidden = !takesUpi;
    if (!takesUpi) methods.querySelector<HTMLInputElement>('#card')?.click();
    fields.vpa.root.hidden = flow !== 'collect';
    app.hidden = flow === 'collect';
    app.textContent = APP_TEXTS[flow];
    for (const method of ['card', 'upi'] as const) {
      const input = methods.querySelector<HTMLInputElement>(`#${method}`);
      if (input) input.disabled = down.includes(method);
    }
    trouble.textContent =
      down.length > 0 ? `${LABELS[down[0] as 'card' | 'upi']} does not work just now.` : '';
    if (down.includes(chosen())) methods.querySelector<HTMLInputElement>('input:enabled')?.click();
    update();
  };
  const chosen = (): 'card' | 'upi' =>
    methods.querySelector<HTMLInputElement>('#upi')?.checked ? 'upi' : 'card';
  const update = (): void => {
    card.toggleAttribute('data-off', chosen() !== 'card');
    upi.toggleAttribute('data-off', chosen() !== 'upi');
    const needsApp = chosen() === 'upi' && !app.hidden;
    hint.textContent = needsApp ? '' : HINTS[chosen()];
    fill.hidden = needsApp;
  };
  methods.addEventListener('change', update);
  fill.addEventListener('click', () => {
    for (const [name, value] of Object.entries(EXAMPLES[chosen()]) as Array<[FieldName, string]>) {
      fields[name].input.value = value;
      fields[name].setError('');
    }
    button.focus();
  });
  update();
  return { form, button, chosen, offer };
}

/** The second step of a card payment: the one-time password. */
export function otpView(fields: Fields) {
  const confirm = h('button', { class: 'solid' }, 'Confirm');
  const cancel = h('button', { type: 'button', class: 'quiet' }, 'Cancel this payment');
  const form = h(
    'form',
    { novalidate: true },
    h('h3', {}, 'Confirm with your bank'),
    h('p', { class: 'muted' }, 'Your bank has sent a one-time password to your phone.'),
    fields.otp.root,
    confirm,
    h('p', { class: 'mono hint' }, 'Any 4 to 10 digits succeed, fewer fail. ', cancel),
  );
  return { form, confirm, cancel };
}

export function waitingView(vpa: string): HTMLElement {
  return h(
    'div',
    { class: 'result' },
    h('i', { class: 'spinner' }),
    h('h3', {}, 'Approve the request in your UPI app'),
    h('p', { class: 'muted' }, `Sent to ${vpa}`),
  );
}

/** The way to the UPI app: a link on a phone, a QR code for another device. */
export function appView({ app, qr }: { app: string; qr: string | null }): HTMLElement {
  const src = `data:image/svg+xml,${encodeURIComponent(qr ?? '')}`;
  const link = { class: 'solid', href: app, target: '_blank', rel: 'noopener' };
  return h(
    'div',
    { class: 'result' },
    qr ? h('img', { src, alt: 'QR code of this payment', width: '200', height: '200' }) : null,
    h('h3', {}, qr ? 'Scan the code with your UPI app' : 'Approve the payment in your UPI app'),
    h('a', link, 'Open the UPI app'),
    h('p', { class: 'muted' }, 'Valid for ten minutes. This page goes on by itself.'),
  );
}

export function doneView(paymentId: string): HTMLElement {
  return h(
    'div',
    { class: 'result done' },
    icon('tick'),
    h('h3', {}, 'Payment successful'),
    h('p', { class: 'mono muted' }, paymentId),
  );
}
