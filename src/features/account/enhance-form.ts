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

  async function submit(target: HTMLFormElement, submitter: HTMLButtonElement, text: HTMLElement) {
    if (submitter.disabled) return;
    submitter.disabled = true;
    submitter.textContent = submitter.dataset['busy'] ?? label;
    showErrors(target, text, {}, '');
    try {
      await send(readFields(target));
    } catch (error) {
      const message = error instanceof ValidationError ? error.message : messageOf(error);
      showErrors(target, text, fieldErrorsOf(error), message);
    } finally {
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
    // The repetition of a password is right or wrong with the password.
    const { name } = target as HTMLInputElement;
    for (const input of fieldsOf(form)) {
      if (input.name === name || (name === 'password' && input.name === 'confirm'))
        showError(input, '');
    }
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

/** Those that have a place for their error; that of a code stands above the button. */
const fieldsOf = (form: HTMLFormElement) =>
  form.querySelectorAll<HTMLInputElement>('.field:has(.field__error) input');

function showError(input: HTMLInputElement, text: string): void {
  const place = input.closest('.field')?.querySelector('.field__error');
  if (!place) return;
  place.textContent = text;
  input.setAttribute('aria-invalid', String(text !== ''));
  input.setAttribute('aria-describedby', place.id);
}

/** Beside each field that has an error; otherwise above the button. */
function showErrors(form: HTMLFormElement, problem: HTMLElement, errors: Fields, message: string) {
  let isShownAtField = false;
  for (const input of fieldsOf(form)) {
    const text = errors[input.name] ?? '';
    showError(input, text);
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
