import { expect, test } from 'vitest';
import { claimRevision } from '../../api/modules/orders/revisions/queries.ts';
import { reasonNoRevision } from '../../api/modules/orders/revisions/rules.ts';
import { balanceOf, type OrderStatus, shownStatus } from '../../api/modules/orders/rules.ts';
import { insertBuyer, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const STATUSES: OrderStatus[] = ['In Progress', 'Accepted', 'Rejected', 'Delivered', 'Completed'];
const MONEY = [
  { paid: 0, refunded: 0, lost: 0 },
  { paid: 5_000, refunded: 0, lost: 0 },
  { paid: 5_000, refunded: 2_000, lost: 0 },
  { paid: 5_000, refunded: 2_000, lost: 3_000 },
  { paid: 5_000, refunded: 5_000, lost: 0 },
];

test('the rule that explains why no revision can be asked for agrees with the statement that decides', async () => {
  const { person, user } = await insertBuyer(app);
  const id = await paidOrder(app, person);
  const allowed: string[] = [];
  await app
    .write(async (tx) => {
      for (const status of STATUSES) {
        for (const money of MONEY) {
          for (const used of [1, 2]) {
            const revisions = { used_revisions: used, max_revisions: 2 };
            const order = { status, ...money, ...revisions, cancelled_at: null };
            await tx.updateTable('orders').set(order).where('id', '=', id).execute();
            const reason = reasonNoRevision({
              orderStatus: shownStatus(order),
              paidAmount: balanceOf(order),
              usedRevisions: used,
              maxRevisions: 2,
            });
            const claimed = await claimRevision(tx, user.id, id, '2026-01-01T00:00:00.000Z');
            expect(claimed === undefined, JSON.stringify(order)).toBe(reason !== null);
            if (claimed) allowed.push(status);
          }
        }
      }
      throw new Error('only tried');
    })
    .catch((error: Error) => expect(error.message).toBe('only tried'));
  expect([...new Set(allowed)]).toEqual(['In Progress', 'Accepted', 'Delivered']);
});
