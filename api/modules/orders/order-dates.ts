import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import type { Order, Tables } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type Clock, DAY, iso, later, MINUTE } from '../../platform/clock.ts';
import { dayIn, hourOf } from '../../platform/dates.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { readAvailability, todayOf } from '../catalog/availability/availability.ts';
import {
  type Dates,
  deliveryDay,
  describeDates,
  earliestStart,
  fits,
  isWorkingDay,
  nextDates,
  numberOfDay,
} from '../catalog/availability/calendar-rules.ts';
import { findOfferedGig } from '../catalog/gigs/queries.ts';
import { KEEPS_PLACE_DAYS } from './clock/texts.ts';
import { isQuoted, lockOrder, quotedOrders } from './queries.ts';
import { TO_DELIVER } from './rules.ts';
import { NO_FREE_DATES } from './texts.ts';

const HELD_FOR = 15 * MINUTE;
/** A payment that began no longer ago keeps the day that was the first one then, also after midnight. */
const ATTEMPT_TAKES = 15 * MINUTE;
/** Whoever gives days away holds this lock, so that no two orders get the same place. */
const LOCK = 'calendar';
/** The zone in which every day begins first. */
const FIRST_ZONE = 'Pacific/Kiritimati';
/** The hour of delivery: in most of the world it is the same day then. */
const DELIVERY_HOUR = 18;

interface Context {
  clock: Clock;
  config: { timeZone: string };
}
type Dated = Pick<Order, 'id' | 'buyer_id' | 'starts_on' | 'ends_on' | 'held_until'>;

/** The days of an order; null if it has none. */
export const datesOf = ({ starts_on, ends_on }: Pick<Order, 'starts_on' | 'ends_on'>) =>
  starts_on && ends_on ? { startsOn: starts_on, deliverBy: ends_on } : null;

/**
 * The work that is under way or held for an accepted quote. An unpaid checkout takes no place from anybody, and late work is
 * expected to last until today.
 */
export async function listBusy(
  db: Db,
  { clock, config }: Context,
  except = '',
): Promise<(Dates & { orderId: string })[]> {
  const now = clock();
  const today = dayIn(now, config.timeZone);
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'starts_on', 'ends_on', 'paid', 'paid_at', 'delivery_date'])
    .where('id', '!=', except)
    .where(holdsPlace(db))
    .where((eb) =>
      eb.or([
        eb.and([
          ...[eb('shown_status', 'in', TO_DELIVER), eb('paid', '>', 0)],
          eb('id', 'not in', waitingSince(db, later(now, -KEEPS_PLACE_DAYS * DAY))),
        ]),
        eb.and([
          ...[eb('held_until', '>', iso(now)), eb('paid', '=', 0)],
          eb('id', 'in', quotedOrders(db)),
        ]),
      ]),
    )
    .execute();
  return rows.flatMap((row) => {
    const orderId = row.id;
    const held = datesOf(row);
    if (row.paid === 0) return held ? { orderId, ...held } : [];
    const startsOn = row.starts_on ?? dayIn(row.paid_at ?? now, config.timeZone);
    const due = row.delivery_date ? dayIn(row.delivery_date, config.timeZone) : today;
    return { orderId, startsOn, deliverBy: [due, today].sort().at(-1) ?? today };
  });
}

/**
 * A condition: the order takes part in the calendar. A test order does until something real is paid; the keys do not
 * decide, because publishing has none and shows the same dates.
 */
export const holdsPlace = (db: Db) => {
  const real = db.selectFrom('orders as real').select('real.id').where('real.is_test', '=', 0);
  return ({ eb, or, not, exists }: ExpressionBuilder<Tables, 'orders'>) =>
    or([eb('is_test', '=', 0), not(exists(real.where('real.paid', '>', 0)))]);
};

/** The orders that have waited for their buyers at least since then. */
const waitingSince = (db: Db, at: string) =>
  db
    .selectFrom('order_pauses')
    .select('order_id')
    .where('ended_at', 'is', null)
    .where('started_at', '<=', at);

/** The first day that can be given away. */
const firstDay = (services: Context): string =>
  earliestStart(todayOf(services), dayIn(services.clock(), FIRST_ZONE));

