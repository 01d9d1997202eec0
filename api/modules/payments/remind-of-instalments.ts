import type { Db } from '../../../db/database.ts';
import { insertsRow } from '../../../db/query-results.ts';
import type { Instalment } from '../../../db/schema.ts';
import { COPIED_AT, readSetting } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import { DAY, iso, later } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import type { Services } from '../../platform/services.ts';
import { findOrder } from '../orders/queries.ts';
import { instalmentReminded } from './events.ts';
import { REMINDER_DAYS, REMINDER_STAGES, type ReminderStage } from './instalment-rules.ts';
import { findInstalmentById, openInstalments } from './queries.ts';
import { findUnsettledOrders } from './webhook.ts';

/**
 * Reminds buyers of open instalments two days before, on the day and three days after the date, once each.
 */
export async function remindOfInstalments(services: Services): Promise<void> {
  const now = services.clock();
  const rows = await listToRemind(services.store.db, later(now, -REMINDER_DAYS.soon * DAY));
  const paidOrders = await findUnsettledOrders(services.store.db);
  for (const { id, of, order_id } of rows)
    if (!paidOrders.has(order_id)) await remind(services, id, of);
}

async function remind(services: Services, id: string, of: number): Promise<void> {
  const now = services.clock();
  const at = iso(now);
  await transaction(services, async (tx) => {
    // Read again: it may have been paid, waived or moved since the list was read.
    const instalment = await findInstalmentById(tx, id);
    const stage = instalment && stageOf(instalment, now);
    if (!stage || instalment.pay_by === null) return;
    const order = await findOrder(tx, instalment.order_id);
    const claim = { instalment_id: id, pay_by: instalment.pay_by, stage, sent_at: at };
    if (order && (await claimReminder(tx, claim)))
      await emit(tx, services, instalmentReminded, { order, instalment, of, stage, at });
  });
}

/**
 * In a restored backup: reminders that became due since it was made count as sent, because they probably were, and the next
 * one follows.
 */
export const skipSentReminders = (services: Pick<Services, 'store' | 'clock'>): Promise<void> =>
  transaction(services, async (tx) => {
    const copiedAt = await readSetting(tx, COPIED_AT);
    if (!copiedAt) return;
    const now = services.clock();
    for (const instalment of await listToRemind(tx, later(now, -REMINDER_DAYS.soon * DAY))) {
      const { id, pay_by } = instalment;
      const stage = stageOf(instalment, now);
      if (stage && pay_by && later(new Date(pay_by), REMINDER_DAYS[stage] * DAY) > copiedAt)
        await claimReminder(tx, { instalment_id: id, pay_by, stage, sent_at: iso(now) });
    }
  });

/** The latest stage that is reached. Earlier stages that were missed are not sent. */
function stageOf({ pay_by, payment_id, waived_at }: Instalment, now: Date): ReminderStage | null {
  if (pay_by === null || payment_id !== null || waived_at !== null) return null;
  const days = (now.getTime() - Date.parse(pay_by)) / DAY;
  return REMINDER_STAGES.findLast((stage) => days >= REMINDER_DAYS[stage]) ?? null;
}

/** Lists instalments that are due soon or overdue and still need a reminder. */
const listToRemind = (db: Db, before: string) =>
  openInstalments(db)
    .where('instalments.pay_by', '<=', before)
    .where((eb) => eb.or([eb('orders.balance', '>', 0), eb('instalments.number', '=', 1)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('instalment_reminders as sent')
            .select('sent.stage')
            .whereRef('sent.instalment_id', '=', 'instalments.id')
            .whereRef('sent.pay_by', '=', 'instalments.pay_by')
            .where('sent.stage', '=', 'overdue'),
        ),
      ),
    )
    .orderBy('instalments.pay_by')
    .execute();

/** Marks a reminder as sent. True once for each stage of an instalment's date. */
const claimReminder = (
  tx: Db,
  row: { instalment_id: string; pay_by: string; stage: ReminderStage; sent_at: string },
) =>
  insertsRow(
    tx
      .insertInto('instalment_reminders')
      .values(row)
      .onConflict((conflict) => conflict.columns(['instalment_id', 'pay_by', 'stage']).doNothing()),
  );
