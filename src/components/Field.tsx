import { type ComponentProps, type ReactNode, useId, useState } from 'react';

interface Texts {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

interface FrameProps extends Texts {
  /** Renders the input with these attributes, which connect it with its texts. */
  children: (input: {
    id: string;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** The label, the hint and the error of an input. */
export function FieldFrame({ label, hint, error, children }: FrameProps) {
  const id = useId();
  const descriptionIds = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': !!error, 'aria-describedby': descriptionIds || undefined })}
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

export const Field = ({ label, hint, error, ...input }: Texts & ComponentProps<'input'>) => (
  <FieldFrame {...{ label, hint, error }}>
    {(attributes) => <input {...attributes} {...input} />}
  </FieldFrame>
);

/** A longer text. With `maxLength` it counts the characters near the limit, and cuts nothing that is pasted. */
export function TextArea({
  label,
  hint,
  error,
  maxLength,
  onInput,
  ...area
}: Texts & ComponentProps<'textarea'>) {
  const [typed, setTyped] = useState(String(area.defaultValue ?? '').length);
  const length = area.value === undefined ? typed : String(area.value).length;
  return (
    <FieldFrame {...{ label, hint, error }}>
      {(attributes) => (
        <>
          <textarea
            {...attributes}
            {...area}
            onInput={(event) => {
              setTyped(event.currentTarget.value.length);
              onInput?.(event);
            }}
          />
          {maxLength && !error && <LengthCounter length={length} max={maxLength} />}
        </>
      )}
    </FieldFrame>
  );
}

/** From which part of the limit on the characters are counted. */
const NEAR = 0.9;

/** How much of the limit of a text is used: nothing until it is near. */
export function LengthCounter({ length, max }: { length: number; max: number }) {
  const [used, most] = [length, max].map((number) => number.toLocaleString('en'));
  const isOver = length > max;
  const isNear = length >= NEAR * max;
  return (
    <>
      {isNear && (
        <p className={isOver ? 'field__error' : 'field__hint'} aria-hidden="true">
          {`${used} of ${most} characters${isOver ? ': please shorten it' : ''}`}
        </p>
      )}
      <span className="visually-hidden" role="status">
        {isOver
          ? `More than ${most} characters: please shorten it`
          : isNear && `Close to the limit of ${most} characters`}
      </span>
    </>
  );
}

export const Checkbox = ({ label, hint, error, ...input }: Texts & ComponentProps<'input'>) => (
  <FieldFrame {...{ label, hint, error }}>
    {(attributes) => <input {...attributes} type="checkbox" {...input} />}
  </FieldFrame>
);
