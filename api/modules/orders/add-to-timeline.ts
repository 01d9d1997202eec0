import type { Tx } from '../../../db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import type { OrderAt, RevisionDecision, RevisionRequest, StatusChange } from './events.ts';
import { shownStatus } from './rules.ts';
import { addOrderEvent } from './timeline.ts';

export const addStatusToTimeline = (
  tx: Tx,
  _: Services,
  { order, reason, at }: OrderAt & Pick<StatusChange, 'reason'>,
) =>
  addOrderEvent(tx, order.id, {
    key: `status:${newId()}`,
    kind: 'status',
    data: { status: shownStatus(order), ...(reason ? { reason } : {}) },
    at,
  });

export const addRequirementsToTimeline = (tx: Tx, _: Services, { order, at }: OrderAt) =>
  addOrderEvent(tx, order.id, { key: 'requirements', kind: 'requirements', at });

export const addRevisionRequestToTimeline = (
  tx: Tx,
  _: Services,
  { order, revision, at }: RevisionRequest,
) =>
  addOrderEvent(tx, order.id, {
    key: `revision:${revision.id}`,
    kind: 'revision requested',
    data: { number: revision.number, of: order.max_revisions },
    at,
  });

export const addRevisionDecisionToTimeline = (
  tx: Tx,
  _: Services,
  { order, revision, status, at }: RevisionDecision,
) =>
  addOrderEvent(tx, order.id, {
    key: `revision:${revision.id}:${status}`,
    kind: 'revision decided',
    data: { number: revision.number, status },
    at,
  });
