import { expect } from 'vitest';
import fc from '../support/fast-check.ts';
import { ownerOf } from '../support/people.ts';
import { hasClosedFiles, isActive, type Model, type OrderModel } from './model.ts';
import { hasBuyer, hasOrders, pick, step } from './step.ts';

const nth = fc.nat({ max: 30 });
const DAYS_TO_OPEN = 14;

/** Whether only the payment that opens the files is waited for, for so long that the owner may end the order. */
function mayEnd(model: Model, order: OrderModel): boolean {
  const { revisions, changes, deliveredOn } = order;
  const isAsked =
    revisions.some(({ status }) => status === 'Pending') ||
    changes.some(({ status }) => status === 'Proposed');
  const isDisputed = model.payments.some((each) => each.order === order && each.dispute);
  const isUnpaid = order.status === 'Delivered' && hasClosedFiles(order) && isActive(model, order);
  return isUnpaid && !isAsked && !isDisputed && model.day - deliveredOn >= DAYS_TO_OPEN;
}

const ending = nth.map((at) =>
  step({
    scenario: (model) => `the owner ends ${pick(model, at).label}, which nobody paid for, twice`,
    possible: hasOrders,
    // Ending needs a recent confirmation, which a sign-in is.
    async run(model, { app }) {
      const order = pick(model, at);
      const owner = await ownerOf(app);
      const end = () => owner.post(`/api/v1/desk/orders/${order.id}/end`, { refund: 0 });
      const statuses = (await Promise.all([end(), end()])).map(({ status }) => status).sort();
      const ends = mayEnd(model, order);
      expect(statuses).toEqual(ends ? [200, 409] : [409, 409]);
      if (ends) Object.assign(order, { status: 'Cancelled', isEnded: true });
    },
  }),
);

const reading = nth.map((at) =>
  step({
    scenario: (model) => `the buyer reads whether the files of ${pick(model, at).label} are open`,
    possible: (model) => hasBuyer(model, at),
    async run(model) {
      const order = pick(model, at);
      const { body } = await order.buyer.person.get(`/api/v1/gig/order/${order.id}`);
      expect(body.order?.isClosed ?? false).toBe(hasClosedFiles(order));
    },
  }),
);

export const handOverSteps = [ending, ending, reading];
