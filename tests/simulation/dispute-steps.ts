import fc from '../support/fast-check.ts';
import type { TestApp } from '../support/test-app.ts';
import { nothingUnknown, recorded } from './bank-steps.ts';
import {
  leftOf,
  type Model,
  type PaymentModel,
  refundRest,
  refundWhatIsOwed,
  reportAll,
} from './model.ts';
import { deliver, step } from './step.ts';

const nth = fc.nat({ max: 30 });

const refundingAtTheBank = nth.map((at) =>
  step({
    scenario: () => 'the owner refunds what is left of a payment in the provider’s dashboard',
    possible: (model) => refundable(model).length > 0 && nothingUnknown(model),
    async run(model, { app }) {
      const payment = await nextRefundable(model, app, at);
      app.sandbox.refund(payment.id);
      refundRest(payment);
      await deliver(app);
      reportAll(model);
    },
  }),
);

/** One of them, once the app knows of all others: what is reported with its refund has no order in time. */
async function nextRefundable(model: Model, app: TestApp, at: number): Promise<PaymentModel> {
  const payment = refundable(model)[at % refundable(model).length];
  if (!payment) throw new Error('no payment');
  await deliver(app);
  reportAll(model);
  return payment;
}

const refundable = (model: Model) =>
  recorded(model).filter((each) => leftOf(each) >= 100 && !each.dispute);

const disputing = nth.map((at) =>
  step({
    comesFirst: true,
    scenario: () => 'a card holder disputes what is left of a payment',
    possible: (model) => refundable(model).length > 0 && nothingUnknown(model),
    async run(model, { app }) {
      const payment = await nextRefundable(model, app, at);
      payment.dispute = app.sandbox.dispute(payment.id).id;
      await deliver(app);
      reportAll(model);
    },
  }),
);

const disputed = (model: Model) => model.payments.filter(({ dispute }) => dispute !== null);

const deciding = fc.constantFrom<('won' | 'lost')[]>('won', 'lost').map((decision) =>
  step({
    scenario: () => `the bank decides a dispute: ${decision}`,
    possible: (model) => disputed(model).length > 0 && nothingUnknown(model),
    async run(model, { app }) {
      const [payment] = disputed(model);
      if (!payment?.dispute) throw new Error('no dispute');
      await deliver(app);
      reportAll(model);
      app.sandbox.moveDispute(payment.dispute, decision);
      if (decision === 'lost') payment.lost += leftOf(payment);
      payment.dispute = null;
      await deliver(app);
      reportAll(model);
      refundWhatIsOwed(model);
    },
  }),
);

export const disputeSteps = [refundingAtTheBank, disputing, deciding];
