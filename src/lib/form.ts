import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from './api.ts';

export type FieldErrors = Record<string, string>;

/** Mistakes found before sending, by field name. */
class Invalid extends Error {
  readonly mistakes: FieldErrors;

  constructor(message: string, mistakes: FieldErrors) {
    super(message);
    this.mistakes = mistakes;
  }
}

/** Sends nothing while a field has a mistake; '' is none. */
export function setFieldErrors(mistakes: FieldErrors): void {
  const found = Object.entries(mistakes).filter(([, text]) => text);
  const [first] = found;
  if (first) throw new Invalid(first[1], Object.fromEntries(found));
}

export interface Form {
  busy: boolean;
  mistakes: FieldErrors;
  /** What a field of this name needs to be told; it shows its own mistake, so nothing else does. */
  field: (name: string) => { name: string; error: string | undefined };
  /** What went wrong as a whole; '' while nothing did. */
  problem: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Sends a form once at a time and puts each refusal beside its field.
 * Inputs keep their own values, so nothing typed is lost.
 */
export function useForm(send: (fields: Record<string, string>) => Promise<void>): Form {
  const [busy, setBusy] = useState(false);
  const [mistakes, setMistakes] = useState<FieldErrors>({});
  const [problem, setProblem] = useState('');
  const sending = useRef(false);
  const fields = useRef(new Set<string>());
  useEffect(sendEarly, []);

  async function submit(form: HTMLFormElement): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setMistakes({});
    setProblem('');
    try {
      const entries = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
      await send(Object.fromEntries(entries) as Record<string, string>);
    } catch (error) {
      const found = mistakesOf(error);
      setMistakes(found);
      const beside = Object.keys(found).filter((name) => fields.current.has(name));
      if (beside.length === 0)
        setProblem(error instanceof Invalid ? error.message : messageOf(error));
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
    mistakes,
    field: (name) => {
      fields.current.add(name);
      return { name, error: mistakes[name] };
    },
    problem,
    onSubmit: (event) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}

/** Sends the form that was sent before React listened (`AccountFrame`). */
function sendEarly(): void {
  const early = document.querySelector<HTMLFormElement>('form[data-early]');
  if (!early) return;
  delete early.dataset['early'];
  early.requestSubmit();
}

function mistakesOf(error: unknown): FieldErrors {
  if (error instanceof Invalid) return error.mistakes;
  if (!(error instanceof ApiError) || !error.field) return {};
  const name = error.field.split('.').at(-1) ?? '';
  return { [name]: error.message };
}
