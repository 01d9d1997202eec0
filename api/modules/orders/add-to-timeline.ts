import { newId } from '../../platform/ids.ts';
import type { OrderAt, RevisionDecision, RevisionRequest, StatusChange } from './events.ts';
import { addToTimeline } from './timeline.ts';

export const addStatusToTimeline = addToTimeline(
  ({ order, reason, at }: OrderAt & Pick<StatusChange, 'reason'>) => ({
    key: `status:${newId()}`,
    kind: 'status',
    data: { status: order.shown_status, ...(reason ? { reason } : {}) },
    at,
  }),
);

export const addRequirementsToTimeline = addToTimeline(({ at }: OrderAt) => ({
  key: 'requirements',
  kind: 'requirements',
  at,
}));

export const addRevisionRequestToTimeline = addToTimeline(
  ({ order, revision, at }: RevisionRequest) => ({
    key: `revision:${revision.id}`,
    kind: 'revision requested',
    data: { number: revision.number, of: order.max_revisions },
    at,
  }),
);

export const addRevisionDecisionToTimeline = addToTimeline(
  ({ revision, status, at }: RevisionDecision) => ({
    key: `revision:${revision.id}:${status}`,
    kind: 'revision decided',
    data: { number: revision.number, status },
    at,
  }),
);
