import { expect } from 'vitest';
import type { Fault } from '../../api/razorpay-sandbox/faults.ts';
import fc from '../support/fast-check.ts';
import { ownerOf } from '../support/people.ts';
import type { TestApp } from '../support/test-app.ts';
import { canReturn, last, recorded, reportAsBrowser } from './bank-steps.ts';
import { canPlace, placeOrder, whatToPlace } from './checkout-steps.ts';
import { leftOf, type Model, reportAll } from './model.ts';
import { click } from './owner-steps.ts';
import { buyerAt, hasOrders, hearOfAttempts, pick, step } from './step.ts';

const nth = fc.nat({ max: 30 });

/** The work was done and its answer lost or never sent, or it was not done; a slow answer comes all the same. */
const faults = fc.constantFrom<Fault[]>(
  { kind: 'drop' },
  { kind: 'status', status: 500, when: 'after' },
  { kind: 'html', when: 'after' },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429 },
  { kind: 'refuse' },
  { kind: 'delay', ms: 40 },
  { kind: 'hang' },
  { kind: 'hang', when: 'after' },
);

const nameOf = (fault: Fault): string =>
  'when' in fault ? `${fault.kind} after the work` : fault.kind;

/** The provider works again: what it was asked for meanwhile is done once. */
async function recover(model: Model, app: TestApp): Promise<void> {
  await app.server.services.background.settled();
  app.sandbox.faults.clear();
  app.sandbox.faults.webhooks.hold = true;
  app.advance(6 * 60_000);
  await app.server.reconciler.run();
  reportAll(model);
}

const placing = fc.record({ what: whatToPlace, fault: faults }).map(({ what, fault }) =>
  step({
    scenario: ({ buyers }) =>
      `${buyers[what.who]?.name} places an order, the provider fails (${nameOf(fault)}), and again`,
    possible: (model) => canPlace(model, what),
    async run(model, { app }) {
      await hearOfAttempts(model, app, buyerAt(model, what.who));
      app.sandbox.faults.next('orders.create', fault);
      await placeOrder(model, what, async (place) => {
        const { status } = await place();
        expect(status).toBe(fault.kind === 'delay' ? 201 : 502);
      });
    },
  }),
);

const refunding = fc.record({ at: nth, fault: faults }).map(({ at, fault }) =>
  step({
    scenario: () =>
      `the owner refunds half of a payment, and the provider fails (${nameOf(fault)})`,
    possible: (model) => recorded(model).length > 0,
    async run(model, { app }) {
      const owner = await ownerOf(app);
      const payment = recorded(model)[at % recorded(model).length];
      if (!payment) throw new Error('no payment');
      const amount = Math.max(100, Math.floor(payment.instalment.amount / 2));
      const sent = { refundId: crypto.randomUUID(), amount: amount / 100, reason: 'Agreed.' };
      const fits = amount <= leftOf(payment) && !payment.dispute;
      if (fits) app.sandbox.faults.next('payments.refund', fault);
      const { status } = await owner.post(`/api/v1/desk/payments/${payment.id}/refund`, sent);
      expect(status).toBe(fits ? (fault.kind === 'delay' ? 200 : 202) : 409);
      if (fits) payment.refunded += amount;
      await recover(model, app);
    },
  }),
);

const rejecting = fc.record({ at: nth, fault: faults }).map(({ at, fault }) =>
  step({
    scenario: (model) =>
      `the owner rejects ${pick(model, at).label}, and the provider fails to refund (${nameOf(fault)})`,
    possible: hasOrders,
    async run(model, { app }) {
      app.sandbox.faults.next('payments.refund', fault, 2);
      await click(model, app, { by: await ownerOf(app), order: pick(model, at), move: 'reject' });
      await recover(model, app);
    },
  }),
);

const returning = faults.map((fault) =>
  step({
    scenario: () =>
      `the browser reports the last payment, and the provider fails (${nameOf(fault)})`,
    possible: (model) => canReturn(last(model)),
    async run(model, { app }) {
      const payment = last(model);
      if (!payment) throw new Error('no payment');
      if (payment.app === null) app.sandbox.faults.next('payments.fetch', fault);
      const { status } = await reportAsBrowser(payment);
      expect([200, 202, 409]).toContain(status);
      await recover(model, app);
    },
  }),
);

const asking = fc
  .record({ fault: faults, calls: fc.integer({ min: 1, max: 8 }) })
  .map(({ fault, calls }) =>
    step({
      scenario: () => `reports arrive while the provider fails ${calls} times (${nameOf(fault)})`,
      async run(model, { app }) {
        app.sandbox.release();
        await app.sandbox.settled();
        app.sandbox.faults.next('*', fault, calls);
        app.advance(6 * 60_000);
        await app.server.reconciler.run();
        await recover(model, app);
      },
    }),
  );

export const providerFaultSteps = [placing, refunding, rejecting, returning, asking, asking];
