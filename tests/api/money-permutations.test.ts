import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentStatusOf } from '../../api/modules/orders/rules.ts';
import { isForwardTransition } from '../../api/modules/payments/status-transitions.ts';
import type { Person } from '../support/http-client.ts';
import { checkCapturedPayments } from '../support/invariants.ts';
import {
  CARD,
  FAILED,
  startCheckout,
  storedOrder,
  storedPayments,
  verify,
} from '../support/payments.ts';
import { ASHA, buyer } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let world: TestApp;
let asha: Person;
beforeAll(async () => {
  world = await startTestApp();
  asha = await buyer(world, ASHA);
});
afterAll(() => world.close());

type Report = () => Promise<unknown>;

/** A payment's life at the provider: what the bank did, in the order it did it. */
interface Life {
  paymentType: 'Full' | 'Milestone';
  /** An attempt fails first. */
  failed: boolean;
  /** It stops at authorized, and we capture. */
  authorized: boolean;
  refund: 'none' | 'part' | 'all';
  /** The failed attempt is captured after all, when the order is paid. */
  late: boolean;
}

const life = fc.record<Life>({
  paymentType: fc.constantFrom('Full', 'Milestone'),
  failed: fc.boolean(),
  authorized: fc.boolean(),
  refund: fc.constantFrom('none', 'part', 'all'),
  late: fc.boolean(),
});

const orderBehind = async (checkoutId: string) =>
  (await asha.get(`/api/v1/gig/order/checkout/${checkoutId}`)).body.orderId as string;

/** Plays a life at the provider and hands out everything that may be reported of it. */
async function play(each: Life) {
  world.sandbox.faults.webhooks.hold = true;
  const seen = new Set(world.sandbox.events().map(({ id }) => id));
  const { cart, checkout: due } = await startCheckout(asha, { paymentType: each.paymentType });
  const failed = each.failed ? world.sandbox.pay(due.orderId, FAILED) : null;
  const result = world.sandbox.pay(
    due.orderId,
    each.authorized ? { method: 'card', outcome: 'authorized' } : CARD,
  );
  const { razorpay_payment_id: id } = result;
  if (!each.authorized && each.refund !== 'none') {
    world.sandbox.refund(id, each.refund === 'part' ? 100 : undefined);
  }
  if (failed && each.late && !each.authorized && each.refund === 'none') {
    world.sandbox.lateAuthorise(failed.razorpay_payment_id, { force: true });
  }
  const reports: Report[] = world.sandbox
    .events()
    .filter((event) => !seen.has(event.id))
    .map(({ id: event }) => async () => {
      await world.sandbox.deliver([event]);
      await world.server.reconciler.run();
    });
  reports.push(() => verify(asha, result));
  return { orderId: await orderBehind(cart.checkoutId), reports };
}

/** What must be the same whatever came first: amounts, not which of two equal payments it was. */
async function endOf(orderId: string) {
  const { paid, refunded, status, failed_at } = await storedOrder(world, orderId);
  const payments = await storedPayments(world, orderId);
  const { db } = world.server.services.store;
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
    payments: payments.map((each) => `${each.standing} ${each.amount}`).sort(),
    receipts: receipts.length,
    // Whether a failed attempt is told depends on when it was heard of; the money does not.
    told: events
      .map((each) => each.kind)
      .filter((kind) => kind !== 'payment failed')
      .sort(),
  };
}

/** Runs the reports in this order; the status may only move forward meanwhile. */
async function run(orderId: string, reports: Report[]): Promise<void> {
  for (const report of reports) {
    const before = await storedOrder(world, orderId);
    await report();
    const after = await storedOrder(world, orderId);
    expect(
      isForwardTransition(paymentStatusOf(before), paymentStatusOf(after)),
      'forward only',
    ).toBe(true);
    expect(after.paid).toBeGreaterThanOrEqual(before.paid);
    expect(after.paid).toBeLessThanOrEqual(after.total);
  }
}

