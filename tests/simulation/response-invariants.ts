import { expect } from 'vitest';
import { adminPayments } from '../support/payments.ts';
import {
  isClosed,
  leftOf,
  type Model,
  nextInstalment,
  paidOf,
  refundedOf,
  shownStatusOf,
  totalOf,
} from './model.ts';
import type { Simulated } from './step.ts';

/** What people must read after every step: buyers their own orders, the owner all of them. */
export async function checkAnswers(real: Simulated, model: Model): Promise<void> {
  await Promise.all([checkBuyers(model), checkOwner(real, model), checkEndedSessions(model)]);
}

async function checkBuyers(model: Model): Promise<void> {
  for (const buyer of model.buyers.filter(({ isGone }) => !isGone)) {
    const { body } = await buyer.person.get('/api/v1/gig/order/user-orders');
    for (const order of model.orders.filter((each) => each.buyer === buyer)) {
      const shown = body.orders.find(({ _id }: { _id: string }) => _id === order.id);
      const paid = paidOf(model, order);
      if (!shown) expect(paid, `${order.label} is listed once it is paid`).toBe(0);
      else {
        expect(shown.orderStatus).toBe(shownStatusOf(model, order));
        const { paymentInfo: money } = shown;
        expect(money.currency).toBe(order.currency);
        expect(toPaise(money.totalAmount)).toBe(totalOf(order));
        expect(toPaise(money.paidAmount)).toBe(paid);
        expect(toPaise(money.refundedAmount)).toBe(refundedOf(model, order));
        const due = nextInstalment(order)?.amount ?? 0;
        expect(toPaise(money.dueAmount), 'what is due next').toBe(isClosed(model, order) ? 0 : due);
      }
    }
    const own = model.orders.filter((each) => each.buyer === buyer).map(({ id }) => id);
    for (const { _id } of body.orders) expect(own, 'only one’s own orders').toContain(_id);
  }
}

async function checkOwner({ owner }: Simulated, model: Model): Promise<void> {
  const { body } = await owner.get('/api/v1/desk/orders');
  const begun = model.orders.filter((order) => paidOf(model, order) > 0).length;
  expect(body.count, 'every paid order is in the queue').toBe(begun);
  for (const shown of body.orders) {
    const order = model.orders.find(({ id }) => id === shown._id);
    if (!order) throw new Error('the queue shows an order of nobody');
    expect(shown.orderStatus).toBe(shownStatusOf(model, order));
  }
  const due = await adminPayments.refundsDue(owner);
  const expected = model.payments.filter(
    (each) =>
      leftOf(each) > 0 &&
      (each.app === 'surplus' || (each.app && each.order.status === 'Rejected')),
  );
  expect(due.map(({ _id }) => _id).sort(), 'refunds due').toEqual(
    expected.map(({ id }) => id).sort(),
  );
}

async function checkEndedSessions(model: Model): Promise<void> {
  const everybody = [...model.buyers, ...model.left.map(({ buyer }) => buyer)];
  const ended = everybody.flatMap((buyer) => buyer.ended);
  for (const person of [...ended, ...model.endedStaff]) {
    const { status } = await person.get('/api/v1/gig/order/user-orders');
    expect(status, 'an ended session opens nothing').toBe(401);
  }
}

const toPaise = (rupees: number): number => Math.round(rupees * 100);
