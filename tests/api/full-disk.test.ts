import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NOT_OPENED, PAYMENT_ARRIVED } from '../../api/modules/payments/texts.ts';
import { asha, sharePaymentApp } from '../support/payment-app.ts';
import {
  CAPTURED,
  orderOf,
  placeOrder,
  startCheckout,
  storedOrder,
  verifyPayment,
} from '../support/payments.ts';
import { orderBody } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

/** Limits the pages of the database and uses up the free space inside them. */
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

test('reports to a payer on a full disk that the payment arrived, and records it later', async () => {
  const { checkout } = await startCheckout(asha);
  app.sandbox.faults.webhooks.hold = true;
  const result = app.sandbox.pay(checkout.orderId, CAPTURED);
  await fillDisk();
  try {
    const answer = await verifyPayment(asha, result);
    expect(answer.body.message, JSON.stringify(answer.body)).toBe(PAYMENT_ARRIVED);
    expect(answer).toMatchObject({ status: 202, body: { success: true, order: null } });
    // A few rows may still fit where others were deleted.
    let placed = await placeOrder(asha, await orderBody(asha));
    for (let more = 0; more < 15 && placed.status === 201; more += 1) {
      placed = await placeOrder(asha, await orderBody(asha));
    }
    expect(placed.status).toBe(503);
    expect(placed.body.message).toBe(NOT_OPENED);
  } finally {
    await makeRoom();
  }
  await app.server.reconciler.run();
  const paid = await verifyPayment(asha, result);
  expect(paid.status).toBe(200);
  expect((await storedOrder(app, paid.body.order._id)).paid).toBe(checkout.amount);
  expect((await orderOf(asha, paid.body.order._id)).paymentInfo.paymentStatus).toBe('Paid');
});
