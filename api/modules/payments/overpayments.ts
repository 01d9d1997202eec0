import type { Db } from '../../../db/database.ts';
import { DAY, later } from '../../platform/clock.ts';
import { getOrder } from '../orders/queries.ts';
import { amountsOf, otherAmountNotice, otherAmountOf } from './overpayment-reasons.ts';
import { getInstalment } from './queries.ts';

/** A shop that sells little is not told of it for ever after it is repaired. */
const TOLD_FOR = 7 * DAY;

/**
 * Whether something at the provider changes the amounts of payments, and what to switch off; null if not, or if a later
 * payment by the same method came whole.
 */
export async function findChangedAmounts(
  db: Db,
  now: Date,
): Promise<{ at: string; method: string; notice: string } | null> {
  const found = await db
    .selectFrom('payments')
    .innerJoin('instalments', 'instalments.id', 'payments.instalment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .select('instalments.id as part')
    .whereRef('payments.provider_order_id', '=', 'instalments.provider_order_id')
    .where('payments.status', '=', 'surplus')
    .where('payments.captured_at', '>', later(now, -TOLD_FOR))
    .where((eb) =>
      eb.or([
        eb('payments.currency', '!=', eb.ref('orders.currency')),
        eb(
          'payments.amount',
          '!=',
          eb('instalments.amount', '-', eb.ref('instalments.tax_deducted')),
        ),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments as whole')
            .select('whole.id')
            .where('whole.status', '=', 'settled')
            .whereRef('whole.method', '=', 'payments.method')
            .whereRef('whole.captured_at', '>', 'payments.captured_at'),
        ),
      ),
    )
    .orderBy('payments.captured_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found?.order_id) return null;
  const target = {
    order: await getOrder(db, found.order_id),
    instalment: await getInstalment(db, found.part),
  };
  const reason = otherAmountOf({ ...found, orderId: found.provider_order_id }, target);
  if (!reason) return null;
  const notice = otherAmountNotice(amountsOf(reason, found, target));
  return { at: found.captured_at, method: found.method, notice };
}
