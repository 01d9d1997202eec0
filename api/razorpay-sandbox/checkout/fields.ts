import { h } from './dom.ts';

export interface Field {
  root: HTMLElement;
  input: HTMLInputElement;
  /** Shows an error beside the field; '' removes it. */
  setError(text: string): void;
}

type Rule = (value: string) => string;

interface FieldOptions {
  id: string;
  label: string;
  attributes: Record<string, string>;
  optional?: boolean;
  format?: (value: string) => string;
}

function makeField({ id, label, attributes, optional, format }: FieldOptions): Field {
  const error = h('span', { id: `${id}-error`, class: 'error' });
  const input = h('input', { id, spellcheck: 'false', autocapitalize: 'off', ...attributes });
  const setError = (text: string): void => {
    error.textContent = text;
    input.toggleAttribute('aria-invalid', text !== '');
    if (text) input.setAttribute('aria-invalid', 'true');
    if (text) input.setAttribute('aria-describedby', error.id);
    else input.removeAttribute('aria-describedby');
  };
  input.addEventListener('input', () => {
    setError('');
    // Reformatting during an edit in the middle would move the caret to the end.
    const atEnd = input.selectionStart === input.value.length;
    if (format && atEnd) input.value = format(input.value);
  });
  const name = h('label', { for: id }, label);
  const note = optional
    ? h('span', { class: 'optional', 'aria-hidden': 'true' }, 'optional')
    : null;
  const root = h('div', { class: 'field', 'data-field': id }, name, note, input, error);
  return { root, input, setError };
}

const groups = (value: string): string =>
  value
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

const slash = (value: string): string =>
  value
    .replace(/\D/g, '')
    .slice(0, 4)
    .replace(/^(\d\d)(?=\d)/, '$1/');

const digits = (max: number) => (value: string) => value.replace(/\D/g, '').slice(0, max);

const needs =
  (pattern: RegExp, text: string): Rule =>
  (value) =>
    pattern.test(value) ? '' : text;

export type FieldName = 'number' | 'expiry' | 'cvv' | 'name' | 'vpa' | 'otp';

export function makeFields(): Record<FieldName, Field> {
  const numeric = { inputmode: 'numeric', required: '' };
  return {
    number: makeField({
      id: 'number',
      label: 'Card number',
      attributes: { ...numeric, autocomplete: 'cc-number', placeholder: '0000 0000 0000 0000' },
      format: groups,
    }),
    expiry: makeField({
      id: 'expiry',
      label: 'Expiry',
      attributes: { ...numeric, autocomplete: 'cc-exp', placeholder: 'MM/YY', maxlength: '7' },
      format: slash,
    }),
    cvv: makeField({
      id: 'cvv',
      label: 'CVV',
      attributes: { ...numeric, autocomplete: 'cc-csc', type: 'password', maxlength: '4' },
      format: digits(4),
    }),
    name: makeField({
      id: 'name',
      label: 'Name on card',
      attributes: { autocomplete: 'cc-name', maxlength: '80' },
      optional: true,
    }),
    vpa: makeField({
      id: 'vpa',
      label: 'UPI ID',
      attributes: {
        required: '',
        autocomplete: 'off',
        inputmode: 'email',
        placeholder: 'name@bank',
      },
    }),
    otp: makeField({
      id: 'otp',
      label: 'One-time password',
      attributes: { ...numeric, autocomplete: 'one-time-code', maxlength: '10' },
      format: digits(10),
    }),
  };
}

const RULES: Partial<Record<FieldName, Rule>> = {
  number: needs(/^(\d ?){13,19}$/, 'Enter the number on the front of the card.'),
  expiry: (value) => {
    const match = /^(0[1-9]|1[0-2])\s*\/\s*(\d\d)$/.exec(value);
    if (!match) return 'Enter month and year as MM/YY.';
    const end = new Date(2000 + Number(match[2]), Number(match[1]), 1);
    return end > new Date() ? '' : 'This card has expired.';
  },
  cvv: needs(/^\d{3,4}$/, 'Enter 3 or 4 digits.'),
  vpa: needs(/^[\w.-]{2,}@[A-Za-z]{2,}$/, 'Enter a UPI ID like name@bank.'),
  otp: needs(/^\d+$/, 'Enter the digits you were sent.'),
};

/** Shows every error beside its field and focuses the first. True if there is none. */
export function validate(fields: Record<FieldName, Field>, names: FieldName[]): boolean {
  const wrong = names.filter((name) => {
    const text = RULES[name]?.(fields[name].input.value.trim()) ?? '';
    fields[name].setError(text);
    return text !== '';
  });
  const first = wrong[0];
  if (first) fields[first].input.focus();
  return !first;
}

/** Finds a field by the name in a server error, which is the provider's: card[number], vpa. */
export function fieldNamed(fields: Record<FieldName, Field>, name = ''): Field | undefined {
  const key = name.replace(/^card\[(\w+)\]$/, '$1');
  return Object.hasOwn(fields, key) ? fields[key as FieldName] : undefined;
}
