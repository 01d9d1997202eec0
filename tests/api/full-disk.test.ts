import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NOT_OPENED, PAYMENT_ARRIVED } from '../../api/modules/payments/rules.ts';
import { asha } from '../support/payment-app.ts';
import { begin, bookOf, CARD, orderOf, place, verify } from '../support/payments.ts';
import { cart } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

/** The database takes no page more, and what is free inside its pages is used up. */
async function fillDisk(): Promise<void> {
  const { db } = app.shop.services.store;
  await sql.raw('pragma max_page_count = 1').execute(db);
  for (const size of [50_000, 2_000, 200, 20]) {
    let isFull = false;
    while (!isFull) {
      const row = { key: crypto.randomUUID(), value: 'x'.repeat(size) };
      await db
        .insertInto('settings')
        .values(row)
        .execute()
        .catch((error: { code?: string }) => {
          if (error.code !== 'SQLITE_FULL') throw error;
          isFull = true;
        });
    }
  }
}

const makeRoom = () =>
  sql.raw('pragma max_page_count = 1000000').execute(app.shop.services.store.db);

test('who has paid while the disk is full is told that the payment arrived, and it is recorded later', async () => {
  const { due } = await begin(asha);
  app.gateway.faults.webhooks.hold = true;
  const result = app.gateway.pay(due.orderId, CARD);
  await fillDisk();
  try {
    const told = await verify(asha, result);
    expect(told.body.message, JSON.stringify(told.body)).toBe(PAYMENT_ARRIVED);
    expect(told).toMatchObject({ status: 202, body: { success: true, order: null } });
    // Single rows may still fit where others were deleted.
    let placed = await place(asha, await cart(asha));
    for (let more = 0; more < 15 && placed.status === 201; more += 1) {
      placed = await place(asha, await cart(asha));
    }
    expect(placed.status).toBe(503);
    expect(placed.body.message).toBe(NOT_OPENED);
  } finally {
    await makeRoom();
  }
  await app.shop.reconciler.run();
  const paid = await verify(asha, result);
  expect(paid.status).toBe(200);
  expect((await bookOf(app, paid.body.order._id)).paid).toBe(due.amount);
  expect((await orderOf(asha, paid.body.order._id)).paymentInfo.paymentStatus).toBe('Paid');
});
