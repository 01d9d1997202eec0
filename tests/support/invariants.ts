import { expect } from 'vitest';
import type { RunningApp, TestApp } from './test-app.ts';

/** Checks the invariants I1, I3 to I5, I7 and I8, which tests/README.md explains. */
export async function checkInvariants(app: TestApp): Promise<void> {
  await checkTables(app);
  await checkSecrets(app);
}

/** Checks the invariants of the tables: I1 and I3 to I5. */
export async function checkTables(app: RunningApp): Promise<void> {
  const { db, pragma } = app.server.services.store;
  const orders = await db.selectFrom('orders').selectAll().execute();
  const payments = await db.selectFrom('payments').selectAll().execute();
  const settledOf = Map.groupBy(
    payments.filter(({ status }) => status === 'settled'),
    ({ order_id }) => order_id,
  );
  const paidParts = await db
    .selectFrom('instalments')
    .select(['order_id', 'amount', 'tax_deducted'])
    .where('payment_id', 'is not', null)
    .execute();
  const partsOf = Map.groupBy(paidParts, ({ order_id }) => order_id);
  for (const order of orders) {
    const settled = settledOf.get(order.id) ?? [];
    const sum = settled.reduce((total, each) => total + each.amount, 0);
    expect(order.paid, 'I1: paid is the sum of the settled payments').toBe(sum);
    const parts = partsOf.get(order.id) ?? [];
    const deducted = parts.reduce((total, part) => total + part.tax_deducted, 0);
    expect(order.tax_deducted, 'deducted is the sum of the paid parts').toBe(deducted);
    const agreed = parts.reduce((total, part) => total + part.amount, 0);
    expect(order.paid + order.tax_deducted, 'paid and deducted is the paid parts').toBe(agreed);
    expect(order.paid + order.tax_deducted).toBeLessThanOrEqual(order.total);
  }
  await checkRevisions(app, orders);
  const checkouts = orders.map((order) => `${order.buyer_id} ${order.checkout_id}`);
  expect(new Set(checkouts).size, 'I4: one checkout, one order').toBe(checkouts.length);
  for (const payment of payments) {
    expect(payment.refunded, 'refunded at most what was paid').toBeLessThanOrEqual(payment.amount);
  }
  const receipts = await db.selectFrom('receipts').selectAll().orderBy('serial').execute();
  const settledPayments = payments.filter((each) => each.status === 'settled');
  expect(receipts.length, 'one receipt for each settled payment').toBe(settledPayments.length);
  for (const year of new Set(receipts.map((each) => each.year))) {
    const serials = receipts.filter((each) => each.year === year).map((each) => each.serial);
    expect(serials, 'no gap in the receipt numbers').toEqual(serials.map((_, at) => at + 1));
  }
  await checkDocuments(app);
  if (pragma) {
    expect(pragma('integrity_check'), 'I5').toBe('ok');
    expect(pragma('foreign_key_check'), 'I5: no dangling reference').toBeUndefined();
  }
}

/** Invoices, refund vouchers and credit notes: no gap in any series, at most one invoice for an order. */
async function checkDocuments({ server }: RunningApp): Promise<void> {
  const documents = await server.services.store.db
    .selectFrom('billing_documents')
    .select(['number', 'kind', 'year', 'serial'])
    .orderBy('serial')
    .execute();
  const series = Map.groupBy(documents, ({ kind, year }) => `${kind} of ${year}`);
  for (const [name, issued] of series) {
    const serials = issued.map(({ serial }) => serial);
    expect(serials, `no gap in the ${name}`).toEqual(serials.map((_, at) => at + 1));
  }
  expect(documents.filter(({ number }) => number.length > 16)).toEqual([]);
}

async function checkRevisions(
  { server }: RunningApp,
  orders: { id: string; used_revisions: number; max_revisions: number }[],
): Promise<void> {
  const rows = await server.services.store.db
    .selectFrom('revisions')
    .select('order_id')
    // Below 0: it became a change.
    .where('number', '>', 0)
    .execute();
  const rowsOf = Map.groupBy(rows, ({ order_id }) => order_id);
  for (const order of orders) {
    const requested = rowsOf.get(order.id)?.length ?? 0;
    expect(order.used_revisions, 'I3: used revisions are rows').toBe(requested);
    expect(order.used_revisions, 'I3').toBeLessThanOrEqual(order.max_revisions);
  }
}

/** I2: every captured payment is stored. Call it when no payment is in progress. */
export async function checkCapturedPayments(app: TestApp): Promise<void> {
  await app.server.reconciler.run();
  const captured = app.sandbox.records().payments.filter((each) => each.captured);
  const { db } = app.server.services.store;
  const known = await db.selectFrom('payments').select('id').execute();
  expect(known.map((each) => each.id).sort(), 'I2').toEqual(captured.map((each) => each.id).sort());
}

async function checkSecrets(app: TestApp): Promise<void> {
  const { db } = app.server.services.store;
  const users = await db.selectFrom('users').select(['password_hash']).execute();
  const sessions = await db.selectFrom('sessions').select('token_hash').execute();
  const devices = await db.selectFrom('devices').select('token_hash').execute();
  const texts = app.mail.emails.map((email) => email.text ?? '');
  const secrets = [
    ...users.map((each) => each.password_hash),
    ...[...sessions, ...devices].map((each) => each.token_hash),
    ...texts.map((text) => /(?:create-password|invitation)\/([\w-]+)/.exec(text)?.[1]),
  ].filter((secret) => secret != null);
  for (const secret of secrets) {
    const containsSecret = (text: string) => text.includes(secret);
    expect(app.answers.find(containsSecret), 'I7').toBeUndefined();
    expect(app.logs.find(containsSecret), 'I8').toBeUndefined();
  }
  for (const code of texts.flatMap((text) => /^\d{6}$/m.exec(text)?.[0] ?? [])) {
    // A number of the answer, such as a price, may have the same digits by chance.
    const containsSecret = (text: string) => new RegExp(`(?<!":)\\b${code}\\b`).test(text);
    expect(app.answers.find(containsSecret), 'I7: codes').toBeUndefined();
    expect(app.logs.find(containsSecret), 'I8: codes').toBeUndefined();
  }
}
