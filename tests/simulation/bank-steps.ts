import { expect } from 'vitest';
import fc from '../support/fast-check.ts';
import { ownerOf } from '../support/people.ts';
import {
  type InstalmentModel,
  isClosed,
  leftOf,
  type Model,
  nextInstalment,
  type OrderModel,
  type PaymentModel,
  report,
  reportAll,
} from './model.ts';
import { deliver, hasBuyer, hasOrders, pick, step } from './step.ts';

const nth = fc.nat({ max: 30 });
const outcomes = fc.constantFrom<PaymentModel['bank'][]>(
  'captured',
  'captured',
  'captured',
  'authorized',
  'failed',
);

/** The part of an order that its buyer can pay now: opened, and with no payment that may still count. */
function payableInstalment(model: Model, order: OrderModel): InstalmentModel | undefined {
  const instalment = nextInstalment(order);
  const mayCount = (each: PaymentModel) => each.instalment === instalment && each.bank !== 'failed';
  return instalment?.checkout && !model.payments.some(mayCount) ? instalment : undefined;
}

export const pay = ({ at, bank }: { at: number; bank: PaymentModel['bank'] }) =>
  step({
    scenario: (model) => `the bank reports a payment for ${pick(model, at).label} as ${bank}`,
    possible: (model) =>
      hasOrders(model) && payableInstalment(model, pick(model, at)) !== undefined,
    async run(model, { app }) {
      const order = pick(model, at);
      const instalment = payableInstalment(model, order);
      if (!instalment?.checkout) throw new Error('nothing to pay');
      const { email } = order.buyer;
      const result = app.sandbox.pay(instalment.checkout, { method: 'card', outcome: bank, email });
      const [id, signature] = [result.razorpay_payment_id, result.razorpay_signature];
      const unknown = { failureKnown: false, app: null, refunded: 0, lost: 0, dispute: null };
      const made = { checkout: instalment.checkout, madeOn: model.day, isLost: false };
      model.payments.push({ id, signature, order, instalment, bank, ...made, ...unknown });
    },
  });

const paying = fc.record({ at: nth, bank: outcomes }).map(pay);

/** The provider asks banks about failed payments for three days. */
const DAYS_OF_POLLING = 3;

const failedOf = (model: Model) =>
  model.payments.filter(
    ({ bank, madeOn }) => bank === 'failed' && model.day - madeOn <= DAYS_OF_POLLING,
  );

const capturingLate = nth.map((at) =>
  step({
    scenario: () => 'the bank takes the money of a payment that it had called failed',
    possible: (model) => failedOf(model).length > 0 && nothingUnknown(model),
    async run(model, { app }) {
      const failed = failedOf(model);
      const payment = failed[at % failed.length];
      if (!payment) throw new Error('no failed payment');
      app.sandbox.lateAuthorise(payment.id, { force: true });
      payment.bank = 'captured';
    },
  }),
);

export const nothingUnknown = (model: Model): boolean =>
  model.payments.every(({ bank, app }) => bank !== 'captured' || app !== null);

export const canReturn = (payment: PaymentModel | undefined): boolean =>
  payment?.bank === 'captured' && !payment.isLost && !payment.order.buyer.isGone;

export const last = (model: Model): PaymentModel | undefined => model.payments.at(-1);

export const reportAsBrowser = ({ order, checkout, id, signature }: PaymentModel) =>
  order.buyer.person.post('/api/v1/gig/order/verify', {
    razorpay_order_id: checkout,
    razorpay_payment_id: id,
    razorpay_signature: signature,
  });

export const returnFromPaying = (twice: boolean) =>
  step({
    scenario: () => `the browser reports the last payment${twice ? ' twice at once' : ''}`,
    possible: (model) => canReturn(last(model)),
    async run(model) {
      const payment = last(model);
      if (!payment) throw new Error('no payment');
      const verify = () => reportAsBrowser(payment);
      const answers = await Promise.all(twice ? [verify(), verify()] : [verify()]);
      report(model, payment);
      const isCounted = payment.app === 'settled' && !isClosed(model, payment.order);
      for (const { status, body } of answers) {
        const expected = isCounted ? [200] : [200, 202, 409];
        expect(expected, JSON.stringify(body)).toContain(status);
      }
    },
  });

const returning = fc.boolean().map(returnFromPaying);

const forging = nth.map((at) =>
  step({
    scenario: (model) =>
      `somebody reports a payment for ${pick(model, at).label} that was never made`,
    possible: (model) => hasBuyer(model, at),
    async run(model) {
      const order = pick(model, at);
      const answer = await order.buyer.person.post('/api/v1/gig/order/verify', {
        razorpay_order_id: order.instalments[0]?.checkout ?? 'order_AAAAAAAAAAAAAA',
        razorpay_payment_id: 'pay_AAAAAAAAAAAAAA',
        razorpay_signature: '0'.repeat(64),
      });
      expect([400, 404]).toContain(answer.status);
    },
  }),
);

const delivering = fc
  .record({
    copies: fc.integer({ min: 1, max: 3 }),
    order: fc.constantFrom<('created' | 'reversed' | 'shuffled')[]>(
      'created',
      'reversed',
      'shuffled',
    ),
  })
  .map(({ copies, order }) =>
    step({
      scenario: () => `the provider’s reports arrive, ${order}, ${copies} of each`,
      async run(model, { app }) {
        Object.assign(app.sandbox.faults.webhooks, { copies, order });
        await deliver(app);
        reportAll(model);
      },
    }),
  );

const reconciling = fc.constant(
  step({
    scenario: () => 'no report arrives, and the app asks the provider itself',
    async run(model, { app }) {
      app.advance(6 * 60_000);
      await app.server.reconciler.run();
      reportAll(model);
    },
  }),
);

export const recorded = (model: Model) => model.payments.filter((each) => each.app !== null);
const shares = fc.constantFrom(0.1, 0.5, 1, 1.5);

const refunding = fc.record({ at: nth, share: shares }).map(({ at, share }) =>
  step({
    scenario: () =>
      `the owner refunds ${share * 100} % of a payment, and asks for the same refund again`,
    possible: (model) => recorded(model).length > 0,
    async run(model, { app }) {
      // The last sign-in may be too long ago for a refund.
      const owner = await ownerOf(app);
      const payment = recorded(model)[at % recorded(model).length];
      if (!payment) throw new Error('no payment');
      const amount = Math.max(100, Math.round(payment.instalment.amount * share));
      const sent = { refundId: crypto.randomUUID(), amount: amount / 100, reason: 'Agreed.' };
      const refund = () => owner.post(`/api/v1/desk/payments/${payment.id}/refund`, sent);
      const fits = amount <= leftOf(payment) && !payment.dispute;
      for (const answer of [await refund(), await refund()])
        expect(answer.status, JSON.stringify(answer.body)).toBe(fits ? 200 : 409);
      if (fits) payment.refunded += amount;
    },
  }),
);

export const bankSteps = [
  paying,
  paying,
  capturingLate,
  returning,
  forging,
  delivering,
  reconciling,
  refunding,
];
