import { expect } from 'vitest';
import fc from '../support/fast-check.ts';
import { ownerOf } from '../support/people.ts';
import { rowsWith } from '../support/rows.ts';
import {
  type FileModel,
  hasClosedFiles,
  isActive,
  isDue,
  isOpen,
  type Model,
  type OrderModel,
  openPaidFiles,
  paidOf,
  shownStatusOf,
  totalOf,
} from './model.ts';
import { hasBuyer, hasOrders, pick, saidBy, step } from './step.ts';

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

const takesPins = (model: Model, order: OrderModel): boolean =>
  shownStatusOf(model, order) === order.status && isOpen(order);

const STAFF_PINS = '/api/v1/desk/orders/pins';
const BUYER_PINS = '/api/v1/gig/delivery/pins';

const pointing = fc.record({ at: nth, byOwner: fc.boolean() }).map(({ at, byOwner }) =>
  step({
    comesFirst: true,
    scenario: (model) =>
      `${byOwner ? 'the owner' : 'the buyer'} points twice at the newest file of ${pick(model, at).label}`,
    possible: (model) => hasBuyer(model, at) && pick(model, at).files.some(isForBuyer),
    async run(model, { owner }) {
      const order = pick(model, at);
      const [{ id: file, version } = {}] = order.files.filter(isForBuyer).slice(-1);
      const [who, path] = byOwner ? [owner, STAFF_PINS] : [order.buyer.person, BUYER_PINS];
      const id = crypto.randomUUID();
      const text = byOwner ? 'Is this meant?' : saidBy(order.buyer);
      const point = () => who.post(path, { _id: id, file, x: 1_000, y: 0, text });
      const statuses = (await Promise.all([point(), point()])).map(({ status }) => status);
      const expected = !version ? 404 : takesPins(model, order) ? 201 : 409;
      expect(statuses).toEqual([expected, expected]);
      if (expected === 201 && version)
        order.pins.push({ id, version, isResolved: false, revision: null, answeredIn: null });
    },
  }),
);

const isForBuyer = ({ kind }: FileModel): boolean => kind === 'waiting' || kind === 'delivered';

const resolving = fc.record({ at: nth, which: nth }).map(({ at, which }) =>
  step({
    comesFirst: true,
    scenario: (model) => `both sides resolve a pin of ${pick(model, at).label}, or reopen it`,
    possible: (model) => hasBuyer(model, at) && pick(model, at).pins.length > 0,
    async run(model, { owner }) {
      const order = pick(model, at);
      const pin = order.pins[which % order.pins.length];
      if (!pin) throw new Error('there is no pin');
      const to = { isResolved: !pin.isResolved };
      const answers = await Promise.all([
        order.buyer.person.put(`${BUYER_PINS}/${pin.id}/resolved`, to),
        owner.put(`${STAFF_PINS}/${pin.id}/resolved`, to),
      ]);
      const expected = takesPins(model, order) ? 200 : 409;
      expect(answers.map(({ status }) => status)).toEqual([expected, expected]);
      if (expected === 200) Object.assign(pin, to);
    },
  }),
);

const MIN_PAISE = 100;

const waiving = fc.record({ at: nth, which: nth }).map(({ at, which }) =>
  step({
    scenario: (model) => `the owner waives a part of ${pick(model, at).label}, twice`,
    possible: hasOrders,
    async run(model, { app }) {
      const order = pick(model, at);
      const number = which % order.instalments.length;
      const part = order.instalments[number];
      const { db } = app.server.services.store;
      const rows = await rowsWith(db, 'instalments', { order_id: order.id });
      const row = rows.find((each) => each.number === number + 1);
      if (!part || !row) throw new Error('there is no such part');
      const owner = await ownerOf(app);
      const waive = () => owner.post(`/api/v1/desk/payments/instalments/${row.id}/waive`);
      const statuses = (await Promise.all([waive(), waive()])).map(({ status }) => status).sort();
      const rest = totalOf(order) - part.amount;
      const paid = paidOf(model, order);
      const may = isDue(part) && !order.lapsed && paid > 0 && rest >= Math.max(paid, MIN_PAISE);
      expect(statuses).toEqual(may ? [200, 409] : [409, 409]);
      if (!may) return;
      part.isWaived = true;
      if (order.invoiced !== null) order.credited += part.amount;
      if (order.status !== 'Rejected' && order.status !== 'Cancelled')
        openPaidFiles(order, model.day);
    },
  }),
);

export const handOverSteps = [ending, ending, reading, pointing, pointing, resolving, waiving];
