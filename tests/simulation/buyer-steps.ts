import { expect } from 'vitest';
import fc from '../support/fast-check.ts';
import {
  complete,
  hasClosedFiles,
  hasFailed,
  heldOf,
  isActive,
  isClosed,
  isDue,
  isOpen,
  leftOf,
  type Model,
  type OrderModel,
  type PaymentModel,
  paidOf,
  shownStatusOf,
} from './model.ts';
import { hasBuyer, hasOrders, pick, saidBy, step } from './step.ts';

const API = '/api/v1/gig';
const nth = fc.nat({ max: 30 });

const requestingRevision = nth.map((at) =>
  step({
    comesFirst: true,
    scenario: (model) =>
      `the buyer asks twice for one revision of ${pick(model, at).label}, from its open pins`,
    possible: (model) => hasBuyer(model, at),
    async run(model) {
      const order = pick(model, at);
      const id = crypto.randomUUID();
      const chosen = order.pins.filter(({ isResolved }) => !isResolved);
      const request = {
        ...{ orderId: order.id, requestId: id, revisionDescription: saidBy(order.buyer) },
        pins: chosen.map((pin) => pin.id),
      };
      const ask = () => order.buyer.person.post(`${API}/order/revision-request`, request);
      const answers = await Promise.all([ask(), ask()]);
      const taken = isActive(model, order) && countedRevisions(order) < order.maxRevisions;
      expect(answers.map(({ status }) => status)).toEqual(taken ? [201, 201] : [409, 409]);
      if (!taken) return;
      order.revisions.push({ id, status: 'Pending' });
      for (const pin of chosen) pin.revision = id;
    },
  }),
);

const countedRevisions = ({ revisions }: OrderModel): number =>
  revisions.filter(({ isChange }) => !isChange).length;

const acceptingDelivery = nth.map((at) =>
  step({
    comesFirst: true,
    scenario: (model) => `the buyer accepts the delivery of ${pick(model, at).label}`,
    possible: (model) => hasBuyer(model, at),
    async run(model, { app }) {
      const order = pick(model, at);
      const { status } = await order.buyer.person.post(`${API}/delivery/accept`, {
        orderId: order.id,
      });
      const possible =
        order.status === 'Delivered' && isActive(model, order) && !hasClosedFiles(order);
      expect(status).toBe(possible ? 200 : 409);
      if (possible) complete(model, order, app.server.services.clock());
    },
  }),
);

const reviewing = fc
  .record({ at: nth, rating: fc.integer({ min: 1, max: 10 }) })
  .map(({ at, rating }) =>
    step({
      comesFirst: true,
      scenario: (model) => `the buyer reviews ${pick(model, at).label} with ${rating / 2} stars`,
      possible: (model) => hasBuyer(model, at),
      async run(model, { app }) {
        const order = pick(model, at);
        const comment = 'Delivered what was agreed.';
        const review = { gigId: order.gigId, orderId: order.id, rating: rating / 2, comment };
        const answer = await order.buyer.person.post(`${API}/review`, review);
        const paid = !order.instalments.some(isDue);
        const allowed = paid && !isClosed(model, order);
        expect(answer.status, JSON.stringify(answer.body)).toBe(
          allowed ? (order.review ? 200 : 201) : 403,
        );
        if (!allowed) return;
        const stars = rating / 2;
        if (order.review) order.review.stars = stars;
        else order.review = { id: answer.body.review._id, stars, reply: '', isHidden: false };
        if (order.status === 'Delivered') complete(model, order, app.server.services.clock());
      },
    }),
  );

const writingMessage = fc.record({ at: nth, byOwner: fc.boolean() }).map(({ at, byOwner }) =>
  step({
    comesFirst: true,
    scenario: (model) =>
      `${byOwner ? 'the owner' : 'the buyer'} sends one message twice about ${pick(model, at).label}`,
    possible: (model) => hasBuyer(model, at),
    async run(model, { owner }) {
      const order = pick(model, at);
      const clientId = crypto.randomUUID();
      const message = {
        orderId: order.id,
        messageText: byOwner ? 'Soon.' : saidBy(order.buyer),
        clientId,
      };
      const sender = byOwner ? owner : order.buyer.person;
      const send = () => sender.post('/api/v1/communicate/send-message', message);
      // An unpaid checkout costs nothing, so it must not let anybody write to the owner.
      const taken = byOwner || paidOf(model, order) > 0 || hasFailed(model, order);
      const statuses = [(await send()).status, (await send()).status];
      expect(statuses).toEqual(taken ? [201, 200] : [404, 404]);
      if (taken) order.messages.push(clientId);
    },
  }),
);

