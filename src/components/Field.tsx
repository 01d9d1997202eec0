import { type ComponentProps, useId } from 'react';

interface Props extends ComponentProps<'input'> {
  label: string;
  name: string;
  error?: string | undefined;
  hint?: string;
}

/** A labelled input with its hint and its error. */
export function Field({ label, error, hint, ...input }: Props) {
  const id = useId();
  const descriptionIds = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        {...input}
        aria-invalid={!!error}
        aria-describedby={descriptionIds || undefined}
      />
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
