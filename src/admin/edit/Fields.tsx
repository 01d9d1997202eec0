import { createContext, type ReactNode, useContext, useId, useState } from 'react';

/** The field that the server rejected, and its message; each input reads its own from here. */
export const FieldErrorContext = createContext({ field: '', message: '' });

interface FieldProps {
  label: string;
  /** The path of the value, as the server names it in an error. */
  name: string;
  hint?: string;
}

function useFieldError(name: string): string {
  const { field, message } = useContext(FieldErrorContext);
  // An error may concern one of several lines.
  return field === name || /^\.\d+$/.test(field.replace(name, '')) ? message : '';
}

function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: Omit<FieldProps, 'name'> & { id: string; error: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className="field__error" id={`${id}-error`} role={error ? 'alert' : undefined}>
        {error}
      </p>
    </div>
  );
}

interface TextProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'date';
  rows?: number;
}

export function TextField({ label, name, hint, value, onChange, type = 'text', rows }: TextProps) {
  const id = useId();
  const error = useFieldError(name);
  const shared = {
    id,
    value,
    'aria-invalid': error !== '',
    'aria-describedby': `${id}-error${hint ? ` ${id}-hint` : ''}`,
  };
  return (
    <FieldFrame id={id} label={label} error={error} {...(hint ? { hint } : {})}>
      {rows ? (
        <textarea {...shared} rows={rows} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input {...shared} type={type} onChange={(event) => onChange(event.target.value)} />
      )}
    </FieldFrame>
  );
}

interface NumberProps extends FieldProps {
  value: number;
  onChange: (value: number) => void;
  step?: string;
  min?: number;
}

/** Keeps the typed text until the field loses focus; an empty field is sent as 0, which the server rejects. */
export function NumberField({
  label,
  name,
  hint,
  value,
  onChange,
  step = '1',
  min = 0,
}: NumberProps) {
  const id = useId();
  const error = useFieldError(name);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <FieldFrame id={id} label={label} error={error} {...(hint ? { hint } : {})}>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min={min}
        step={step}
        value={typed ?? String(value)}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-error`}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(event.target.value === '' ? 0 : Number(event.target.value));
        }}
        onBlur={() => setTyped(null)}
      />
    </FieldFrame>
  );
}

interface LinesProps extends FieldProps {
  value: string[];
  onChange: (value: string[]) => void;
  rows?: number;
}

/** A list of short texts, one per line. */
export function LinesField(props: LinesProps) {
  const { label, name, hint = 'One a line.', value, onChange, rows = 4 } = props;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      name={name}
      hint={hint}
      rows={rows}
      value={typed ?? value.join('\n')}
      onChange={(text) => {
        setTyped(text);
        onChange(
          text
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        );
      }}
    />
  );
}
