import { expect } from 'vitest';
import type { Order, Payment, Refund } from '../../../db/schema.ts';
import { adminPayments } from '../../support/payments.ts';
import { ownerOf } from '../../support/people.ts';
import type { Setup } from './setup.ts';

const sum = (rows: { amount: number }[]): number =>
  rows.reduce((total, { amount }) => total + amount, 0);
/** The provider refunds no less. */
const LEAST = 100;

/** The bank's money and the app's money are the same, in the large and for each payment. */
export async function checkMoney({ app, refunds: askedFor, cancelledFor }: Setup): Promise<void> {
  const { db } = app.server.services.store;
  const bank = app.sandbox.records();
  const orders = await db.selectFrom('orders').selectAll().execute();
  const payments = await db.selectFrom('payments').selectAll().execute();
  const instalments = await db.selectFrom('instalments').selectAll().execute();
  const refunds = await db.selectFrom('refunds').selectAll().execute();

  const captured = bank.payments.filter((each) => each.captured);
  const beyond = payments.filter(({ status }) => status !== 'settled');
  const paid = orders.reduce((total, order) => total + order.paid, 0);
  expect(sum(captured), 'captured = paid + overpaid + unmatched').toBe(paid + sum(beyond));
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();
  expect(idsOf(payments), 'each captured payment is recorded').toEqual(idsOf(captured));
  expect(
    payments.filter(({ status }) => status === 'unmatched'),
    'each payment finds its order',
  ).toEqual([]);

  const receipts = bank.orders.map(({ receipt }) => receipt);
  expect(new Set(receipts).size, 'one order at the provider for each instalment').toBe(
    receipts.length,
  );
  for (const { id, receipt } of bank.orders) {
    const instalment = instalments.find((each) => each.id === receipt);
    // Unknown if the process died before it could store the answer; found by its receipt when needed.
    expect([id, null]).toContain(instalment?.provider_order_id);
  }

  // The provider refunds by itself what was authorized and never captured.
  const made = bank.refunds.filter(({ payment_id }) =>
    captured.some(({ id }) => id === payment_id),
  );
  const live = refunds.filter(({ status }) => status !== 'failed');
  expect(
    live.filter(({ status }) => status === 'asked'),
    'each refund was asked for',
  ).toEqual([]);
  expect(
    live.map(({ provider_id }) => provider_id).sort(),
    'each refund was made at the provider, and each of the provider is recorded',
  ).toEqual(idsOf(made));
  for (const payment of payments) {
    const said = bank.payments.find(({ id }) => id === payment.id);
    expect(payment.amount).toBe(said?.amount);
    expect(payment.refunded, 'refunded as at the provider').toBe(said?.amount_refunded);
  }
  const waiting = (await adminPayments.refundsDue(await ownerOf(app))).map(({ _id }) => _id);
  for (const order of orders) checkOrder(order, { payments, refunds, waiting });
  const byOwner = refunds.filter(({ reason }) => reason === 'Agreed.');
  expect(
    byOwner.filter(({ id, amount }) => askedFor.get(id) !== amount),
    'only refunds that the owner has asked for',
  ).toEqual([]);
  const cancelled = refunds.filter(({ reason }) => reason === 'Cancelled by the buyer');
  if (cancelledFor !== null && cancelled.every(({ status }) => status !== 'failed'))
    expect(sum(cancelled), 'the refund that was shown').toBe(cancelledFor);

  for (const order of orders) {
    const own = instalments.filter(({ order_id }) => order_id === order.id);
    const open = own.filter(({ waived_at }) => waived_at === null);
    // Nothing of an order whose quote has expired can be paid.
    if (open.length > 0) expect(sum(open), 'the instalments are the total').toBe(order.total);
    const settled = own.filter(({ payment_id }) => payment_id !== null);
    expect(sum(settled), 'the paid instalments are paid').toBe(order.paid);
  }
}

/**
 * What must be refunded is refunded, and nothing else. What the provider refused, because a bank was asking
 * about it, is on the owner's list.
 */
function checkOrder(
  order: Order,
  { payments, refunds, waiting }: { payments: Payment[]; refunds: Refund[]; waiting: string[] },
): void {
  const theirs = payments.filter(({ order_id }) => order_id === order.id);
  const isRejected = order.status === 'Rejected' && order.cancelled_at === null;
  const failed = new Set(
    refunds.filter(({ status }) => status === 'failed').map(({ payment_id }) => payment_id),
  );
  const isListed = ({ id }: Payment) => failed.has(id) && waiting.includes(id);
  for (const payment of theirs) {
    const left = payment.amount - payment.refunded - payment.lost;
    const mustBeRefunded = payment.status === 'surplus' || isRejected;
    if (mustBeRefunded && !isListed(payment)) expect(left, 'all is refunded').toBeLessThan(LEAST);
    const automatic = refunds.filter(
      ({ payment_id, reason }) =>
        payment_id === payment.id && /^(Nothing was due|The order was declined)/.test(reason),
    );
    if (!mustBeRefunded) expect(automatic, 'nothing is refunded without a reason').toEqual([]);
  }
  const ofBuyer = refunds.filter(({ reason }) => reason === 'Cancelled by the buyer');
  if (!order.cancelled_at) expect(ofBuyer, 'nothing is refunded without a reason').toEqual([]);
  if (!order.cancelled_at || theirs.some(isListed)) return;
  expect(order.refunded + order.lost, 'what was promised').toBeGreaterThanOrEqual(
    order.promised ?? 0,
  );
}
