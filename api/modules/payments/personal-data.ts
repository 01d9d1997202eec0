import type { Db } from '../../../db/database.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { reasonText } from './disputes/rules.ts';

const CHANGE_GONE = 'What should change left with its account.';

/** Payments are accounting records and not deleted. The orders module exports them. */
export const personalData: PersonalData = {
  tables: [
    ...(['instalments', 'instalment_reminders', 'payments', 'rejected_payments'] as const),
    ...(['disputes', 'order_changes'] as const),
  ],
  export: async (db, user) => ({
    disputes: await exportDisputes(db, user.id),
    changes: await exportChanges(db, user.id),
  }),
  async erase(tx, user) {
    await tx.deleteFrom('rejected_payments').where('user_id', '=', user.id).execute();
    // Deletes the owner's texts about the person; amounts and states are not changed.
    await tx
      .updateTable('disputes')
      .set({ summary: '' })
      .where('order_id', 'in', ordersOf(tx, user.id))
      .execute();
    await tx
      .updateTable('order_changes')
      .set({ description: CHANGE_GONE })
      .where('order_id', 'in', ordersOf(tx, user.id))
      .execute();
  },
};

const ordersOf = (db: Db, buyerId: string) =>
  db.selectFrom('orders').select('id').where('buyer_id', '=', buyerId);

/** Exports the disputes about a person's payments. */
async function exportDisputes(db: Db, buyerId: string) {
  const rows = await db
    .selectFrom('disputes')
    .selectAll()
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    orderId: row.order_id,
    payment: row.payment_id,
    amount: toRupees(row.amount),
    taken: toRupees(row.deducted),
    status: row.status,
    reason: reasonText(row.reason),
    openedAt: row.created_at,
    summary: row.summary,
  }));
}

/** Exports the proposed changes of a person's orders. */
async function exportChanges(db: Db, buyerId: string) {
  const rows = await db
    .selectFrom('order_changes')
    .selectAll()
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('proposed_at')
    .execute();
  return rows.map((row) => ({
    orderId: row.order_id,
    proposedBy: row.proposed_by,
    description: row.description,
    amount: toRupees(row.amount),
    extraDays: row.extra_days,
    status: row.status,
    proposedAt: row.proposed_at,
    decidedAt: row.decided_at,
  }));
}
