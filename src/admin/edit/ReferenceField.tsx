import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { SelectField } from '../../components/Select.tsx';
import type { Remote } from '../requests.ts';
import { TextField, useFieldError } from './Fields.tsx';
import type { Choice } from './references.ts';

interface Props {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
}

/** Another item or a review; one that is gone stays until another is chosen, and pages leave it out. */
export function ReferenceField({
  none,
  list,
  name,
  onChange,
  ...field
}: Props & { none: string; list: Remote<Choice[]> }) {
  const loaded = useStore(list);
  useEffect(() => void list.load(), [list]);
  const choices = loaded.state === 'loaded' ? loaded.value : [];
  const isKnown = field.value === '' || choices.some(({ id }) => id === field.value);
  return (
    <SelectField
      {...field}
      error={useFieldError(name)}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{none}</option>
      {!isKnown && (
        <option value={field.value}>
          {loaded.state === 'loaded' ? 'No longer there' : 'As saved'}
        </option>
      )}
      {choices.map(({ id, name: choice }) => (
        <option key={id} value={id}>
          {choice}
        </option>
      ))}
    </SelectField>
  );
}

/** The last part of the address of a page. */
export const AddressField = ({ under, ...field }: Omit<Props, 'label'> & { under: string }) => (
  <TextField
    label={`Address, after ${under}`}
    hint="Empty: made of the title. Links to an address that it had before lead to the new one."
    {...field}
  />
);
