import { expect, test } from 'vitest';
import { cancelOrder } from '../support/cancellation.ts';
import { buyerAnswers, ownerAnswers, ownerProposes } from '../support/changes.ts';
import { asha, owner, sharePaymentApp } from '../support/payment-app.ts';
import { buy, orderOf, storedOrder, TWENTY_TIMES } from '../support/payments.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

/** A paid order with one open proposal of the owner's. */
async function proposal() {
  const { orderId, checkout } = await buy(app, asha);
  await ownerProposes(owner, orderId);
  const order = await orderOf(asha, orderId);
  const promise = order.cancellation.refund as number;
  return { orderId, paid: checkout.amount, id: order.changes[0]._id as string, promise };
}

const totalOf = async (orderId: string) => (await storedOrder(app, orderId)).total;

test('accepting twenty times at once adds one instalment', async () => {
  const { orderId, paid, id } = await proposal();
  const answers = await Promise.all(TWENTY_TIMES.map(() => buyerAnswers(asha, id, 'accept')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await orderOf(asha, orderId)).parts).toHaveLength(2);
  expect(await totalOf(orderId)).toBe(paid + 5_000_50);
});

test('a change that is accepted and withdrawn at once has one outcome, which the other call reports', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { orderId, paid, id } = await proposal();
    const both = [
      () => buyerAnswers(asha, id, 'accept'),
      () => ownerAnswers(owner, id, 'withdraw'),
    ];
    const ordered = round % 2 ? both : both.toReversed();
    const answers = await Promise.all(ordered.map((answer) => answer()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [{ status }] = (await orderOf(asha, orderId)).changes;
    const lost = answers.find((each) => each.status === 409);
    expect(lost?.body.message).toBe(
      status === 'Accepted' ? 'This change was accepted already.' : 'This change was withdrawn.',
    );
    expect(await totalOf(orderId)).toBe(status === 'Accepted' ? paid + 5_000_50 : paid);
  }
});

test('of cancelling and accepting at once the order is cancelled, and never owes the change', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { orderId, id, promise } = await proposal();
    const both = [
      () => buyerAnswers(asha, id, 'accept'),
      () => cancelOrder(asha, orderId, promise),
    ];
    const ordered = round % 2 ? both : both.toReversed();
    await Promise.all(ordered.map((answer) => answer()));
    const order = await orderOf(asha, orderId);
    expect(order.orderStatus).toBe('Cancelled');
    expect(order.paymentInfo.dueAmount).toBe(0);
    expect(order.ledger.open).toBe(0);
    expect(Math.round(promise * 100)).toBe((await storedOrder(app, orderId)).promised);
    expect(['Accepted', 'Withdrawn']).toContain(order.changes[0].status);
  }
});
