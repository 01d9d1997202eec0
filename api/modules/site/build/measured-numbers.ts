import type { Db } from '../../../../db/database.ts';
import { readSetting, storeSetting } from '../../../../db/settings.ts';
import type { Tx } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { dayIn } from '../../../platform/dates.ts';
import type { Services } from '../../../platform/services.ts';
import { readUsualReply } from '../../chat/conversations.ts';
import { listPromises, type Promised } from '../../orders/deliveries/deliveries.ts';

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

/** Stores today's numbers for the pages. */
export async function measureNumbers(tx: Tx, services: Services): Promise<void> {
  const { clock, config, provider } = services;
  const query = { keys: provider, now: iso(clock()), most: ORDERS_MEASURED };
  const numbers = numbersOf(await listPromises(tx, query), {
    replyMinutes: await readUsualReply(tx, provider),
    timeZone: config.timeZone,
  });
  await storeSetting(tx, KEY, JSON.stringify(numbers));
}

export async function readNumbers(db: Db): Promise<MeasuredNumbers | null> {
  const value = await readSetting(db, KEY);
  return value ? JSON.parse(value) : null;
}
