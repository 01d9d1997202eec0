import { h, icon } from './dom.ts';
import type { Field, FieldName } from './fields.ts';

type Fields = Record<FieldName, Field>;

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
    choice('card', 'Card'),
    choice('upi', 'UPI'),
  );
  const card = h(
    'div',
    { class: 'part' },
    fields.number.root,
    h('div', { class: 'pair' }, fields.expiry.root, fields.cvv.root),
    fields.name.root,
  );
  const upi = h('div', { class: 'part' }, fields.vpa.root);
  const button = h('button', { class: 'solid' }, 'Pay');
  const hint = h('span');
  const fill = h('button', { type: 'button', class: 'quiet' }, 'Fill it in');
  const form = h(
    'form',
    { novalidate: true },
    methods,
    card,
    upi,
    button,
    h('p', { class: 'mono hint' }, hint, fill),
  );

  const chosen = (): 'card' | 'upi' =>
    methods.querySelector<HTMLInputElement>('#upi')?.checked ? 'upi' : 'card';
  const update = (): void => {
    card.hidden = chosen() !== 'card';
    upi.hidden = chosen() !== 'upi';
    hint.textContent = HINTS[chosen()];
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
  return { form, button, chosen };
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

export function doneView(paymentId: string): HTMLElement {
  return h(
    'div',
    { class: 'result done' },
    icon('tick'),
    h('h3', {}, 'Payment successful'),
    h('p', { class: 'mono muted' }, paymentId),
  );
}
