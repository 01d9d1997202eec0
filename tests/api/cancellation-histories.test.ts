import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RefundData } from '../../api/modules/billing/document-data.ts';
import { addNextStep } from '../../api/modules/payments/order-emails.ts';
import { cancelOrder } from '../support/cancellation.ts';
import { ABROAD } from '../support/currencies.ts';
import fc, { randomRuns } from '../support/fast-check.ts';
import { startInProcessApp } from '../support/in-process-app.ts';
import { checkTables } from '../support/invariants.ts';
import {
  type OrderHistory,
  orderHistories,
  runStep,
  startOrderHistory,
} from '../support/order-histories.ts';
import { listBuyerPayments, orderOf, storedOrder, storedPayments } from '../support/payments.ts';
import { ADDRESS, ownerOf } from '../support/people.ts';
import { rowWith } from '../support/rows.ts';

const COMPANY = { ...ADDRESS, companyName: 'Acme Widgets Pvt Ltd', tan: 'PNEA12345B' };

/** One history takes 100 ms of processor time, so more run on demand only: `RANDOM_RUNS=800` runs 20,000. */
const numRuns = randomRuns(25);
/** The number of histories per app: longer lists of payments and orders would only make it slower. */
const HISTORIES_PER_APP = 250;

const paise = (rupees: number): number => Math.round(rupees * 100);
const sum = (lines: { amount: number }[]): number =>
  lines.reduce((total, { amount }) => total + paise(amount), 0);

/** What the provider has captured, refunded and lost to a bank for an order, in paise. */
async function sumsAtProvider({ app, orderId, disputeId }: OrderHistory) {
  const { background, provider } = app.server.services;
  await background.settled();
  const stored = await storedPayments(app, orderId);
  const payments = await Promise.all(stored.map(({ id }) => provider.fetchPayment(id)));
  const { currency } = await storedOrder(app, orderId);
  for (const [at, payment] of payments.entries()) {
    expect([payment.currency, stored[at]?.currency]).toEqual([currency, currency]);
    expect(stored[at]?.base_amount, 'in rupees').toBe(payment.base_amount ?? null);
  }
  const dispute = disputeId ? await provider.fetchDispute(disputeId) : null;
  return {
    captured: payments.reduce((total, { amount }) => total + amount, 0),
    refunded: payments.reduce((total, payment) => total + (payment.amount_refunded ?? 0), 0),
    deducted: dispute?.amount_deducted ?? 0,
  };
}

const agreementOf = ({ app, orderId }: OrderHistory) =>
  rowWith(app, 'agreements', { order_id: orderId });

const refundDocumentsOf = ({ app, orderId }: OrderHistory) =>
  app.server.services.store.db
    .selectFrom('billing_documents')
    .select(['amount', 'data'])
    .where('order_id', '=', orderId)
    .where('kind', '!=', 'invoice')
    // Those of waived parts move no money.
    .where('instalment_id', 'is', null)
    .execute();

/** Agreement, changes, parts, movements, documents and the provider's records have the same amounts. */
async function expectSameSums(history: OrderHistory, refunded: number): Promise<void> {
  const { buyer, orderId } = history;
  const provider = await sumsAtProvider(history);
  expect(provider.refunded, 'what was refunded before, and the promise').toBe(refunded);
  const { ledger, parts, agreement, documents } = await orderOf(buyer, orderId);
  const { json, sha256 } = await agreementOf(history);
  expect(createHash('sha256').update(json).digest('hex'), 'the agreement as it was').toBe(sha256);
  expect(agreement.sha256).toBe(sha256);
  expect(paise(ledger.agreement)).toBe(JSON.parse(json).total);
  const charged = paise(ledger.agreement) + paise(ledger.changes) - paise(ledger.waived);
  expect(paise(ledger.total), 'agreement + changes − waived').toBe(charged);
  expect(sum(parts), 'the parts').toBe(charged + paise(ledger.waived));
  const listed = (await listBuyerPayments(buyer)).filter((each) => each.orderId === orderId);
  const payments = listed.filter(({ due }) => due === null);
  const left = payments.map((each) => ({ amount: each.amount - each.refunded - each.lost }));
  const { captured, deducted } = provider;
  expect(sum(left), 'at the provider').toBe(captured - refunded - deducted);
  const numbered = (series: string) =>
    documents.filter(({ number }: { number: string }) => number.startsWith(series));
  expect(sum(numbered('VY')), 'the receipts').toBe(paise(ledger.paid) + paise(ledger.taxDeducted));
  const papers = payments.flatMap((each) => each.papers.map(({ number }) => number));
  expect(papers.sort(), 'each document with one payment').toEqual(
    documents.map(({ number }: { number: string }) => number).sort(),
  );
  const issued = await refundDocumentsOf(history);
  const back = issued.map(({ amount, data }) => {
    const { deducted: undone = 0, reverses } = JSON.parse(data) as RefundData;
    return { amount: ((reverses ? -1 : 1) * (amount - undone)) / 100 };
  });
  expect(sum(back), 'the refund documents').toBe(paise(ledger.refunded));
}

/** The drawing is the same in the list, on both pages and, as a sentence, in mails. */
async function expectSameDrawing({ app, owner, buyer, orderId }: OrderHistory): Promise<void> {
  const { drawing } = await orderOf(buyer, orderId);
  const { orders } = (await buyer.get('/api/v1/gig/order/user-orders')).body;
  expect(orders.find(({ _id }: { _id: string }) => _id === orderId).drawing).toEqual(drawing);
  const { body } = await owner.get(`/api/v1/desk/orders/${orderId}`);
  expect(body.order.drawing, 'for the owner').toEqual(drawing);
  const mail = { to: '', subject: '', paragraphs: [] };
  const about = { orderId, side: 'buyer', keepsAction: false } as const;
  const { details = [] } = await addNextStep(app.server.services, mail, about);
  expect(details).toEqual(drawing ? [['Now', drawing.sentence]] : []);
}

for (let from = 0; from < numRuns; from += HISTORIES_PER_APP) {
  const runs = Math.min(HISTORIES_PER_APP, numRuns - from);
  const { seed = 0 } = fc.readConfigureGlobal();
  test(`the refund equals the amount shown, and every sum agrees (histories ${from + 1} to ${from + runs}, seed ${seed + from})`, async () => {
    const app = await startInProcessApp();
    const owner = await ownerOf(app);
    const property = fc.asyncProperty(orderHistories, async ({ startsFrom, currency, steps }) => {
      const address = currency === 'INR' ? COMPANY : ABROAD;
      const history = await startOrderHistory(app, owner, startsFrom, currency, address);
      const { buyer, orderId } = history;
      const agreed = await agreementOf(history);
      for (const step of steps) await runStep(step, history);
      await expectSameDrawing(history);
      const { cancellation, ledger } = await orderOf(buyer, orderId);
      const promise = cancellation ? paise(cancellation.refund) : 0;
      const isCancelled = (await cancelOrder(buyer, orderId, promise / 100)).status === 200;
      expect(isCancelled).toBe(cancellation?.mayCancel ?? false);
      const refunded = paise(ledger.refunded) + (isCancelled ? promise : 0);
      await expectSameSums(history, refunded);
      expect(await agreementOf(history), 'the agreement stays').toEqual(agreed);
      const isClosed = steps.includes('deliver') || steps.includes('refundRest');
      if (!isClosed) expect(isCancelled).toBe(true);
      await app.loseReports();
    });
    try {
      await fc.assert(property, { numRuns: runs, seed: seed + from });
      await checkTables(app);
    } finally {
      await app.close();
    }
  }, 3_600_000);
}
