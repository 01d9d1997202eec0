import { createContext, useContext, useState } from 'react';
import { Checkbox, Field, TextArea } from '../../components/Field.tsx';
import type { FieldError } from '../../lib/api.ts';

/** The fields that the server rejected, with their messages; each input reads its own from here. */
export const FieldErrorContext = createContext<readonly FieldError[]>([]);

interface FieldProps {
  label: string;
  /** The path of the value, as the server names it in an error. */
  name: string;
  hint?: string | undefined;
}

export function useFieldError(name: string): string {
  // An error may concern one of several lines.
  const isOwn = ({ field }: FieldError) =>
    field === name || /^\.\d+$/.test(field.replace(name, ''));
  return useContext(FieldErrorContext).find(isOwn)?.message ?? '';
}

interface TextProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'date';
  rows?: number | undefined;
  /** What is wrong with the value, known before it is sent. */
  problem?: string;
}

export function TextField({ name, onChange, type = 'text', rows, problem, ...rest }: TextProps) {
  const field = { ...rest, error: useFieldError(name) || problem };
  return rows ? (
    <TextArea {...field} rows={rows} onChange={(event) => onChange(event.target.value)} />
  ) : (
    <Field {...field} type={type} onChange={(event) => onChange(event.target.value)} />
  );
}

interface NumberProps<Empty extends 0 | null> extends FieldProps {
  value: number | Empty;
  onChange: (value: number | Empty) => void;
  /** The value of an empty field. */
  empty: Empty;
  step?: string | undefined;
  min?: number | undefined;
}

/** Keeps the typed text until the field loses focus. An empty field that is needed is sent as 0, which the server rejects. */
export function NumberField<Empty extends 0 | null>(props: NumberProps<Empty>) {
  const { name, value, onChange, empty, step = '1', min = 0, ...rest } = props;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field
      {...rest}
      error={useFieldError(name)}
      type="number"
      inputMode="decimal"
      min={min}
      step={step}
      value={typed ?? String(value ?? '')}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(event.target.value === '' ? empty : Number(event.target.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

interface LinesProps extends FieldProps {
  value: string[];
  onChange: (value: string[]) => void;
  rows?: number | undefined;
}

/** A list of short texts, one per line. */
export function LinesField({ value, onChange, ...field }: LinesProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      {...field}
      hint={field.hint ?? 'One per line.'}
      rows={field.rows ?? 4}
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

interface CheckboxProps extends FieldProps {
  value: boolean;
  onChange: (value: boolean) => void;
}

export const CheckboxField = ({ value, onChange, ...field }: CheckboxProps) => (
  <Checkbox
    {...field}
    error={useFieldError(field.name)}
    checked={value}
    onChange={(event) => onChange(event.target.checked)}
  />
);