/** The calendar, what is busy in it, and the first day that can be given away. */
async function readCalendar(db: Db, services: Context, except?: string) {
  const calendar = await readAvailability(db);
  if (calendar.capacity === 0) return null;
  const busy = await listBusy(db, services, except);
  const from = firstDay(services);
  const datesFor = (days: number, notBefore: string = from) =>
    nextDates(calendar, { busy, from: notBefore > from ? notBefore : from, days });
  return { calendar, busy, from, datesFor };
}

/** Finds the next dates for numbers of delivery days; null without a calendar. */
export const readNextDates = async (db: Db, services: Context) =>
  (await readCalendar(db, services))?.datesFor ?? null;

/** A package with the dates that it has if it is ordered now. */
export interface PlanDates extends Dates {
  planType: string;
  text: string;
}

/**
 * The packages of a gig with their dates if it is ordered now. Without a calendar there are none, and the days count from
 * today. `noDates`: why those without any cannot be ordered.
 */
export async function listPlanDates(
  db: Db,
  services: Context,
  gigId: string,
): Promise<{ plans: PlanDates[]; noDates?: string; today?: string }> {
  const offered = await findOfferedGig(db, gigId, todayOf(services));
  if (!offered) return { plans: [] };
  const { gig, whyNot } = offered;
  if (whyNot) return { plans: [], noDates: whyNot };
  const datesFor = await readNextDates(db, services);
  if (!datesFor) return { plans: [], today: todayOf(services) };
  const plans = gig.body.PricingPlans.flatMap(({ planType, deliveryDays }) => {
    const dates = datesFor(deliveryDays);
    return dates ? { planType, ...dates, text: describeDates(dates) } : [];
  });
  return plans.length < gig.body.PricingPlans.length
    ? { plans, noDates: NO_FREE_DATES }
    : { plans };
}

type Unpaid = Dated & Pick<Order, 'delivery_days'>;

/**
 * The days that an unpaid order gets if it is paid now: those it has, or the next ones. Null without a calendar. Throws 409 if
 * nothing is free.
 */
export async function findDates(
  db: Db,
  services: Context,
  order: Unpaid,
): Promise<{ dates: Dates; isMoved: boolean } | null> {
  const found = await readCalendar(db, services, order.id);
  if (!found) return null;
  const known = datesOf(order);
  const keeps = known && (isFree(order, known, found) || (await isHeld(db, services, order)));
  const dates = keeps ? known : found.datesFor(order.delivery_days);
  if (!dates) throw new ApiError(409, NO_FREE_DATES);
  return { dates, isMoved: known !== null && !keeps };
}

/** Promises days to the buyer of an unpaid order. Nobody else waits for it: who pays first has them. */
export async function promiseDates(tx: Tx, services: Context, order: Unpaid) {
  const found = await findDates(tx, services, order);
  if (found) await storeDates(tx, order.id, { ...found.dates, heldUntil: null });
  return found;
}

/** Keeps days from all others for an accepted quote, a while from now on. A buyer holds those of one order. */
export async function holdDates(tx: Tx, services: Context, order: Unpaid) {
  if ((await readAvailability(tx)).capacity === 0) return null;
  // Rows before the calendar, as in settling, so that nobody waits for a row and holds the calendar.
  await tx
    .updateTable('orders')
    .set({ held_until: null })
    .where('buyer_id', '=', order.buyer_id)
    .where('id', '!=', order.id)
    .where('held_until', 'is not', null)
    .execute();
  await lockOrder(tx, order.id);
  await lockName(tx, LOCK);
  const found = await findDates(tx, services, order);
  const heldUntil = later(services.clock(), HELD_FOR);
  if (found) await storeDates(tx, order.id, { ...found.dates, heldUntil });
  return found;
}

const storeDates = (
  tx: Tx,
  id: string,
  { startsOn, deliverBy, heldUntil }: Dates & { heldUntil: string | null },
) =>
  tx
    .updateTable('orders')
    .set({ starts_on: startsOn, ends_on: deliverBy, held_until: heldUntil })
    .where('id', '=', id)
    .where('paid', '=', 0)
    .execute();

