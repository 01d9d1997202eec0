import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asha } from '../support/payment-app.ts';
import { CARD, orderOf, place, startCheckout, storedOrder, verify } from '../support/payments.ts';
import { cart } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

/** The database takes no page more, and what is free inside its pages is used up. */
async function fillDisk(): Promise<void> {
  const { db } = app.server.services.store;
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
  sql.raw('pragma max_page_count = 1000000').execute(app.server.services.store.db);

test('who has paid while the disk is full is told that the payment arrived, and it is recorded later', async () => {
  const { checkout: due } = await startCheckout(asha);
  app.sandbox.faults.webhooks.hold = true;
  const result = app.sandbox.pay(due.orderId, CARD);
  await fillDisk();
  try {
    const told = await verify(asha, result);
    expect(told.body.message, JSON.stringify(told.body)).toBe(
      'Your payment arrived; we are recording it.',
    );
    expect(told).toMatchObject({ status: 202, body: { success: true, order: null } });
    // Single rows may still fit where others were deleted.
    let placed = await place(asha, await cart(asha));
    for (let more = 0; more < 15 && placed.status === 201; more += 1) {
      placed = await place(asha, await cart(asha));
    }
    expect(placed.status).toBe(503);
    expect(placed.body.message).toContain('Nothing was charged');
  } finally {
    await makeRoom();
  }
  await app.server.reconciler.run();
  const paid = await verify(asha, result);
  expect(paid.status).toBe(200);
  expect((await storedOrder(app, paid.body.order._id)).paid).toBe(due.amount);
  expect((await orderOf(asha, paid.body.order._id)).paymentInfo.paymentStatus).toBe('Paid');
});
