import { expect } from 'vitest';
import { buyerAnswers, buyerAsks, ownerAnswers, ownerProposes } from '../support/changes.ts';
import fc from '../support/fast-check.ts';
import { type ChangeModel, isActive, type Model, newInstalment, type OrderModel } from './model.ts';
import { hasBuyer, hasOrders, pick, type Simulated, saidBy, step } from './step.ts';

const nth = fc.nat({ max: 30 });
const MAX_OPEN = 5;
const WEEK = 7 * 24 * 3_600_000;

const proposed = (order: OrderModel) => order.changes.filter(({ status }) => status === 'Proposed');

const proposing = fc
  .record({
    at: nth,
    by: fc.constantFrom('buyer', 'owner'),
    paise: fc.constantFrom(0, 100, 50_001),
  })
  .map(({ at, by, paise }) =>
    step({
      comesFirst: true,
      scenario: (model) =>
        `the ${by} proposes a change of ${pick(model, at).label} for ${paise} paise, twice at once`,
      possible: (model) => (by === 'owner' ? hasOrders(model) : hasBuyer(model, at)),
      async run(model, { owner }) {
        const order = pick(model, at);
        const changeId = crypto.randomUUID();
        // A buyer names no price.
        const amount = by === 'owner' ? paise : 0;
        const propose = () =>
          by === 'owner'
            ? ownerProposes(owner, order.id, { changeId, amount: amount / 100 })
            : buyerAsks(order.buyer.person, order.id, {
                ...{ changeId, description: saidBy(order.buyer) },
              });
        const statuses = (await Promise.all([propose(), propose()])).map(({ status }) => status);
        const taken = isActive(model, order) && proposed(order).length < MAX_OPEN;
        expect(statuses).toEqual(taken ? [201, 201] : [409, 409]);
        if (taken) order.changes.push({ id: changeId, by, amount, status: 'Proposed' });
      },
    }),
  );

const quoting = fc.record({ at: nth, which: nth }).map(({ at, which }) =>
  step({
    scenario: (model) => `the owner quotes a price for a request of ${pick(model, at).label}`,
    possible: (model) =>
      hasOrders(model) && pick(model, at).changes.some(({ by }) => by === 'buyer'),
    async run(model, { owner }) {
      const order = pick(model, at);
      const requests = order.changes.filter(({ by }) => by === 'buyer');
      const request = requests[which % requests.length];
      if (!request) throw new Error('no request');
      const quote = { changeId: request.id, amount: 640 };
      const { status } = await ownerProposes(owner, order.id, quote);
      const taken = isActive(model, order) && request.status === 'Proposed';
      expect(status).toBe(taken ? 201 : 409);
      if (taken) Object.assign(request, { by: 'owner', amount: 640_00 });
    },
  }),
);

const answers = ['accept', 'accept', 'decline', 'withdraw'] as const;
const ENDS = { accept: 'Accepted', decline: 'Declined', withdraw: 'Withdrawn' } as const;

const answering = fc
  .record({ at: nth, which: nth, answer: fc.constantFrom(...answers), right: fc.boolean() })
  .map(({ at, which, answer, right }) =>
    step({
      comesFirst: true,
      scenario: (model) =>
        `${right ? 'whoever may' : 'whoever may not'} sends ${answer} for a change of ${pick(model, at).label}`,
      possible: (model) => hasOrders(model) && pick(model, at).changes.length > 0,
      async run(model, real) {
        const order = pick(model, at);
        const change = order.changes[which % order.changes.length];
        if (!change) throw new Error('no change');
        const isOwn = answer === 'withdraw';
        const byOwner = (change.by === 'owner') === (isOwn === right);
        if (order.buyer.isGone && !byOwner) return;
        const { status } = byOwner
          ? await ownerAnswers(real.owner, change.id, answer)
          : await buyerAnswers(order.buyer.person, change.id, answer);
        const isSame = change.status === ENDS[answer];
        const isOpen =
          change.status === 'Proposed' && (answer !== 'accept' || isActive(model, order));
        // An accepted change is accepted again only while its order takes changes: the answer may be either.
        const expected = right && (isOpen || isSame) ? 200 : 409;
        expect(status, `${answer} of a change that is ${change.status}`).toBe(expected);
        if (right && isOpen) decide(real, order, change, ENDS[answer]);
      },
    }),
  );

function decide(
  { app }: Simulated,
  order: OrderModel,
  change: ChangeModel,
  to: ChangeModel['status'],
): void {
  change.status = to;
  if (to !== 'Accepted') return;
  const now = app.server.services.clock().getTime();
  if (change.amount > 0)
    order.instalments.push({ ...newInstalment(change.amount, 'date'), payBy: now + WEEK });
  if (order.status === 'Delivered') order.status = 'Accepted';
}

const takingRevision = fc.record({ at: nth, which: nth }).map(({ at, which }) =>
  step({
    comesFirst: true,
    scenario: (model) =>
      `the owner makes a request for a revision of ${pick(model, at).label} a change`,
    possible: (model) => hasOrders(model) && pick(model, at).revisions.length > 0,
    async run(model, { owner }) {
      const order = pick(model, at);
      const revision = order.revisions[which % order.revisions.length];
      if (!revision) throw new Error('no revision');
      const changeId = crypto.randomUUID();
      const sent = { changeId, amount: 750, revisionId: revision.id };
      const { status } = await ownerProposes(owner, order.id, sent);
      const taken =
        isActive(model, order) &&
        proposed(order).length < MAX_OPEN &&
        revision.status === 'Pending';
      expect(status).toBe(taken ? 201 : 409);
      if (!taken) return;
      Object.assign(revision, { status: 'Rejected', isChange: true });
      order.changes.push({ id: changeId, by: 'owner', amount: 750_00, status: 'Proposed' });
    },
  }),
);

/** The proposals of an order that has ended are withdrawn. */
export function withdrawChanges(model: Model): void {
  for (const order of model.orders) {
    if (order.status !== 'Completed' && order.status !== 'Rejected' && order.status !== 'Cancelled')
      continue;
    for (const change of proposed(order)) change.status = 'Withdrawn';
  }
}

export const changeSteps = [proposing, quoting, answering, answering, takingRevision];
