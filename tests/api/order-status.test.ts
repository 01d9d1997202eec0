import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '../../db/schema.ts';
import { startCheckout } from '../support/payments.ts';
import { insertBuyer } from '../support/people.ts';
import { rowWith } from '../support/rows.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let orderId: string;
beforeAll(async () => {
  app = await startTestApp();
  const { person } = await insertBuyer(app);
  await startCheckout(person);
  ({ id: orderId } = await rowWith(app, 'orders'));
});
afterAll(() => app.close());

const AT = '2026-11-22T10:00:00.000Z';
const UNPAID = { paid: 0, refunded: 0, lost: 0 };
const PAID = { paid: 5_000, refunded: 0, lost: 0 };
const PARTLY_BACK = { paid: 5_000, refunded: 2_000, lost: 2_999 };
const ALL_BACK = { paid: 5_000, refunded: 2_000, lost: 3_000 };

test.each<[string, Order['status'], typeof PAID, string | null, Order['shown_status'], number]>([
  ['a new order without money', 'In Progress', UNPAID, null, 'Awaiting payment', 0],
  ['a new order that is paid', 'In Progress', PAID, null, 'In Progress', 5_000],
  ['one with a part of its money back', 'Accepted', PARTLY_BACK, null, 'Accepted', 1],
  ['an open one with all its money back', 'Accepted', ALL_BACK, null, 'Refunded', 0],
  ['a delivered one with all its money back', 'Delivered', ALL_BACK, null, 'Refunded', 0],
  ['a completed one with all its money back', 'Completed', ALL_BACK, null, 'Completed', 0],
  ['a declined one with all its money back', 'Rejected', ALL_BACK, null, 'Rejected', 0],
  ['a declined one that was never paid', 'Rejected', UNPAID, null, 'Rejected', 0],
  ['a cancelled one', 'Rejected', ALL_BACK, AT, 'Cancelled', 0],
  ['a cancelled one that kept money', 'Rejected', PARTLY_BACK, AT, 'Cancelled', 1],
])(
  'the database calculates status and balance of %s',
  async (_, status, money, cancelled_at, shown, left) => {
    const order = await app.write((tx) =>
      tx
        .updateTable('orders')
        .set({ status, ...money, cancelled_at })
        .where('id', '=', orderId)
        .returning(['shown_status', 'balance'])
        .executeTakeFirstOrThrow(),
    );
    expect(order).toEqual({ shown_status: shown, balance: left });
  },
);
