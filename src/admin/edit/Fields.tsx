import { createContext, type ReactNode, useContext, useId, useState } from 'react';

/** The refused field and why, for whichever input it belongs to. */
export const Mistake = createContext({ field: '', mistake: '' });

interface Common {
  label: string;
  /** The path of the value, as the server names it in a refusal. */
  name: string;
  hint?: string;
}

function useMistake(name: string): string {
  const { field, mistake } = useContext(Mistake);
  return field === name ? mistake : '';
}

function Frame({
  id,
  label,
  hint,
  error,
  children,
}: Omit<Common, 'name'> & { id: string; error: string; children: ReactNode }) {
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

interface TextProps extends Common {
  value: string;
  set: (value: string) => void;
  type?: 'text' | 'date';
  rows?: number;
}

export function TextField({ label, name, hint, value, set, type = 'text', rows }: TextProps) {
  const id = useId();
  const error = useMistake(name);
  const shared = {
    id,
    value,
    'aria-invalid': error !== '',
    'aria-describedby': `${id}-error${hint ? ` ${id}-hint` : ''}`,
  };
  return (
    <Frame id={id} label={label} error={error} {...(hint ? { hint } : {})}>
      {rows ? (
        <textarea {...shared} rows={rows} onChange={(event) => set(event.target.value)} />
      ) : (
        <input {...shared} type={type} onChange={(event) => set(event.target.value)} />
      )}
    </Frame>
  );
}

interface NumberProps extends Common {
  value: number;
  set: (value: number) => void;
  step?: string;
  min?: number;
}

/** Keeps what is typed while it is typed; an emptied field is 0 to the server, which refuses it. */
export function NumberField({ label, name, hint, value, set, step = '1', min = 0 }: NumberProps) {
  const id = useId();
  const error = useMistake(name);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Frame id={id} label={label} error={error} {...(hint ? { hint } : {})}>
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
          set(event.target.value === '' ? 0 : Number(event.target.value));
        }}
        onBlur={() => setTyped(null)}
      />
    </Frame>
  );
}

interface LinesProps extends Common {
  value: string[];
  set: (value: string[]) => void;
}

/** A list of short texts, one a line. */
export function LinesField({ label, name, hint = 'One a line.', value, set }: LinesProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      name={name}
      hint={hint}
      rows={4}
      value={typed ?? value.join('\n')}
      set={(text) => {
        setTyped(text);
        set(
          text
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        );
      }}
    />
  );
}
