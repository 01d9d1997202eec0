import { type ComponentProps, type ReactNode, useId } from 'react';

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

export const TextArea = ({ label, hint, error, ...area }: Texts & ComponentProps<'textarea'>) => (
  <FieldFrame {...{ label, hint, error }}>
    {(attributes) => <textarea {...attributes} {...area} />}
  </FieldFrame>
);

export const Checkbox = ({ label, hint, error, ...input }: Texts & ComponentProps<'input'>) => (
  <FieldFrame {...{ label, hint, error }}>
    {(attributes) => <input {...attributes} type="checkbox" {...input} />}
  </FieldFrame>
);
