import type { PublicationStatus as State } from '../../../api/modules/catalog/content/rules.ts';
import { timeAgo } from '../../lib/format.ts';
import type { EditableItem } from './create-editor.ts';

const TONES: Record<State, string> = { draft: 'amber', published: 'green', retired: 'red' };
export const STATUS_NAMES: Record<State, string> = {
  draft: 'Draft',
  published: 'Listed',
  retired: 'Retired',
};

export const PublicationStatusBadge = ({ status }: { status: State }) => (
  <span className={`badge badge--${TONES[status]}`}>{STATUS_NAMES[status]}</span>
);

export const PublicationStatusControl = ({
  item,
  dirty,
  isOnlyOne,
}: {
  item: EditableItem | null;
  dirty: boolean;
  isOnlyOne?: boolean | undefined;
}) => (
  <span className="row">
    {!isOnlyOne &&
      (item ? <PublicationStatusBadge status={item.status} /> : <span className="badge">New</span>)}
    <span role="status">
      {dirty ? 'Not saved yet' : item?.updatedAt ? `Saved ${timeAgo(item.updatedAt)}` : ''}
    </span>
  </span>
);
