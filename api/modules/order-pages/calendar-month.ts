import type { Db } from '../../../db/database.ts';
import { dayIn, hourOf } from '../../platform/dates.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { readAvailability, todayOf } from '../catalog/availability/availability.ts';
import {
  addDays,
  daysOf,
  isTimeOff,
  monthSpan,
  overlap,
  runningOn,
  weekdayOf,
} from '../catalog/availability/calendar-rules.ts';
import { orderTitle } from '../orders/dto.ts';
import { holdsPlace, listBusy } from '../orders/order-dates.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { OPEN_STATUSES, TO_DELIVER } from '../orders/rules.ts';
import { instalmentName } from '../payments/instalment-rules.ts';
import { openInstalments } from '../payments/queries.ts';

const COLUMNS = [
  ...(['id', 'buyer_name', 'items', 'status', 'shown_status'] as const),
  ...(['starts_on', 'paid_at', 'delivery_date'] as const),
] as const;

/** A month (YYYY-MM) in the shop's time zone: its days with the places taken, the work, and what is due. */
export async function readMonth(services: Services, asked?: string) {
  const { store, config } = services;
  const { timeZone } = config;
  const today = todayOf(services);
  const month = asked ?? today.slice(0, 7);
  const span = monthSpan(month);
  const [from, until] = [span.from, addDays(span.to, 1)].map((day) => hourOf(day, 0, timeZone));
  const between = { from: from ?? '', until: until ?? '' };
  const [calendar, busy, due, parts] = await Promise.all([
    readAvailability(store.db),
    listBusy(store.db, services),
    listDue(store.db, between),
    listParts(store.db, between),
  ]);
  const inWork = busy.filter((dates) =>
    overlap(dates, { startsOn: span.from, deliverBy: span.to }),
  );
  const known = new Set(due.map(({ id }) => id));
  const others = await listOrders(
    store.db,
    inWork.map(({ orderId }) => orderId).filter((id) => !known.has(id)),
  );
  const workOf = new Map(inWork.map((dates) => [dates.orderId, dates]));
  const dayOf = (at: string | null) => at && dayIn(at, timeZone);
  return {
    ...{ month, today, capacity: calendar.capacity },
    days: daysOf(span).map((day) => ({
      day,
      /** What has been is no longer counted: only work that goes on takes places. */
      taken: day < today ? null : runningOn(inWork, day).length,
      isWorking: calendar.workingDays.includes(weekdayOf(day)),
      isTimeOff: isTimeOff(calendar, day),
      holiday: calendar.holidays.find((each) => each.day === day)?.name ?? null,
    })),
    orders: [...due, ...others].map((row) => {
      const work = workOf.get(row.id);
      return {
        ...{ orderId: row.id, number: orderNumber(row.id), buyer: row.buyer_name },
        ...{ title: orderTitle(row), status: row.shown_status },
        /** The days on which it takes a place; null for one that is delivered or has given its place back. */
        work: work ? { from: work.startsOn, to: work.deliverBy } : null,
        dueOn: dayOf(row.delivery_date),
        isOpen: (TO_DELIVER as readonly string[]).includes(row.status),
      };
    }),
    parts: parts.map((part) => ({
      ...{ id: part.id, orderId: part.order_id, number: orderNumber(part.order_id) },
      ...{ buyer: part.buyer_name, name: instalmentName(part) },
      ...{ amount: toRupees(part.amount - part.tax_deducted), currency: part.currency },
      dueOn: dayOf(part.pay_by) ?? '',
    })),
  };
}

export type CalendarMonth = Awaited<ReturnType<typeof readMonth>>;

/** The orders to be delivered in this time, and those that were. */
const listDue = (db: Db, { from, until }: { from: string; until: string }) =>
  db
    .selectFrom('orders')
    .select(COLUMNS)
    .where('status', 'in', [...OPEN_STATUSES, 'Completed'])
    .where('delivery_date', '>=', from)
    .where('delivery_date', '<', until)
    .where('paid', '>', 0)
    .where(holdsPlace(db))
    .orderBy('delivery_date')
    .execute();

const listOrders = async (db: Db, ids: string[]) =>
  ids.length === 0 ? [] : db.selectFrom('orders').select(COLUMNS).where('id', 'in', ids).execute();

/** The parts that are to be paid in this time. */
const listParts = (db: Db, { from, until }: { from: string; until: string }) =>
  openInstalments(db)
    .select('orders.currency')
    .where('orders.balance', '>', 0)
    .where('instalments.pay_by', '>=', from)
    .where('instalments.pay_by', '<', until)
    .orderBy('instalments.pay_by')
    .execute();
