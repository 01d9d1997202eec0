import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { FieldFrame } from './Field.tsx';

/** A native select with the mark of all selects. */
export const Select = (select: ComponentProps<'select'>) => (
  <span className="field__select">
    <select {...select} />
    <ChevronDown aria-hidden="true" />
  </span>
);

export const SelectField = ({
  label,
  hint,
  error,
  ...select
}: ComponentProps<'select'> & {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}) => (
  <FieldFrame {...{ label, hint, error }}>
    {(attributes) => <Select {...attributes} {...select} />}
  </FieldFrame>
);