test('F55 captured, authorized, failed, order.paid, verify, refund, duplicates and late ones in any order: the same end, never backwards', async () => {
  await fc.assert(
    fc.asyncProperty(
      life,
      fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
      fc.array(fc.nat(), { maxLength: 4 }),
      async (each, places, doubled) => {
        const straight = await play(each);
        await run(straight.orderId, straight.reports);
        const shuffled = await play(each);
        const copies = doubled.map((at) => shuffled.reports[at % shuffled.reports.length]);
        const all = [...shuffled.reports, ...copies.filter((report) => report !== undefined)];
        const mixed = all
          .map((report, at) => ({ report, at: places[at % places.length] ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ report }) => report);
        await run(shuffled.orderId, mixed);
        expect(await endOf(shuffled.orderId)).toEqual(await endOf(straight.orderId));
        await world.check();
      },
    ),
    { numRuns: 15 },
  );
  await checkCapturedPayments(world);
}, 180_000);

test('F55 whatever happens between the steps of a payment: nothing goes backwards, the books agree', async () => {
  const steps = fc.constantFrom(
    'fail',
    'pay',
    'authorize',
    'late',
    'refund',
    'report',
    'again',
    'verify',
    'reconcile',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('Full' as const, 'Milestone' as const),
      fc.array(steps, { minLength: 4, maxLength: 12 }),
      async (paymentType, story) => {
        world.sandbox.faults.webhooks.hold = true;
        const known = new Set(world.sandbox.events().map(({ id }) => id));
        const { cart, checkout: due } = await startCheckout(asha, { paymentType });
        const orderId = await orderBehind(cart.checkoutId);
        const results: { razorpay_payment_id: string }[] = [];
        const ours = () => world.sandbox.books().payments.filter((p) => p.order_id === due.orderId);
        const events = () => world.sandbox.events().filter(({ id }) => !known.has(id));
        const tell = async (again: boolean) => {
          const event = events().find((each) => (each.status === 'delivered') === again);
          if (event) await world.sandbox.deliver([event.id]);
          await world.server.reconciler.run();
        };
        const pay = (outcome: 'captured' | 'authorized' | 'failed') => {
          const taken = ours().some((p) => p.status === 'authorized' || p.captured);
          if (!taken) results.push(world.sandbox.pay(due.orderId, { method: 'card', outcome }));
        };
        const moves: Record<(typeof story)[number], Report> = {
          fail: async () => pay('failed'),
          pay: async () => pay('captured'),
          authorize: async () => pay('authorized'),
          late: async () => {
            const failed = ours().find((p) => p.status === 'failed');
            if (failed) world.sandbox.lateAuthorise(failed.id, { force: true });
          },
          refund: async () => {
            const whole = ours().find((p) => p.captured && p.amount_refunded === 0);
            if (whole) world.sandbox.refund(whole.id, 100);
          },
          report: () => tell(false),
          again: () => tell(true),
          verify: async () => {
            const last = results.at(-1);
            if (last) await verify(asha, last);
          },
          reconcile: () => world.server.reconciler.run(),
        };
        await run(
          orderId,
          story.map((step) => moves[step]),
        );
        await run(
          orderId,
          events().map(({ id }) => async () => {
            await world.sandbox.deliver([id]);
            await world.server.reconciler.run();
          }),
        );
        const captured = ours().filter((p) => p.captured);
        const book = await storedOrder(world, orderId);
        expect(book.paid).toBe(captured.length > 0 ? due.amount : 0);
        const held = await storedPayments(world, orderId);
        expect(held.map((p) => p.id)).toEqual(captured.map((p) => p.id).sort());
        expect(held.reduce((sum, p) => sum + p.refunded, 0)).toBe(
          ours().reduce((sum, p) => sum + p.amount_refunded, 0),
        );
        await world.check();
      },
    ),
    { numRuns: 18 },
  );
  await checkCapturedPayments(world);
}, 180_000);
