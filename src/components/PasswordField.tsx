import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';

interface Props extends ComponentProps<'input'> {
  label: string;
  name: string;
  error?: string | undefined;
}

/** A password input with a button that shows what was typed. */
export function PasswordField({ label, error, ...input }: Props) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field__inset">
        <input
          id={id}
          {...input}
          type={shown ? 'text' : 'password'}
          aria-invalid={!!error}
          aria-describedby={`${id}-error`}
        />
        <button
          type="button"
          aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Eye />
          <EyeOff />
        </button>
      </div>
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
