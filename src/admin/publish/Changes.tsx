import { CircleCheck } from 'lucide-react';
import type { UnpublishedChange } from '../../../api/modules/site/rules.ts';

const TONES = { added: 'green', changed: 'blue', removed: 'red' } as const;
const KINDS = { gig: 'Gig', project: 'Past work', site: 'Site' } as const;

export function Changes({ changes }: { changes: UnpublishedChange[] }) {
  if (changes.length === 0) {
    return (
      <p className="success-line">
        <CircleCheck aria-hidden="true" /> Visitors see everything as it is here.
      </p>
    );
  }
  return (
    <ul className="unpublished stack stack--medium">
      {changes.map(({ kind, what, title }) => (
        <li key={`${kind} ${what} ${title}`}>
          <span className={`badge badge--${TONES[what]}`}>{what}</span>
          <span>{title}</span>
          <span className="text-13">{KINDS[kind]}</span>
        </li>
      ))}
    </ul>
  );
}