/** What the terms promise, by payment: everything before accepting and when late, half of it before a delivery. */
function promiseOf(model: Model, order: OrderModel, isLate: boolean): Map<PaymentModel, number> {
  const share = order.status === 'Accepted' && !isLate ? 0.5 : 1;
  let rest = Math.ceil(heldOf(model, order) * share);
  const promise = new Map<PaymentModel, number>();
  const held = model.payments.filter((each) => each.order === order && each.app === 'settled');
  for (const payment of held.sort((a, b) => leftOf(b) - leftOf(a) || (a.id < b.id ? -1 : 1))) {
    promise.set(payment, Math.min(rest, leftOf(payment)));
    rest -= Math.min(rest, leftOf(payment));
  }
  return promise;
}

const WEEK = 7 * 24 * 3_600_000;

const cancelling = nth.map((at) =>
  step({
    comesFirst: true,
    scenario: (model) => `the buyer cancels ${pick(model, at).label} twice at once`,
    possible: (model) => hasBuyer(model, at),
    async run(model, { app, owner }) {
      const order = pick(model, at);
      const { person } = order.buyer;
      const { body } = await person.get(`${API}/order/${order.id}`);
      const late = Date.parse(body.order?.deliveryDate ?? '9999-01-01') + WEEK;
      const isLate = app.server.services.clock().getTime() >= late;
      const promise = promiseOf(model, order, isLate);
      const refund = [...promise.values()].reduce((sum, amount) => sum + amount, 0) / 100;
      const cancel = () => person.post(`${API}/order/${order.id}/cancel`, { refund });
      const statuses = (await Promise.all([cancel(), cancel()])).map(({ status }) => status).sort();
      const isEarly = order.status === 'In Progress' || order.status === 'Accepted';
      const isDisputed = [...promise.keys()].some(({ dispute }) => dispute !== null);
      const isPossible =
        isEarly && order.deliveries === 0 && heldOf(model, order) > 0 && !isDisputed;
      expect(statuses).toEqual(isPossible ? [200, 409] : [409, 409]);
      if (!isPossible) return;
      order.status = 'Cancelled';
      // The next order of who cancels often needs the owner's leave.
      await owner.post(`/api/v1/desk/clients/${order.buyer.userId}/allow`, {});
      for (const [payment, amount] of promise) payment.refunded += amount;
    },
  }),
);

const savingRequirements = nth.map((at) =>
  step({
    comesFirst: true,
    scenario: (model) => `the buyer writes requirements for ${pick(model, at).label}`,
    possible: (model) => hasBuyer(model, at),
    async run(model) {
      const order = pick(model, at);
      const path = `${API}/order/${order.id}/requirements`;
      const { status } = await order.buyer.person.put(path, {
        text: saidBy(order.buyer),
        links: [],
      });
      expect(status).toBe(takesRequirements(order, shownStatusOf(model, order)) ? 200 : 409);
    },
  }),
);

const takesRequirements = (order: OrderModel, shown: string): boolean =>
  isOpen(order) && shown === order.status;

const lookingAtAnothers = nth.map((at) =>
  step({
    scenario: (model) => `another buyer tries to read, pay and change ${pick(model, at).label}`,
    possible: hasOrders,
    async run(model) {
      const order = pick(model, at);
      const other = model.buyers.find((each) => each !== order.buyer && !each.isGone)?.person;
      if (!other) return;
      const answers = await Promise.all([
        other.get(`${API}/order/${order.id}`),
        other.get(`${API}/order/${order.id}/requirements`),
        other.get(`${API}/delivery/${order.id}`),
        other.post(`${API}/order/payRemainingAmount`, { orderId: order.id }),
        other.post(`${API}/delivery/accept`, { orderId: order.id }),
        other.post('/api/v1/communicate/order/user-conversation', { orderId: order.id }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    },
  }),
);

export const buyerSteps = [
  requestingRevision,
  cancelling,
  acceptingDelivery,
  reviewing,
  writingMessage,
  savingRequirements,
  lookingAtAnothers,
];
