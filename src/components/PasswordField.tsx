import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { FieldFrame } from './Field.tsx';

interface Props extends ComponentProps<'input'> {
  label: string;
  error?: string | undefined;
}

/** A password input with a button that shows what was typed. */
export function PasswordField({ label, error, ...input }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame label={label} error={error}>
      {(attributes) => (
        <div className="field__with-button">
          <input {...attributes} {...input} type={shown ? 'text' : 'password'} />
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
      )}
    </FieldFrame>
  );
}
