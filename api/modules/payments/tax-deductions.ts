import type { Db } from '../../../db/database.ts';
import { hasRow, updatesRow } from '../../../db/query-results.ts';
import type { Instalment, Order } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import type { Services } from '../../platform/services.ts';
import type { DeductionChoice } from '../orders/schema.ts';
import { deductionChosen } from './events.ts';
import { getInstalment } from './queries.ts';

/**
 * Stores what the buyer deducts from an instalment before it is opened; null: nothing. Another amount to pay needs
 * another order of the provider. The caller holds the lock of the order, so that no payment is credited meanwhile.
 */
export async function chooseDeduction(
  tx: Tx,
  services: Services,
  order: Order,
  { id, amount }: Pick<Instalment, 'id' | 'amount'>,
  choice: DeductionChoice | null,
): Promise<Instalment> {
  const at = iso(services.clock());
  if (choice) {
    await emit(tx, services, deductionChosen, { order, instalment: { id, amount }, choice, at });
  } else await storeDeduction(tx, id, { rule: null, deducted: 0 });
  return getInstalment(tx, id);
}

/** Changes what is deducted from an instalment that is neither paid nor waived. */
export const storeDeduction = (
  tx: Db,
  id: string,
  { rule, deducted }: { rule: string | null; deducted: number },
) =>
  tx
    .updateTable('instalments')
    .set((eb) => ({
      tax_rule: rule,
      tax_deducted: deducted,
      provider_order_id: eb
        .case()
        .when('tax_deducted', '=', deducted)
        .then(eb.ref('provider_order_id'))
        .else(null)
        .end(),
    }))
    .where('id', '=', id)
    .where('payment_id', 'is', null)
    .where('waived_at', 'is', null)
    .execute();

const paidLess = (db: Db, orderId: string) =>
  db
    .selectFrom('instalments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('payment_id', 'is not', null)
    .where('tax_deducted', '>', 0);

/** Whether tax was deducted from a part that had to be paid for the files: it has settled, and nobody has it yet. */
export const wasPaidLess = (db: Db, orderId: string): Promise<boolean> =>
  hasRow(paidLess(db, orderId).where('due', '!=', 'completion'));

export const awaitsCertificate = (db: Db, orderId: string): Promise<boolean> =>
  hasRow(paidLess(db, orderId).where('tax_certificate', 'is', null));

/** Stores the number of the certificate for deducted tax; null: it is awaited. False if nothing was deducted. */
export const storeCertificate = (
  tx: Db,
  { id, orderId }: { id: string; orderId: string },
  number: string | null,
) =>
  updatesRow(
    tx
      .updateTable('instalments')
      .set({ tax_certificate: number })
      .where('id', '=', id)
      .where('order_id', '=', orderId)
      .where('payment_id', 'is not', null)
      .where('tax_deducted', '>', 0),
  );
