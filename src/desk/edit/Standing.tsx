import type { Standing as State } from '../../../api/gigs/rules.ts';
import { ago } from '../../lib/format.ts';
import type { Thing } from './editor.ts';

const TONES: Record<State, string> = { draft: 'amber', published: 'green', retired: 'red' };
const NAMES: Record<State, string> = { draft: 'Draft', published: 'Offered', retired: 'Retired' };

export const StandingBadge = ({ status }: { status: State }) => (
  <span className={`badge badge--${TONES[status]}`}>{NAMES[status]}</span>
);

export const Standing = ({ thing, dirty }: { thing: Thing | null; dirty: boolean }) => (
  <span className="row">
    {thing ? <StandingBadge status={thing.status} /> : <span className="badge">New</span>}
    <span role="status">
      {dirty ? 'Not saved yet' : thing ? `Saved ${ago(thing.updatedAt)}` : ''}
    </span>
  </span>
);
