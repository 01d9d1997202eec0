import type { RevisionDto } from '../../../api/modules/deliveries/revisions.ts';

const TONES = { Pending: 'amber', Approved: 'blue', Rejected: 'red', Completed: 'green' } as const;

type Props = Pick<RevisionDto, 'status' | 'change'>;

/** What became of a revision request. */
export const RevisionBadge = ({ status, change }: Props) =>
  change === null ? (
    <span className={`badge badge--${TONES[status]}`}>{status}</span>
  ) : (
    <span className="badge badge--blue">Became change {change}</span>
  );
