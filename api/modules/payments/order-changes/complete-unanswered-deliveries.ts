import type { Db } from '../../../../db/database.ts';
import { DAY, later } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { DAYS_TO_ANSWER } from '../../orders/rules.ts';
import { type Step, transitionOrder } from '../../orders/transition-order.ts';
import { UNDECIDED } from '../disputes/rules.ts';

/** Selects orders with a requested or approved revision, a proposed change, or a payment that a bank questions. */
const ordersWithOpenRequest = (db: Db) =>
  db
    .selectFrom('revisions')
    .select('order_id')
    .where('status', 'in', ['Pending', 'Approved'])
    .union(db.selectFrom('order_changes').select('order_id').where('status', '=', 'Proposed'))
    .union(
      db
        .selectFrom('disputes')
        .select(({ ref }) => ref('order_id').$notNull().as('order_id'))
        .where('status', 'in', UNDECIDED)
        .where('order_id', 'is not', null),
    )
    .$asScalar();

export const COMPLETION: Step = { to: 'Completed', by: 'system', except: ordersWithOpenRequest };

/** Completes orders whose delivery was not answered in time. */
export async function completeUnansweredDeliveries(services: Services): Promise<void> {
  const before = later(services.clock(), -DAYS_TO_ANSWER * DAY);
  for (const { id } of await listUnansweredDeliveries(services.store.db, before)) {
    await transitionOrder(services, id, COMPLETION).catch((error) => {
      // The buyer answered, or the order was reopened, after the list was read.
      if (!(error instanceof ApiError)) throw error;
    });
  }
}

/** Lists orders whose latest delivery, with open files, is older than this time and unanswered. A request is an answer. */
const listUnansweredDeliveries = (db: Db, before: string) =>
  db
    .selectFrom('orders')
    .select('orders.id')
    .where('status', '=', 'Delivered')
    .where('balance', '>', 0)
    .where('orders.id', 'not in', ordersWithOpenRequest(db))
    .where('files_closed', '=', 0)
    .where('delivered_at', '<', before)
    .where((eb) => eb.or([eb('files_opened_at', 'is', null), eb('files_opened_at', '<', before)]))
    .execute();
