import { expect, test } from 'vitest';
import { iso } from '../../api/platform/clock.ts';
import { createMetrics } from '../../api/platform/metrics.ts';
import type { ProviderPayment } from '../../api/platform/payment-provider/client.ts';
import { adminPayments, CAPTURED, FAILED, storedOrder } from '../support/payments.ts';
import { changeRow } from '../support/rows.ts';
import {
  AUTHORIZED,
  changeOrder,
  payInSandbox,
  provider,
  settle,
  storedPayment,
} from '../support/settle-payments.ts';
import {
  app,
  expectNoProviderCall,
  owner,
  shareInProcessApp,
  timelineOf,
} from '../support/shared-in-process-app.ts';

shareInProcessApp();

const services = () => app.server.services;

test('an authorized payment of a paid or closed order is not taken', async () => {
  const paid = await payInSandbox(FAILED);
  const { razorpay_payment_id: first } = app.sandbox.pay(paid.checkout.orderId, CAPTURED);
  expect(await settle(await provider().fetchPayment(first))).toBe('settled');
  app.sandbox.lateAuthorise(paid.id);
  const again = await provider().fetchPayment(paid.id);
  await expectNoProviderCall('payments.capture', async () =>
    expect(await settle(again)).toBe('closed'),
  );
  const declined = await payInSandbox(AUTHORIZED);
  await changeOrder(declined.orderId, { status: 'Rejected' });
  expect(await settle(declined.payment)).toBe('closed');
  for (const { id } of [paid, declined])
    expect((await provider().fetchPayment(id)).status).toBe('authorized');
});

test('a captured payment that is not what was due is an overpayment, which is refunded', async () => {
  const other = async (more: Partial<ProviderPayment>) => {
    const { payment, ...made } = await payInSandbox(CAPTURED);
    return { ...made, outcome: await settle({ ...payment, ...more }) };
  };
  const waived = await payInSandbox(CAPTURED);
  await changeRow(app, 'instalments', waived.instalment.id, { waived_at: iso(new Date()) });
  const cancelled = await payInSandbox(CAPTURED);
  await changeOrder(cancelled.orderId, { status: 'Rejected', cancelled_at: iso(new Date()) });
  for (const { id, orderId, outcome } of [
    await other({ amount: 123_00 }),
    await other({ currency: 'USD' }),
    { ...waived, outcome: await settle(waived.payment) },
    { ...cancelled, outcome: await settle(cancelled.payment) },
  ]) {
    expect(outcome).toBe('surplus');
    expect((await storedOrder(app, orderId)).paid).toBe(0);
    expect(await timelineOf(orderId)).toContain('surplus');
    await services().background.settled();
    const { amount, refunded } = await storedPayment(id);
    expect(refunded).toBe(amount);
  }
});

test('a second payment of a paid instalment is an overpayment, and its amount is counted as such', async () => {
  const { checkout, id, orderId } = await payInSandbox(FAILED);
  const { razorpay_payment_id: first } = app.sandbox.pay(checkout.orderId, CAPTURED);
  expect(await settle(await provider().fetchPayment(first))).toBe('settled');
  app.sandbox.lateAuthorise(id, { force: true });
  const second = await provider().fetchPayment(id);
  const { store, clock } = services();
  const metrics = createMetrics({
    ...{ store, clock, countSockets: () => 0 },
    checks: services().installationChecks,
  });
  expect(await settle(second, { metrics })).toBe('surplus');
  expect((await metrics.captured.get()).values).toEqual([
    { labels: { status: 'surplus' }, value: second.amount },
  ]);
  expect((await storedOrder(app, orderId)).paid).toBe(second.amount);
});

test('a payment that arrives after its order was declined is credited and refunded', async () => {
  const { id, orderId, payment } = await payInSandbox(CAPTURED);
  await changeOrder(orderId, { status: 'Rejected' });
  expect(await settle(payment)).toBe('settled');
  await services().background.settled();
  expect(await storedOrder(app, orderId)).toMatchObject({
    paid: payment.amount,
    refunded: payment.amount,
  });
  expect(app.subjects.at(-1)).toMatch(/^Refunded automatically|^Refund of/);
  expect((await adminPayments.refundsDue(owner)).map((each) => each._id)).not.toContain(id);
});
