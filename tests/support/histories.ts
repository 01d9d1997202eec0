import { DAY } from '../../api/platform/clock.ts';
import { buyerAnswers, ownerAnswers, ownerProposes } from './changes.ts';
import fc from './fast-check.ts';
import type { Person } from './http-client.ts';
import {
  CARD,
  deliverWebhooks,
  orderOf,
  payRemaining,
  storedOrder,
  verifyRemaining,
} from './payments.ts';
import type { TestApp } from './test-app.ts';

/** Who takes part in a history of one order. */
export interface History {
  app: TestApp;
  owner: Person;
  buyer: Person;
  orderId: string;
  /** Of the first part. */
  paymentId: string;
}

const STEPS = {
  accept: ({ owner, orderId }: History) => owner.post(`/api/v1/desk/orders/${orderId}/accept`, {}),
  deliver: ({ owner, orderId }: History) =>
    owner.post(`/api/v1/desk/orders/${orderId}/deliver`, { message: 'Done' }),
  complete: ({ buyer, orderId }: History) => buyer.post('/api/v1/gig/delivery/accept', { orderId }),
  async pay({ app, buyer, orderId }: History) {
    const { status, body } = await payRemaining(buyer, orderId);
    if (status === 200) await verifyRemaining(buyer, orderId, app.sandbox.pay(body.orderId, CARD));
  },
  refund: ({ owner, paymentId }: History) =>
    owner.post(`/api/v1/desk/payments/${paymentId}/refund`, {
      ...{ refundId: crypto.randomUUID(), amount: 12.34, reason: 'A discount' },
    }),
  async lose({ app, paymentId }: History) {
    const known = app.sandbox.records().disputes.some((each) => each.payment_id === paymentId);
    if (known) return;
    const { id } = app.sandbox.dispute(paymentId, { amount: 5_001 });
    await deliverWebhooks(app);
    app.sandbox.moveDispute(id, 'lost');
    await deliverWebhooks(app);
  },
  async late({ app, orderId }: History) {
    const { delivery_date } = await storedOrder(app, orderId);
    const moved = new Date(Date.parse(delivery_date ?? '') - 40 * DAY).toISOString();
    await app.write((tx) =>
      tx.updateTable('orders').set({ delivery_date: moved }).where('id', '=', orderId).execute(),
    );
  },
  async propose({ app, owner, orderId }: History) {
    const { total } = await storedOrder(app, orderId);
    const proposed = { amount: total % 3 === 0 ? 0 : 777.77, extraDays: total % 4 };
    await ownerProposes(owner, orderId, proposed);
  },
  agree: ({ buyer, ...history }: History) =>
    answer(history, buyer, (id) => buyerAnswers(buyer, id, 'accept')),
  withdraw: ({ buyer, ...history }: History) =>
    answer(history, buyer, (id) => ownerAnswers(history.owner, id, 'withdraw')),
  async waive({ owner, buyer, orderId }: History) {
    const { parts } = await orderOf(buyer, orderId);
    await owner.post(`/api/v1/desk/payments/instalments/${parts.at(-1)._id}/waive`, {});
  },
};

async function answer(
  { orderId }: { orderId: string },
  buyer: Person,
  send: (id: string) => Promise<unknown>,
): Promise<void> {
  const { changes } = await orderOf(buyer, orderId);
  const open = changes.find(({ status }: { status: string }) => status === 'Proposed');
  if (open) await send(open._id);
}

export type Step = keyof typeof STEPS;

export const take = async (step: Step, history: History): Promise<void> => {
  await STEPS[step](history);
};

/** How an order is paid, and what happens to it then; some steps are likelier than others. */
export const histories = fc.record({
  paymentType: fc.constantFrom('Full', 'Milestone'),
  steps: fc.array(
    fc.constantFrom<Step>(
      ...(['accept', 'accept', 'deliver', 'complete', 'pay', 'pay', 'refund', 'lose'] as const),
      ...(['late', 'propose', 'propose', 'agree', 'agree', 'withdraw', 'waive'] as const),
    ),
    { maxLength: 9 },
  ),
});
