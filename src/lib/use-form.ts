import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from './api.ts';
import {
  type FieldErrors,
  fieldErrorsOf,
  focusFirstError,
  readFields,
  ValidationError,
} from './form-errors.ts';

export interface Form {
  busy: boolean;
  fieldErrors: FieldErrors;
  /** The props of the field with this name; its error is then shown there and not in `problem`. */
  field: (name: string) => { name: string; error: string | undefined };
  /** The error of the form as a whole; '' when there is none. */
  problem: string;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/** Sends a form, one request at a time, and shows each error beside its field; the inputs keep their values. */
export function useForm(send: (fields: Record<string, string>) => Promise<void>): Form {
  const [busy, setBusy] = useState(false);
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState('');
  const sending = useRef(false);
  const fields = useRef(new Set<string>());
  const watched = useRef<HTMLFormElement>(null);

  async function submit(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    // What was wrong stays until the answer replaces it, so that no field moves meanwhile.
    const show = (errors: FieldErrors, text: string) => {
      setFieldErrors(errors);
      setProblem(text);
    };
    try {
      await send(readFields(form, submitter));
      show({}, '');
    } catch (error) {
      const found = fieldErrorsOf(error);
      const isAtField = Object.keys(found).some((name) => fields.current.has(name));
      const text = error instanceof ValidationError ? error.message : messageOf(error);
      // A screen reader says the same words again only if their element is a new one.
      flushSync(() => setProblem(''));
      show(found, isAtField ? '' : text);
      focusFirstError(form, found);
      clearWhenEdited(form);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  /**
   * An error goes when its field is edited, or the one that it is computed from, which names it in `data-changes`: by
   * then it may be untrue. A field without a name may change all others.
   */
  function clearWhenEdited(form: HTMLFormElement): void {
    if (watched.current === form) return;
    watched.current = form;
    form.addEventListener('input', ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      const name = target.getAttribute('name');
      const changed = [name, target.dataset['changes']];
      // After React's own handlers: rendering before them would put a controlled field's old value back.
      setTimeout(() => {
        setProblem('');
        setFieldErrors((errors) =>
          name
            ? Object.fromEntries(Object.entries(errors).filter(([each]) => !changed.includes(each)))
            : {},
        );
      });
    });
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
      void submit(event.currentTarget, event.nativeEvent.submitter);
    },
  };
}