const isHeld = async (db: Db, { clock }: Context, { id, held_until }: Dated): Promise<boolean> =>
  held_until !== null && held_until > iso(clock()) && (await isQuoted(db, id));

type Found = NonNullable<Awaited<ReturnType<typeof readCalendar>>>;

/** Whether these days could be given to an order now. */
function isFree(
  { delivery_days }: Pick<Order, 'delivery_days'>,
  dates: Dates,
  { calendar, busy, from }: Found,
): boolean {
  const { startsOn, deliverBy } = dates;
  return (
    startsOn >= from &&
    isWorkingDay(calendar, startsOn) &&
    deliverBy === deliveryDay(calendar, startsOn, delivery_days) &&
    fits(calendar, busy, dates)
  );
}

/**
 * The columns of an order that is paid first, by a payment that began then: its days, or the next ones if they are gone by
 * now. Of two payments at once the second one waits for the lock.
 */
export async function settleDates(
  tx: Tx,
  services: Context,
  order: Unpaid,
  begunAt: Date,
): Promise<{
  columns: Partial<
    Pick<Order, 'starts_on' | 'ends_on' | 'held_until' | 'free_until' | 'delivery_date'>
  >;
  moved: Dates | null;
}> {
  const known = datesOf(order);
  if (!known) return { columns: {}, moved: null };
  await lockName(tx, LOCK);
  const { timeZone } = services.config;
  const found = await readCalendar(tx, services, order.id);
  const now = services.clock().getTime();
  const begun = new Date(Math.min(now, Math.max(begunAt.getTime(), now - ATTEMPT_TAKES)));
  const keeps =
    !found ||
    isFree(order, known, { ...found, from: firstDay({ ...services, clock: () => begun }) }) ||
    (await isHeld(tx, services, order));
  const moved = keeps ? null : found.datesFor(order.delivery_days);
  const dates = moved ?? known;
  return {
    columns: {
      starts_on: dates.startsOn,
      ends_on: dates.deliverBy,
      held_until: null,
      free_until: moved && hourOf(moved.startsOn, 0, timeZone),
      delivery_date: hourOf(dates.deliverBy, DELIVERY_HOUR, timeZone),
    },
    moved,
  };
}

/**
 * The next dates for the rest of an order that has given its place back, never earlier than those it had; null if it can
 * go on at once.
 */
export async function findNewPlace(
  tx: Tx,
  services: Context,
  order: Order,
): Promise<{ starts_on: string; delivery_date: string } | null> {
  await lockName(tx, LOCK);
  const found = await readCalendar(tx, services, order.id);
  if (!found || !order.delivery_date) return null;
  const { timeZone } = services.config;
  const [startsOn = ''] = [todayOf(services), order.starts_on ?? ''].sort().reverse();
  const deliverBy = dayIn(order.delivery_date, timeZone);
  const days = numberOfDay(deliverBy) - numberOfDay(startsOn);
  if (days <= 0 || fits(found.calendar, found.busy, { startsOn, deliverBy })) return null;
  const dates = found.datesFor(days, startsOn);
  if (!dates) return null;
  const delivery_date = hourOf(dates.deliverBy, DELIVERY_HOUR, timeZone);
  return { starts_on: dates.startsOn, delivery_date };
}

/** The running orders with their days, for the owner. */
export async function listRunning(db: Db, { config }: Pick<Context, 'config'>) {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'buyer_name', 'starts_on', 'paid_at', 'delivery_date'])
    .where('shown_status', 'in', TO_DELIVER)
    .where('delivery_date', 'is not', null)
    .where(holdsPlace(db))
    .orderBy('delivery_date')
    .execute();
  const dayOf = (at: string | null) => (at ? dayIn(at, config.timeZone) : '');
  return rows.map((row) => ({
    orderId: row.id,
    buyer: row.buyer_name,
    startsOn: row.starts_on ?? dayOf(row.paid_at),
    deliverBy: dayOf(row.delivery_date),
  }));
}

export type RunningOrder = Awaited<ReturnType<typeof listRunning>>[number];
