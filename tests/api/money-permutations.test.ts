import { beforeAll, expect, test } from 'vitest';
import { paymentStatusOf } from '../../api/modules/orders/rules.ts';
import { isForwardTransition } from '../../api/modules/payments/settle-payment.ts';
import fc, { randomRuns } from '../support/fast-check.ts';
import type { Person } from '../support/http-client.ts';
import { checkCapturedPayments } from '../support/invariants.ts';
import {
  CAPTURED,
  FAILED,
  startCheckout,
  storedOrder,
  storedPayments,
  verifyPayment,
} from '../support/payments.ts';
import { ASHA, signUpBuyer } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

let asha: Person;
beforeAll(async () => {
  asha = await signUpBuyer(app, ASHA);
});

type Report = () => Promise<unknown>;

/** What happens to a payment at the provider, in this order. */
interface Scenario {
  paymentType: 'Full' | 'Milestone';
  /** The first attempt fails. */
  failed: boolean;
  /** The payment is only authorized, so the app captures it. */
  authorized: boolean;
  refund: 'none' | 'part' | 'all';
  /** The failed attempt is captured after the order is paid. */
  late: boolean;
}

const scenarioArbitrary = fc.record<Scenario>({
  paymentType: fc.constantFrom('Full', 'Milestone'),
  failed: fc.boolean(),
  authorized: fc.boolean(),
  refund: fc.constantFrom('none', 'part', 'all'),
  late: fc.boolean(),
});

const orderBehind = async (checkoutId: string) =>
  (await asha.get(`/api/v1/gig/order/checkout/${checkoutId}`)).body.orderId as string;

/** Runs a scenario at the provider and returns every report that it can cause. */
async function play(each: Scenario) {
  app.sandbox.faults.webhooks.hold = true;
  const seen = new Set(app.sandbox.events().map(({ id }) => id));
  const { cart, checkout } = await startCheckout(asha, { paymentType: each.paymentType });
  const failed = each.failed ? app.sandbox.pay(checkout.orderId, FAILED) : null;
  const result = app.sandbox.pay(
    checkout.orderId,
    each.authorized ? { method: 'card', outcome: 'authorized' } : CAPTURED,
  );
  const { razorpay_payment_id: id } = result;
  if (!each.authorized && each.refund !== 'none') {
    app.sandbox.refund(id, each.refund === 'part' ? 100 : undefined);
  }
  if (failed && each.late && !each.authorized && each.refund === 'none') {
    app.sandbox.lateAuthorise(failed.razorpay_payment_id, { force: true });
  }
  const reports: Report[] = app.sandbox
    .events()
    .filter((event) => !seen.has(event.id))
    .map(({ id: event }) => async () => {
      await app.sandbox.deliver([event]);
      await app.server.reconciler.run();
    });
  reports.push(() => verifyPayment(asha, result));
  return { orderId: await orderBehind(cart.checkoutId), reports };
}

/**
 * The values that must not depend on the order of reports: amounts, but not which of two equal payments
 * settled.
 */
async function endOf(orderId: string) {
  const { paid, refunded, status, failed_at } = await storedOrder(app, orderId);
  const payments = await storedPayments(app, orderId);
  const { db } = app.server.services.store;
  const receipts = await db
    .selectFrom('receipts')
    .select('number')
    .where('order_id', '=', orderId)
    .execute();
  const events = await db
    .selectFrom('order_events')
    .select('kind')
    .where('order_id', '=', orderId)
    .execute();
  return {
    paid,
    refunded,
    status,
    failed: failed_at !== null,
    payments: payments.map((each) => `${each.status} ${each.amount}`).sort(),
    receipts: receipts.length,
    // Whether a failed attempt is shown depends on when it was reported; the amounts do not.
    timeline: events
      .map((each) => each.kind)
      .filter((kind) => kind !== 'payment failed')
      .sort(),
  };
}

/** Runs the reports in this order and checks that the status only moves forward. */
async function run(orderId: string, reports: Report[]): Promise<void> {
  for (const report of reports) {
    const before = await storedOrder(app, orderId);
    await report();
    const after = await storedOrder(app, orderId);
    expect(
      isForwardTransition(paymentStatusOf(before), paymentStatusOf(after)),
      'forward only',
    ).toBe(true);
    expect(after.paid).toBeGreaterThanOrEqual(before.paid);
    expect(after.paid).toBeLessThanOrEqual(after.total);
  }
}

test('reaches the same final state from payment reports in any order, with duplicates, and never goes backwards', async () => {
  await fc.assert(
    fc.asyncProperty(
      scenarioArbitrary,
      fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
      fc.array(fc.nat(), { maxLength: 4 }),
      async (each, places, repeated) => {
        const inOrder = await play(each);
        await run(inOrder.orderId, inOrder.reports);
        const shuffled = await play(each);
        const copies = repeated.map((at) => shuffled.reports[at % shuffled.reports.length]);
        const all = [...shuffled.reports, ...copies.filter((report) => report !== undefined)];
        const mixed = all
          .map((report, at) => ({ report, at: places[at % places.length] ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ report }) => report);
        await run(shuffled.orderId, mixed);
        expect(await endOf(shuffled.orderId)).toEqual(await endOf(inOrder.orderId));
        await app.check();
      },
    ),
    { numRuns: randomRuns(5) },
  );
  await checkCapturedPayments(app);
});
