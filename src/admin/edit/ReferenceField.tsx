import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { SelectField } from '../../components/Select.tsx';
import { useFieldError } from './Fields.tsx';
import { $gigs, $projects, $reviews } from './references.ts';

const LISTS = { gigs: $gigs, projects: $projects, reviews: $reviews };

interface Props {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  of: keyof typeof LISTS;
  /** What it is called when nothing is referred to. */
  none: string;
}

/** Another item or a review; one that is gone stays until another is chosen, and pages leave it out. */
export function ReferenceField({ none, of, name, onChange, ...field }: Props) {
  const list = LISTS[of];
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
