import { preloadToasts } from '../../components/toast.ts';
import { messageOf } from '../../lib/api.ts';
import {
  fieldErrorsOf,
  focusFirstError,
  readFields,
  ValidationError,
} from '../../lib/form-errors.ts';

type Fields = Record<string, string>;

/**
 * Does for a form in the page's HTML what `useForm` does in React: sends it, one request at a time, and
 * shows each error beside its field; the inputs keep their values. The account forms use it, so that they
 * need no React.
 */
export function enhanceForm(name: string, send: (fields: Fields) => Promise<void>) {
  const form = document.querySelector<HTMLFormElement>(`form[data-form="${name}"]`);
  const button = form?.querySelector<HTMLButtonElement>('[type="submit"]');
  const problem = form?.querySelector<HTMLElement>('[data-problem]');
  if (!form || !button || !problem) throw new Error(`the page has no form ${name}`);
  const label = button.textContent;
  let isSending = false;

  async function submit(target: HTMLFormElement, submitter: HTMLButtonElement, text: HTMLElement) {
    if (isSending) return;
    isSending = true;
    submitter.disabled = true;
    submitter.textContent = submitter.dataset['busy'] ?? label;
    showErrors(target, text, {}, '');
    try {
      await send(readFields(target));
    } catch (error) {
      const message = error instanceof ValidationError ? error.message : messageOf(error);
      showErrors(target, text, fieldErrorsOf(error), message);
    } finally {
      isSending = false;
      submitter.disabled = false;
      submitter.textContent = label;
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(form, button, problem);
  });
  form.addEventListener('input', ({ target }) => {
    problem.hidden = true;
    for (const name of repeatedBy(target)) clearError(form, name);
  });
  for (const toggle of form.querySelectorAll<HTMLButtonElement>('.field__with-button > button')) {
    toggle.addEventListener('click', () => togglePassword(toggle));
  }
  // The toasts of an answer are loaded while the person types.
  form.addEventListener('focusin', preloadToasts, { once: true });
  // Submitted before this script arrived (see AccountFrame).
  if (form.dataset['early'] !== undefined) {
    delete form.dataset['early'];
    form.requestSubmit();
  }
  return form;
}

/** The fields whose errors are untrue once this one is edited: itself, and the repetition of a password. */
function repeatedBy(target: EventTarget | null): string[] {
  const name = target instanceof HTMLInputElement ? target.name : '';
  return name === 'password' ? [name, 'confirm'] : [name];
}

function clearError(form: HTMLFormElement, name: string): void {
  const input = form.querySelector<HTMLInputElement>(`.field input[name="${name}"]`);
  const place = input?.closest('.field')?.querySelector<HTMLElement>('.field__error');
  if (place) place.textContent = '';
  input?.setAttribute('aria-invalid', 'false');
}

/** Beside each field that has an error; otherwise above the button. */
function showErrors(form: HTMLFormElement, problem: HTMLElement, errors: Fields, message: string) {
  let isShownAtField = false;
  for (const input of form.querySelectorAll<HTMLInputElement>('.field input')) {
    const text = errors[input.name] ?? '';
    const place = input.closest('.field')?.querySelector<HTMLElement>('.field__error');
    if (place) place.textContent = text;
    input.setAttribute('aria-invalid', String(text !== ''));
    if (text && place) input.setAttribute('aria-describedby', place.id);
    isShownAtField ||= text !== '';
  }
  problem.hidden = isShownAtField || !message;
  problem.textContent = problem.hidden ? '' : message;
  if (message) focusFirstError(form, errors);
}

function togglePassword(button: HTMLButtonElement): void {
  const input = button.parentElement?.querySelector('input');
  if (!input) return;
  const isShown = input.type === 'password';
  input.type = isShown ? 'text' : 'password';
  button.setAttribute('aria-pressed', String(isShown));
  const label = button.getAttribute('aria-label') ?? '';
  button.setAttribute('aria-label', label.replace(/^\w+/, isShown ? 'Hide' : 'Show'));
}
