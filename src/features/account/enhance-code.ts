import { CODE_LENGTH } from '../../../api/modules/accounts/rules.ts';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { validateCode } from './validation.ts';

export const codeBoxesOf = (form: HTMLFormElement) =>
  form.querySelector('.code-boxes') as HTMLFieldSetElement;

/**
 * Makes the boxes of a code one field: paste and autofill fill them, typing moves on, backspace moves
 * back. The hidden input holds the whole code.
 */
export function enhanceCode(group: HTMLElement, onComplete: (code: string) => void = () => {}) {
  const boxes = [...group.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])')];
  const whole = group.querySelector<HTMLInputElement>('input[type="hidden"]');
  const listening = new AbortController();
  const { signal } = listening;
  // A box may hold two characters for a moment; the digit before shows which one is new.
  const digits = boxes.map((box) => box.value.replace(/\D/g, '').slice(0, 1));
  let reported = '';
  let refusal: unknown = null;
  const focus = (at: number) => boxes[Math.min(Math.max(at, 0), CODE_LENGTH - 1)]?.focus();

  function write(at: number, digit: string): void {
    digits[at] = digit;
    const box = boxes[at];
    if (box) box.value = digit;
  }

  function update(isLastTyped = false): void {
    const code = digits.join('');
    if (!whole) return;
    const wasWhole = whole.value.length === CODE_LENGTH;
    whole.value = code;
    // Typing over a whole code completes it with each digit; the last one counts.
    if (code.length < CODE_LENGTH || code === reported || (wasWhole && !isLastTyped)) return;
    reported = code;
    onComplete(code);
  }

  function fill(from: number, text: string): void {
    const typed = text.replace(/\D/g, '').slice(0, CODE_LENGTH - from);
    if (!typed) {
      write(from, digits[from] ?? '');
      return;
    }
    for (const [at, digit] of [...typed].entries()) write(from + at, digit);
    focus(from + typed.length);
    update(from + typed.length === CODE_LENGTH);
  }

  function type(at: number, value: string): void {
    if (value === '') {
      write(at, '');
      update();
    }
    // Autofill puts the whole code into whichever box it finds.
    else if (value.length >= CODE_LENGTH) fill(0, value);
    else fill(at, value.length === 2 ? value.replace(digits[at] ?? '', '') : value);
  }

  function key(at: number, event: KeyboardEvent): void {
    if (event.key === 'Backspace' && !digits[at]) {
      event.preventDefault();
      if (at > 0) write(at - 1, '');
      update();
      focus(at - 1);
    }
    if (event.key === 'ArrowLeft') focus(at - 1);
    if (event.key === 'ArrowRight') focus(at + 1);
  }

  function mark(isInvalid: boolean): void {
    for (const box of boxes) box.setAttribute('aria-invalid', String(isInvalid));
    if (isInvalid) group.setAttribute('aria-describedby', 'code-problem');
    else group.removeAttribute('aria-describedby');
  }

  /** Empties the boxes after a refused code; one that is not complete stays. */
  function clear(): void {
    if (whole?.value.length !== CODE_LENGTH) return;
    for (const at of boxes.keys()) write(at, '');
    reported = '';
    update();
    focus(0);
  }

  group.addEventListener('input', () => refusal && mark(false), { signal });
  for (const [at, box] of boxes.entries()) {
    box.addEventListener('input', () => type(at, box.value), { signal });
    box.addEventListener('keydown', (event) => key(at, event), { signal });
    box.addEventListener('focus', () => box.select(), { signal });
  }
  group.addEventListener(
    'paste',
    (event) => {
      event.preventDefault();
      fill(0, event.clipboardData?.getData('text') ?? '');
    },
    { signal },
  );
  update();
  return {
    /** Sends the code. A refusal empties the boxes, and stays when the button is pressed before anything is typed. */
    async send(code: string, post: () => Promise<void>): Promise<void> {
      try {
        if (code === '' && refusal) throw refusal;
        throwFieldErrors({ code: validateCode(code) });
        mark(false);
        await post();
      } catch (error) {
        refusal = error;
        mark(true);
        clear();
        throw error;
      }
    },
    clear,
    stop: () => listening.abort(),
  };
}
