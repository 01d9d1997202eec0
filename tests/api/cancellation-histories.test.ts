import { expect, test } from 'vitest';
import { cancel, refundedAtProvider } from '../support/cancellation.ts';
import fc, { randomRuns } from '../support/fast-check.ts';
import { type History, histories, take } from '../support/histories.ts';
import { buy, orderOf, storedOrder, storedPayments } from '../support/payments.ts';
import { insertBuyer, ownerOf } from '../support/people.ts';
import { startTestApp } from '../support/test-app.ts';

/** `RANDOM_RUNS=800` plays 20,000. */
const numRuns = randomRuns(25);
/** Each app plays so many: longer lists of payments and orders would only make it slower. */
const OF_AN_APP = 250;

const paise = (rupees: number): number => Math.round(rupees * 100);
const sum = (lines: { amount: number }[]): number =>
  lines.reduce((total, { amount }) => total + paise(amount), 0);

/** Agreement, changes, parts, movements, documents and the provider's records say the same amounts. */
async function expectSameSums({ app, buyer, orderId }: History): Promise<void> {
  const { ledger, parts, agreement, documents } = await orderOf(buyer, orderId);
  expect(paise(ledger.agreement)).toBe(agreement.terms.total);
  const charged = paise(ledger.agreement) + paise(ledger.changes) - paise(ledger.waived);
  expect(paise(ledger.total), 'agreement + changes − waived').toBe(charged);
  expect(sum(parts), 'the parts').toBe(charged + paise(ledger.waived));
  const { money } = (await buyer.get(`/api/v1/gig/order/${orderId}/money`)).body;
  expect(sum(money.lines), 'what moved').toBe(paise(money.balance));
  const stored = (await storedPayments(app, orderId)).map(({ id }) => id);
  const { payments, disputes } = app.sandbox.records();
  const captured = payments
    .filter(({ id }) => stored.includes(id))
    .reduce((total, { amount }) => total + amount, 0);
  const deducted = disputes
    .filter(({ payment_id }) => stored.includes(payment_id))
    .reduce((total, { amount_deducted }) => total + amount_deducted, 0);
  const refunded = await refundedAtProvider(app, orderId);
  expect(paise(money.balance), 'at the provider').toBe(captured - refunded - deducted);
  const numbered = (series: string) =>
    documents.filter(({ number }: { number: string }) => number.startsWith(series));
  expect(sum(numbered('VY')), 'the receipts').toBe(paise(ledger.paid));
  const refunds = money.lines.filter(({ kind }: { kind: string }) => kind === 'refund');
  const issued = refunds.filter(({ receipt }: { receipt: string | null }) => receipt !== null);
  expect(0 - sum(issued), 'the refund documents').toBe(paise(ledger.refunded));
}

for (let from = 0; from < numRuns; from += OF_AN_APP) {
  const runs = Math.min(OF_AN_APP, numRuns - from);
  const { seed = 0 } = fc.readConfigureGlobal();
  test(`refund made = promise shown, and every sum agrees (histories ${from + 1} to ${from + runs}, seed ${seed + from})`, async () => {
    const app = await startTestApp();
    const play = fc.asyncProperty(histories, async ({ paymentType, steps }) => {
      const [{ person: buyer }, owner] = await Promise.all([insertBuyer(app, {}), ownerOf(app)]);
      const { orderId, paymentId } = await buy(app, buyer, { paymentType });
      const { sha256 } = (await orderOf(buyer, orderId)).agreement;
      const history = { app, owner, buyer, orderId, paymentId };
      for (const step of steps) await take(step, history);
      const before = await refundedAtProvider(app, orderId);
      const { cancellation, agreement } = await orderOf(buyer, orderId);
      expect(agreement.sha256, 'the agreement stays').toBe(sha256);
      const promise = cancellation ? paise(cancellation.refund) : 0;
      const isCancelled = (await cancel(buyer, orderId, promise / 100)).status === 200;
      expect(isCancelled).toBe(cancellation?.mayCancel ?? false);
      const made = (await refundedAtProvider(app, orderId)) - before;
      expect(made).toBe(isCancelled ? promise : 0);
      expect((await storedOrder(app, orderId)).refunded).toBe(before + made);
      await expectSameSums(history);
      if (!steps.includes('deliver')) expect(isCancelled).toBe(true);
    });
    try {
      await fc.assert(play, { numRuns: runs, seed: seed + from });
      await app.check();
    } finally {
      await app.close();
    }
  }, 3_600_000);
}
