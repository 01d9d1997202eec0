import { expect, test } from 'vitest';
import {
  readWatermark,
  reconcilePaymentList,
  storeWatermark,
} from '../../api/modules/payments/reconcile.ts';
import { DAY } from '../../api/platform/clock.ts';
import { ProviderError, type ProviderPayment } from '../../api/platform/payment-provider/client.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  adminPayments,
  buy,
  CAPTURED,
  createForeignOrder,
  FAILED,
  startCheckout,
  storedPaymentStatus,
  verifyPayment,
} from '../support/payments.ts';
import { app } from '../support/shared-app.ts';
import { waitFor } from '../support/wait-for.ts';

sharePaymentApp();

test('settles a webhook while a reconciliation round is still waiting', async () => {
  await startCheckout(asha);
  const { checkout } = await startCheckout(bela);
  app.sandbox.faults.next('orders.payments', { kind: 'hang' }, Number.POSITIVE_INFINITY);
  let isOver = false;
  const round = app.server.reconciler.run().then(() => {
    isOver = true;
  });
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, CAPTURED);
  await waitFor(async () => expect(await storedPaymentStatus(app, id)).toBe('settled'));
  expect(isOver).toBe(false);
  app.sandbox.faults.clear();
  await round;
}, 30_000);

test('checks the other instalments when one check fails, and retries it', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const checkouts = [await startCheckout(asha), await startCheckout(bela)];
  const paid = checkouts.map(
    ({ checkout }) => app.sandbox.pay(checkout.orderId, CAPTURED).razorpay_payment_id,
  );
  const countSettled = async () => {
    const all = await Promise.all(paid.map((id) => storedPaymentStatus(app, id)));
    return all.filter((each) => each === 'settled').length;
  };
  app.sandbox.faults.next('orders.payments', { kind: 'status', status: 500 });
  await app.server.reconciler.run();
  expect(await countSettled()).toBe(1);
  await app.server.reconciler.run();
  expect(await countSettled()).toBe(2);
});

test('stops a reconciliation round after three failures', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const checkouts = await Promise.all(Array.from({ length: 5 }, () => startCheckout(asha)));
  const paid = checkouts.map(
    ({ checkout }) => app.sandbox.pay(checkout.orderId, CAPTURED).razorpay_payment_id,
  );
  const fault = { kind: 'status', status: 500 } as const;
  app.sandbox.faults.next('orders.payments', fault, 3);
  await app.server.reconciler.run();
  expect(await Promise.all(paid.map((id) => storedPaymentStatus(app, id)))).toEqual(
    Array(5).fill(undefined),
  );
  app.sandbox.faults.next('orders.payments', fault, Number.POSITIVE_INFINITY);
  const asked = () => app.logs.filter((line) => /could not be checked/.test(line)).length;
  const before = asked();
  await app.server.reconciler.run();
  expect(asked() - before).toBe(3);
});

test('checks the other refunds when one check fails', async () => {
  app.sandbox.faults.refunds = 'pending';
  const [one, two] = [await buy(app, asha), await buy(app, bela)];
  await adminPayments.refund(owner, one.paymentId);
  app.sandbox.faults.next('payments.refund', { kind: 'refuse' });
  await adminPayments.refund(owner, two.paymentId);
  app.advance(61 * 60 * 1000);
  app.sandbox.faults.next('payments.refunds', { kind: 'status', status: 400 });
  await app.server.reconciler.run();
  const made = app.sandbox.records().refunds.filter((each) => each.payment_id === two.paymentId);
  expect(made).toHaveLength(1);
});

const FEW_MINUTES = 4 * 60 * 1000;

test('refunds an unreported second capture of a paid instalment within five minutes', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(asha, { paymentType: 'Milestone' });
  const { razorpay_payment_id: late } = app.sandbox.pay(checkout.orderId, FAILED);
  await verifyPayment(asha, app.sandbox.pay(checkout.orderId, CAPTURED));
  await app.server.reconciler.run();
  app.sandbox.lateAuthorise(late, { force: true });
  app.advance(FEW_MINUTES);
  await app.server.reconciler.run();
  expect(await storedPaymentStatus(app, late)).toBe('surplus');
  await app.server.services.background.settled();
  const refunds = app.sandbox.records().refunds.filter((each) => each.payment_id === late);
  expect(refunds).toMatchObject([{ amount: checkout.amount }]);
});

test('lists unreported payments without an order of ours for the owner', async () => {
  app.sandbox.faults.webhooks.hold = true;
  for (const fields of [null, { order_id: null }]) {
    const { razorpay_payment_id: id } = app.sandbox.pay(await createForeignOrder(app), CAPTURED);
    app.advance(FEW_MINUTES);
    if (fields) app.sandbox.faults.next('payments.list', { kind: 'tamper', fields });
    await app.server.reconciler.run();
    const payments = await adminPayments.unmatched(owner);
    expect(payments.map(({ _id }) => _id)).toContain(id);
  }
});

test('captures an unreported authorized payment of an open instalment hours later', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(bela);
  app.advance(2 * 60 * 60 * 1000);
  await app.server.reconciler.run();
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, {
    ...CAPTURED,
    outcome: 'authorized',
  });
  app.advance(FEW_MINUTES);
  await app.server.reconciler.run();
  expect(await storedPaymentStatus(app, id)).toBe('settled');
});

test('reads the payment list page by page from the watermark, and keeps the watermark before failures', async () => {
  const { services } = app.server;
  const { db } = services.store;
  const before = await readWatermark(db);
  const now = services.clock().getTime();
  const asked: { from: number; to: number; skip: number }[] = [];
  let failsFrom = Number.POSITIVE_INFINITY;
  const failed = { status: 'failed', captured: false } as ProviderPayment;
  const walk = () =>
    reconcilePaymentList(
      {
        ...services,
        clock: () => new Date(now),
        provider: {
          ...services.provider,
          async listPayments({ from, to, skip }) {
            if (from * 1000 >= failsFrom) throw new ProviderError(0, 'silence');
            asked.push({ from, to, skip });
            const left = 250 - skip;
            return Array.from({ length: Math.min(100, left) }, (_, at) => ({
              ...failed,
              id: `pay_${skip + at}`,
            }));
          },
        },
      },
      new AbortController().signal,
    );
  await storeWatermark(db, now - 30 * DAY);
  failsFrom = now - 20 * DAY;
  await expect(walk()).rejects.toThrow(/silence/);
  expect(asked.slice(0, 3).map((each) => each.skip)).toEqual([0, 100, 200]);
  const watermark = (await readWatermark(db)) ?? 0;
  expect(watermark).toBe(now - 18 * DAY);
  failsFrom = Number.POSITIVE_INFINITY;
  asked.length = 0;
  await walk();
  expect(asked[0]?.from).toBe(Math.floor(watermark / 1000));
  expect(asked.at(-1)?.to).toBeGreaterThan(now / 1000);
  // Payments of the last five days may still be captured, so they are read each time.
  expect(await readWatermark(db)).toBe(now - 5 * DAY);
  // A watermark in the future, as after a clock rollback.
  await storeWatermark(db, now + DAY);
  asked.length = 0;
  await walk();
  expect(asked[0]?.from).toBe(Math.floor((now - 5 * DAY) / 1000));
  await storeWatermark(db, before ?? now);
});
