import { transaction } from '../../../../db/transaction.ts';
import { DAY, iso, later } from '../../../platform/clock.ts';
import { emit } from '../../../platform/events.ts';
import type { Services } from '../../../platform/services.ts';
import { findOrder } from '../../orders/queries.ts';
import { disputeDeadlineNear } from './events.ts';
import { claimReminder, listDisputesToAnswer } from './queries.ts';
import { REMINDER_DAYS, reminderFor } from './rules.ts';

/** Reminds the owner of disputes that need an answer, once for each number of days. */
export async function remindOfDisputes(services: Services): Promise<void> {
  const { db } = services.store;
  const now = services.clock();
  const near = later(now, (REMINDER_DAYS[0] + 1) * DAY);
  for (const dispute of await listDisputesToAnswer(db, near)) {
    const reminder = reminderFor(dispute.respond_by, now);
    if (reminder === null) continue;
    await transaction(services, async (tx) => {
      if (!(await claimReminder(tx, dispute.id, reminder))) return;
      const order = dispute.order_id ? await findOrder(tx, dispute.order_id) : undefined;
      await emit(tx, services, disputeDeadlineNear, {
        order,
        dispute,
        days: reminder,
        at: iso(now),
      });
    });
  }
}
