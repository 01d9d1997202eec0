import type { Db } from '../../../../db/database.ts';
import { readDocument, storeDocument } from '../../../../db/settings.ts';
import type { Tx } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { dayIn } from '../../../platform/dates.ts';
import type { Services } from '../../../platform/services.ts';
import { readUsualReply } from '../../chat/conversations.ts';
import { countsIn, type KeyKind } from '../../orders/queries.ts';
import { TO_DELIVER } from '../../orders/rules.ts';

/** What pages say about the seller from the newest orders. */
export interface MeasuredNumbers {
  /** Hours until a first answer; null if there were too few questions. */
  replyHours: number | null;
  /** The day of the newest delivery; null without any. */
  lastDelivery: string | null;
  /** Of how many orders the first delivery was not late, and of how many that is known. */
  onTime: { orders: number; of: number };
}

const ORDERS_MEASURED = 20;
/** With fewer orders pages show what the owner has typed. */
export const MIN_ORDERS_MEASURED = 5;

const KEY = 'measured numbers';

/** A promised date and what became of it. */
export interface Promised {
  dueAt: string;
  /** When it was first delivered; null if that is late. */
  deliveredAt: string | null;
  /** Whether an accepted change moved the date after the delivery. */
  isExtended: boolean;
}

/** The promise is a day in the seller's time zone. Days that were added after the delivery say nothing about it. */
export function numbersOf(
  promises: readonly Promised[],
  { replyMinutes, timeZone }: { replyMinutes: number | null; timeZone: string },
): MeasuredNumbers | null {
  if (promises.length < MIN_ORDERS_MEASURED) return null;
  const delivered = promises.flatMap(({ deliveredAt }) => deliveredAt ?? []).sort();
  const known = promises.filter(({ isExtended }) => !isExtended);
  const onTime = known.filter(
    ({ deliveredAt, dueAt }) =>
      deliveredAt !== null && dayIn(deliveredAt, timeZone) <= dayIn(dueAt, timeZone),
  );
  const last = delivered.at(-1);
  return {
    replyHours: replyMinutes === null ? null : Math.ceil(replyMinutes / 60),
    lastDelivery: last ? dayIn(last, timeZone) : null,
    onTime: { orders: onTime.length, of: known.length },
  };
}

/** The newest orders that were delivered, or whose date has passed without a delivery. */
async function listPromises(
  db: Db,
  { keys, now, most }: { keys: KeyKind; now: string; most: number },
): Promise<Promised[]> {
  const rows = await db
    .selectFrom('orders')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('deliveries')
          .select(({ fn }) => ['order_id', fn.min<string>('created_at').as('at')])
          .groupBy('order_id')
          .as('first'),
      (join) => join.onRef('first.order_id', '=', 'orders.id'),
    )
    .select(['orders.delivery_date as dueAt', 'first.at as deliveredAt'])
    .select((eb) =>
      eb
        .selectFrom('order_changes as change')
        .select('change.id')
        .whereRef('change.order_id', '=', 'orders.id')
        .whereRef('change.decided_at', '>', 'first.at')
        .where('change.status', '=', 'Accepted')
        .where('change.extra_days', '>', 0)
        .limit(1)
        .as('extension'),
    )
    .where('orders.paid', '>', 0)
    .where('orders.delivery_date', 'is not', null)
    .where(countsIn('orders.id', keys))
    .where((eb) =>
      eb.or([
        eb('first.at', 'is not', null),
        eb.and([
          eb('orders.delivery_date', '<', eb.fn.coalesce('orders.cancelled_at', eb.val(now))),
          eb.or([
            eb('orders.cancelled_at', 'is not', null),
            eb('orders.shown_status', 'in', TO_DELIVER),
          ]),
        ]),
      ]),
    )
    .orderBy(({ fn }) => fn.coalesce('first.at', 'orders.delivery_date'), 'desc')
    .limit(most)
    .$narrowType<{ dueAt: string }>()
    .execute();
  return rows.map(({ extension, ...row }) => ({ ...row, isExtended: extension !== null }));
}

/** Stores today's numbers for the pages. */
export async function measureNumbers(tx: Tx, services: Services): Promise<void> {
  const { clock, config, provider } = services;
  const query = { keys: provider, now: iso(clock()), most: ORDERS_MEASURED };
  const numbers = numbersOf(await listPromises(tx, query), {
    replyMinutes: await readUsualReply(tx, provider),
    timeZone: config.timeZone,
  });
  await storeDocument(tx, KEY, numbers);
}

export const readNumbers = (db: Db): Promise<MeasuredNumbers | null> => readDocument(db, KEY);
