import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { SelectField } from '../../components/Select.tsx';
import { readJson } from '../../lib/api.ts';
import { adminApi, remote } from '../requests.ts';
import { useFieldError } from './Fields.tsx';

/** What an item can refer to, for a choice. */
interface Choice {
  id: string;
  name: string;
}

const named = ({ _id, title }: { _id: string; title: string }): Choice => ({
  id: _id,
  name: title,
});

const $gigs = remote(async () => (await readJson(adminApi.gigs.$get())).gigs.map(named));
const $projects = remote(async () =>
  (await readJson(adminApi.projects.$get())).projects.map(named),
);
const $reviews = remote(async () =>
  (await readJson(adminApi.reviews.$get())).reviews.map(({ _id, name, comment }) => ({
    id: _id,
    name: `${name}: ${comment.slice(0, 60)}`,
  })),
);

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
