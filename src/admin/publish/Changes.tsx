import { BookImage, CircleCheck, Globe, Tags } from 'lucide-react';
import type { UnpublishedChange } from '../../../api/modules/site/rules.ts';
import { List, ListRow } from '../../components/List.tsx';

const TONES = { added: 'green', changed: 'blue', removed: 'red' } as const;
const KINDS = {
  gig: ['Gig', Tags],
  project: ['Past work', BookImage],
  site: ['Site', Globe],
} as const;

export function Changes({ changes }: { changes: UnpublishedChange[] }) {
  if (changes.length === 0) {
    return (
      <p className="success-line">
        <CircleCheck aria-hidden="true" /> Visitors see everything as it is here.
      </p>
    );
  }
  return (
    <List label="Changed since the last publish">
      {changes.map(({ kind, what, title }) => (
        <ListRow
          key={`${kind} ${what} ${title}`}
          icon={KINDS[kind][1]}
          title={title}
          note={KINDS[kind][0]}
          aside={<span className={`badge badge--${TONES[what]}`}>{what}</span>}
        />
      ))}
    </List>
  );
}
