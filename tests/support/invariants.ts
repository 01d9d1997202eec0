import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

/** I1 to I8 of attacks.md, as far as they concern what exists. */
export async function checkInvariants(world: TestApp): Promise<void> {
  const { db, pragma } = world.server.services.store;
  const orders = await db.selectFrom('orders').selectAll().execute();
  const payments = await db.selectFrom('payments').selectAll().execute();
  for (const order of orders) {
    const settled = payments.filter(
      (each) => each.order_id === order.id && each.standing === 'settled',
    );
    const sum = settled.reduce((total, each) => total + each.amount, 0);
    expect(order.paid, 'I1: paid is the sum of what was settled').toBe(sum);
    expect(order.paid).toBeLessThanOrEqual(order.total);
  }
  await checkRevisions(world, orders);
  const checkouts = orders.map((order) => `${order.buyer_id} ${order.checkout_id}`);
  expect(new Set(checkouts).size, 'I4: one checkout, one order').toBe(checkouts.length);
  for (const payment of payments) {
    expect(payment.refunded, 'no more goes back than came').toBeLessThanOrEqual(payment.amount);
  }
  const receipts = await db.selectFrom('receipts').selectAll().orderBy('serial').execute();
  const settledOnes = payments.filter((each) => each.standing === 'settled');
  expect(receipts.length, 'one receipt for each settled payment').toBe(settledOnes.length);
  for (const year of new Set(receipts.map((each) => each.year))) {
    const serials = receipts.filter((each) => each.year === year).map((each) => each.serial);
    expect(serials, 'no gap in the receipts').toEqual(serials.map((_, at) => at + 1));
  }
  expect(pragma('integrity_check'), 'I5').toBe('ok');
  expect(pragma('foreign_key_check'), 'I5: nothing refers to what is gone').toBeUndefined();
  await checkSecrets(world);
}

async function checkRevisions(
  { server: shop }: TestApp,
  orders: { id: string; used_revisions: number; max_revisions: number }[],
): Promise<void> {
  const rows = await shop.services.store.db.selectFrom('revisions').select('order_id').execute();
  for (const order of orders) {
    const asked = rows.filter((row) => row.order_id === order.id).length;
    expect(order.used_revisions, 'I3: used revisions are rows').toBe(asked);
    expect(order.used_revisions, 'I3').toBeLessThanOrEqual(order.max_revisions);
  }
}

/** I2: call when nothing is under way: every captured payment is in our books. */
export async function checkCapturedPayments(world: TestApp): Promise<void> {
  await world.server.reconciler.run();
  const captured = world.sandbox.books().payments.filter((each) => each.captured);
  const { db } = world.server.services.store;
  const known = await db.selectFrom('payments').select('id').execute();
  expect(known.map((each) => each.id).sort(), 'I2').toEqual(captured.map((each) => each.id).sort());
}

async function checkSecrets(world: TestApp): Promise<void> {
  const { db } = world.server.services.store;
  const users = await db.selectFrom('users').select(['password_hash']).execute();
  const sessions = await db.selectFrom('sessions').select('token_hash').execute();
  const devices = await db.selectFrom('devices').select('token_hash').execute();
  const texts = world.mail.emails.map((letter) => letter.text ?? '');
  const secrets = [
    ...users.map((each) => each.password_hash),
    ...[...sessions, ...devices].map((each) => each.token_hash),
    ...texts.map((text) => /create-password\/([\w-]+)/.exec(text)?.[1]),
  ].filter((secret) => secret != null);
  for (const secret of secrets) {
    const holds = (text: string) => text.includes(secret);
    expect(world.answers.find(holds), 'I7').toBeUndefined();
    expect(world.logs.find(holds), 'I8').toBeUndefined();
  }
  for (const code of texts.flatMap((text) => /^\d{6}$/m.exec(text)?.[0] ?? [])) {
    const holds = (text: string) => new RegExp(`\\b${code}\\b`).test(text);
    expect(world.answers.find(holds), 'I7: codes').toBeUndefined();
    expect(world.logs.find(holds), 'I8: codes').toBeUndefined();
  }
}
