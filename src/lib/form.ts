import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from './api.ts';

export type FieldErrors = Record<string, string>;

/** Validation errors found before sending, by field name. */
class ValidationError extends Error {
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

export interface Form {
  busy: boolean;
  fieldErrors: FieldErrors;
  /** The props of the field with this name; its error is then shown there and not in `problem`. */
  field: (name: string) => { name: string; error: string | undefined };
  /** The error of the form as a whole; '' when there is none. */
  problem: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** Sends a form, one request at a time, and shows each error beside its field; the inputs keep their values. */
export function useForm(send: (fields: Record<string, string>) => Promise<void>): Form {
  const [busy, setBusy] = useState(false);
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState('');
  const sending = useRef(false);
  const fields = useRef(new Set<string>());
  useEffect(resubmitEarlyForm, []);

  async function submit(form: HTMLFormElement): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setFieldErrors({});
    setProblem('');
    try {
      const entries = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
      await send(Object.fromEntries(entries) as Record<string, string>);
    } catch (error) {
      const found = fieldErrorsOf(error);
      setFieldErrors(found);
      const shownAtField = Object.keys(found).filter((name) => fields.current.has(name));
      if (shownAtField.length === 0)
        setProblem(error instanceof ValidationError ? error.message : messageOf(error));
      const first = [...form.elements].find(
        (each) => each instanceof HTMLElement && found[each.getAttribute('name') ?? ''],
      );
      if (first instanceof HTMLElement) first.focus();
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    busy,
    fieldErrors,
    field: (name) => {
      fields.current.add(name);
      return { name, error: fieldErrors[name] };
    },
    problem,
    onSubmit: (event) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}

/** Submits the form that was submitted before hydration (see AccountFrame). */
function resubmitEarlyForm(): void {
  const early = document.querySelector<HTMLFormElement>('form[data-early]');
  if (!early) return;
  delete early.dataset['early'];
  early.requestSubmit();
}

function fieldErrorsOf(error: unknown): FieldErrors {
  if (error instanceof ValidationError) return error.fieldErrors;
  if (!(error instanceof ApiError) || !error.field) return {};
  const name = error.field.split('.').at(-1) ?? '';
  return { [name]: error.message };
}
