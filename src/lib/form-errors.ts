import { ApiError } from './api.ts';
import { focusInView } from './focus-in-view.ts';

export type FieldErrors = Record<string, string>;

/** Validation errors found before sending, by field name. */
export class ValidationError extends Error {
  readonly fieldErrors: FieldErrors;

  constructor(message: string, fieldErrors: FieldErrors) {
    super(message);
    this.fieldErrors = fieldErrors;
  }
}

/** Throws when a field has an error, so that nothing is sent; '' means no error. */
export function throwFieldErrors(fieldErrors: FieldErrors): void {
  const found = Object.entries(fieldErrors).filter(([, text]) => text);
  const [first] = found;
  if (first) throw new ValidationError(first[1], Object.fromEntries(found));
}

/** The text fields of a form, by name, and the button that submitted it. */
export function readFields(
  form: HTMLFormElement,
  submitter: HTMLElement | null = null,
): Record<string, string> {
  const entries = [...new FormData(form, submitter)].filter(
    ([, value]) => typeof value === 'string',
  );
  return Object.fromEntries(entries) as Record<string, string>;
}

export function fieldErrorsOf(error: unknown): FieldErrors {
  if (error instanceof ValidationError) return error.fieldErrors;
  if (!(error instanceof ApiError) || !error.field) return {};
  const name = error.field.split('.').at(-1) ?? '';
  return { [name]: error.message };
}

/** Focuses the first field that has an error. */
export function focusFirstError(form: HTMLFormElement, fieldErrors: FieldErrors): void {
  const first = [...form.elements].find(
    (each) => each instanceof HTMLElement && fieldErrors[each.getAttribute('name') ?? ''],
  );
  if (first instanceof HTMLElement) focusInView(first);
}
