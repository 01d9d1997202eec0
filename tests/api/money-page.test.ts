import { expect, test } from 'vitest';
import { readAndCancel, refundedAtProvider } from '../support/cancellation.ts';
import type { Person } from '../support/http-client.ts';
import { asha, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  adminPayments,
  buy,
  CARD,
  deliverWebhooks,
  payRemaining,
  storedOrder,
} from '../support/payments.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

interface Line {
  kind: string;
  amount: number;
  state: string;
  receipt: string | null;
}
const moneyOf = async (person: Person, orderId: string) =>
  (await person.get(`/api/v1/gig/order/${orderId}/money`)).body.money as {
    parts: { amount: number; state: string }[];
    lines: Line[];
    balance: number;
    excess: number;
    checkedAt: string | null;
  };
const paise = (rupees: number): number => Math.round(rupees * 100);
const sum = (lines: { amount: number }[]): number =>
  lines.reduce((total, { amount }) => total + paise(amount), 0);

test('the page adds up to the paisa through parts, a refund, a lost dispute and a second payment', async () => {
  const { orderId, paymentId } = await buy(app, asha, { paymentType: 'Milestone' });
  const { body } = await payRemaining(asha, orderId);
  app.sandbox.pay(body.orderId, CARD);
  await deliverWebhooks(app);
  await adminPayments.refund(owner, paymentId, { amount: 12.34, reason: 'A discount' });
  const { id } = app.sandbox.dispute(paymentId, { amount: 5_001 });
  await deliverWebhooks(app);
  app.sandbox.moveDispute(id, 'lost');
  await deliverWebhooks(app);
  const money = await moneyOf(asha, orderId);
  const { paid, refunded, lost, total } = await storedOrder(app, orderId);
  expect({ refunded, lost }).toEqual({ refunded: 1_234, lost: 5_001 });
  expect(sum(money.parts)).toBe(total);
  expect(money.parts.map(({ state }) => state)).toEqual(['Paid', 'Paid']);
  expect(sum(money.lines)).toBe(paise(money.balance));
  expect(paise(money.balance)).toBe(paid - refunded - lost);
  expect(money.lines.map(({ kind }) => kind).sort()).toEqual([
    'dispute',
    'payment',
    'payment',
    'refund',
  ]);
  const documents = money.lines.filter(({ receipt }) => receipt !== null);
  expect(documents, 'two receipts and a refund note').toHaveLength(3);
  expect(Date.parse(money.checkedAt ?? '')).not.toBeNaN();
});

test('after a cancellation what is left is what the seller keeps', async () => {
  const { orderId, checkout } = await buy(app, asha, { paymentType: 'Milestone' });
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  const promise = await readAndCancel(asha, orderId);
  await refundedAtProvider(app, orderId);
  const money = await moneyOf(asha, orderId);
  expect(paise(money.balance)).toBe(checkout.amount - promise);
  expect(sum(money.lines)).toBe(checkout.amount - promise);
  expect(money.parts.map(({ state }) => state)).toEqual(['Paid', 'Not to be paid any more']);
  expect(money.lines.at(-1)?.state).toMatch(/^Refunded; banks need/);
});
