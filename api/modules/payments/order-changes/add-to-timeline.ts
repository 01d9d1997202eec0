import type { Subscriber } from '../../../platform/events.ts';
import { addOrderEvent, addToTimeline } from '../../orders/timeline.ts';
import type { ChangeAt, ChangeProposal } from './events.ts';
import { describeEffect, isRequest, stateOf } from './rules.ts';

const dataOf = ({ change }: ChangeAt) => ({
  number: change.number,
  effect: describeEffect({ amount: change.amount, days: change.extra_days }),
});

export const addProposalToTimeline: Subscriber<ChangeProposal> = async (tx, _, proposal) => {
  const { order, change, revision, at } = proposal;
  if (revision) {
    await addOrderEvent(tx, order.id, {
      key: `revision:${revision.id}:change`,
      kind: 'revision out of scope',
      data: { number: revision.number, change: change.number },
      at,
    });
  }
  // A request that is quoted gets a second line, as the owner's proposal.
  const isAsked = isRequest(change);
  await addOrderEvent(tx, order.id, {
    key: `change:${change.id}${isAsked ? ':asked' : ''}`,
    kind: isAsked ? 'change asked' : 'change proposed',
    data: { ...dataOf(proposal), by: change.proposed_by },
    at,
  });
};

export const addChangeToTimeline = addToTimeline((changed: ChangeAt) => ({
  key: `change:${changed.change.id}:${changed.change.status}`,
  kind: `change ${stateOf(changed.change).toLowerCase()}`,
  data: dataOf(changed),
  at: changed.at,
}));
