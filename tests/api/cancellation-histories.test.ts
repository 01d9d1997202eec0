import { beforeAll, expect, test } from 'vitest';
import { DAY } from '../../api/platform/clock.ts';
import { cancel, refundedAtProvider } from '../support/cancellation.ts';
import { buyerAnswers, ownerAnswers, ownerProposes } from '../support/changes.ts';
import fc, { randomRuns } from '../support/fast-check.ts';
import type { Person } from '../support/http-client.ts';
import {
  buy,
  CARD,
  deliverWebhooks,
  orderOf,
  payRemaining,
  storedOrder,
  storedPayments,
} from '../support/payments.ts';
import { insertBuyer, ownerOf } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const numRuns = randomRuns(25);

let owner: Person;
beforeAll(async () => {
  owner = await ownerOf(app);
});

type Step =
  | 'accept'
  | 'deliver'
  | 'pay the rest'
  | 'refund a little'
  | 'late'
  | 'propose'
  | 'agree'
  | 'withdraw'
  | 'waive';

async function take(step: Step, buyer: Person, orderId: string, paymentId: string): Promise<void> {
  switch (step) {
    case 'accept':
      return void (await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {}));
    case 'deliver':
      return void (await owner.post(`/api/v1/desk/orders/${orderId}/deliver`, { message: 'Done' }));
    case 'pay the rest': {
      const { status, body } = await payRemaining(buyer, orderId);
      if (status !== 200) return;
      app.sandbox.pay(body.orderId, CARD);
      return deliverWebhooks(app);
    }
    case 'refund a little': {
      const refund = { refundId: crypto.randomUUID(), amount: 12.34, reason: 'A discount' };
      return void (await owner.post(`/api/v1/desk/payments/${paymentId}/refund`, refund));
    }
    case 'propose': {
      const { total } = await storedOrder(app, orderId);
      const proposed = { amount: total % 3 === 0 ? 0 : 777.77, extraDays: total % 4 };
      return void (await ownerProposes(owner, orderId, proposed));
    }
    case 'agree':
    case 'withdraw': {
      const { changes } = await orderOf(buyer, orderId);
      const open = changes.find(({ status }: { status: string }) => status === 'Proposed');
      if (!open) return;
      if (step === 'agree') return void (await buyerAnswers(buyer, open._id, 'accept'));
      return void (await ownerAnswers(owner, open._id, 'withdraw'));
    }
    case 'waive': {
      const { parts } = await orderOf(buyer, orderId);
      const call = `/api/v1/desk/payments/instalments/${parts.at(-1)._id}/waive`;
      return void (await owner.post(call, {}));
    }
    case 'late': {
      const { delivery_date } = await storedOrder(app, orderId);
      const moved = new Date(Date.parse(delivery_date ?? '') - 40 * DAY).toISOString();
      await app.write((tx) =>
        tx.updateTable('orders').set({ delivery_date: moved }).where('id', '=', orderId).execute(),
      );
    }
  }
}

const paise = (rupees: number): number => Math.round(rupees * 100);
const sum = (lines: { amount: number }[]): number =>
  lines.reduce((total, { amount }) => total + paise(amount), 0);

/** Agreement, changes, parts, movements and the provider's records say the same amounts. */
async function expectSameSums(buyer: Person, orderId: string): Promise<void> {
  const { ledger, parts, agreement } = await orderOf(buyer, orderId);
  expect(paise(ledger.agreement)).toBe(agreement.terms.total);
  const charged = paise(ledger.agreement) + paise(ledger.changes) - paise(ledger.waived);
  expect(paise(ledger.total), 'agreement + changes − waived').toBe(charged);
  expect(sum(parts), 'the parts').toBe(charged + paise(ledger.waived));
  const { money } = (await buyer.get(`/api/v1/gig/order/${orderId}/money`)).body;
  expect(sum(money.lines), 'what moved').toBe(paise(money.balance));
  const stored = await storedPayments(app, orderId);
  const captured = app.sandbox
    .records()
    .payments.filter(({ id }) => stored.some((payment) => payment.id === id))
    .reduce((total, { amount }) => total + amount, 0);
  const refunded = await refundedAtProvider(app, orderId);
  expect(paise(money.balance), 'at the provider').toBe(captured - refunded);
}

const histories = fc.record({
  paymentType: fc.constantFrom('Full', 'Milestone'),
  steps: fc.array(
    fc.constantFrom<Step>(
      ...(['accept', 'deliver', 'pay the rest', 'pay the rest', 'refund a little'] as const),
      ...(['late', 'propose', 'propose', 'agree', 'agree', 'withdraw', 'waive'] as const),
    ),
    { maxLength: 8 },
  ),
});

test('after any history the refund made is the promise shown, and the balance the provider’s', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ paymentType, steps }) => {
      const { person } = await insertBuyer(app, {});
      const { orderId, paymentId } = await buy(app, person, { paymentType });
      for (const step of steps) await take(step, person, orderId, paymentId);
      const before = await refundedAtProvider(app, orderId);
      const { cancellation } = await orderOf(person, orderId);
      const promise = cancellation ? Math.round(cancellation.refund * 100) : 0;
      const isCancelled = (await cancel(person, orderId, promise / 100)).status === 200;
      expect(isCancelled).toBe(cancellation?.mayCancel ?? false);
      const made = (await refundedAtProvider(app, orderId)) - before;
      expect(made).toBe(isCancelled ? promise : 0);
      expect((await storedOrder(app, orderId)).refunded).toBe(before + made);
      await expectSameSums(person, orderId);
      if (steps.includes('deliver') && steps.includes('accept')) return;
      expect(isCancelled).toBe(true);
    }),
    { numRuns },
  );
});
