import { sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import type { Order, OrderPause } from '../../../../db/schema.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { DAY, iso, later } from '../../../platform/clock.ts';
import { dayIn, onDay } from '../../../platform/dates.ts';
import { emit, type Subscriber } from '../../../platform/events.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import { readAvailability } from '../../catalog/availability/availability.ts';
import { readAgreedTerms } from '../agreements/write-agreement.ts';
import {
  type OrderAt,
  type OrderResumed,
  orderLate,
  orderPaused,
  orderResumed,
} from '../events.ts';
import { findNewPlace } from '../order-dates.ts';
import { findOrder, findOrderOf, getOrder, isQuoted, lockOrder } from '../queries.ts';
import { TO_DELIVER } from '../rules.ts';
import { UNKNOWN_ORDER } from '../texts.ts';
import { moveByWaiting } from './rules.ts';
import {
  KEEPS_PLACE_DAYS,
  MAX_PAUSES,
  MAY_END_DAYS,
  NO_CLOCK,
  NOTHING_TO_DELIVER,
  type Pause,
  TOO_EARLY_TO_END,
  TOO_MANY_PAUSES,
  WAITS_ALREADY,
} from './texts.ts';

export const listPauses = (db: Db, orderIds: string[]) =>
  db
    .selectFrom('order_pauses')
    .selectAll()
    // PostgreSQL takes no empty list.
    .where('order_id', 'in', [...orderIds, ''])
    .orderBy('started_at')
    .orderBy('id')
    .execute();

const findOpenPause = (db: Db, orderId: string): Promise<OrderPause | undefined> =>
  db
    .selectFrom('order_pauses')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

const isToDeliver = ({ shown_status }: Order): boolean =>
  (TO_DELIVER as readonly string[]).includes(shown_status);

const isFor = (pause: OrderPause, days: number, now: Date): boolean =>
  pause.started_at <= later(now, -days * DAY);

/** The pauses of an order, oldest first; null where the days count from the payment. */
export async function readPauses(db: Db, orderId: string) {
  if (!(await readAgreedTerms(db, orderId)).clock) return null;
  return (await listPauses(db, [orderId])).map(
    ({ reason, started_at, ended_at, days }): Pause => ({
      ...{ reason, from: started_at, to: ended_at, days },
    }),
  );
}

/** Whether the owner may end an order that waits for its buyer. */
export async function mayEndWaiting(db: Db, orderId: string, now: Date): Promise<boolean> {
  const pause = await findOpenPause(db, orderId);
  return pause !== undefined && isFor(pause, MAY_END_DAYS, now);
}

export async function requireMayEnd(db: Db, orderId: string, now: Date): Promise<void> {
  if (!(await mayEndWaiting(db, orderId, now))) throw new ApiError(409, TOO_EARLY_TO_END);
}

/** At the first payment: the days begin when the requirements are sent. The scope of a quote is known already. */
export async function startClock(tx: Tx, services: Services, order: Order): Promise<void> {
  if (!(await readAgreedTerms(tx, order.id)).clock || (await isQuoted(tx, order.id))) return;
  await insertPause(tx, services, order, null);
}

async function insertPause(
  tx: Tx,
  { clock, config }: Services,
  { id: order_id }: Order,
  reason: string | null,
): Promise<OrderPause> {
  const now = clock();
  const counted_to = dayIn(now, config.timeZone);
  return tx
    .insertInto('order_pauses')
    .values({
      ...{ id: newId(), order_id, reason, started_at: iso(now), ended_at: null },
      ...{ counted_to, days: 0 },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The owner waits for something of the buyer. */
export function waitForBuyer(services: Services, orderId: string, reason: string): Promise<void> {
  const at = iso(services.clock());
  return transaction(services, async (tx) => {
    await lockOrder(tx, orderId);
    const order = await findOrder(tx, orderId);
    if (!order) throw new ApiError(404, UNKNOWN_ORDER);
    if (!isToDeliver(order)) throw new ApiError(409, NOTHING_TO_DELIVER);
    if (!(await readAgreedTerms(tx, orderId)).clock) throw new ApiError(409, NO_CLOCK);
    if (await findOpenPause(tx, orderId)) throw new ApiError(409, WAITS_ALREADY);
    if ((await listPauses(tx, [orderId])).length >= MAX_PAUSES)
      throw new ApiError(409, TOO_MANY_PAUSES);
    const pause = await insertPause(tx, services, order, reason);
    await emit(tx, services, orderPaused, { order, pause, at });
  });
}

/** Ends the wait: the owner has what is needed, or the buyer says that it is sent. Nothing happens without one. */
export function resumeOrder(
  services: Services,
  orderId: string,
  who: { side: 'owner' } | { side: 'buyer'; buyerId: string },
): Promise<void> {
  return transaction(services, async (tx) => {
    await lockOrder(tx, orderId);
    const order = await (who.side === 'owner'
      ? findOrder(tx, orderId)
      : findOrderOf(tx, who.buyerId, orderId));
    if (!order) throw new ApiError(404, UNKNOWN_ORDER);
    const pause = await findOpenPause(tx, orderId);
    // The requirements have a form: a buyer cannot skip it.
    if (!pause || (who.side === 'buyer' && pause.reason === null)) return;
    await endPause(tx, services, { order, pause, by: who.side });
  });
}

/** What the buyer sends ends the wait for it: the requirements one wait, messages and files any other. */
export const resumeOnRequirements: Subscriber<OrderAt> = async (tx, services, { order: { id } }) =>
  resumeIf(tx, services, id, (pause) => pause.reason === null);

export const resumeOnMessage: Subscriber<{
  orderId: string | null;
  sender: { id: string };
}> = async (tx, services, { orderId, sender }) => {
  if (orderId)
    await resumeIf(
      tx,
      services,
      orderId,
      (pause, order) => pause.reason !== null && order.buyer_id === sender.id,
    );
};

/** A delivery needs nothing any more, and neither does a closed order. */
export const resumeClosedOrder: Subscriber<OrderAt> = async (tx, services, { order }) => {
  if (!isToDeliver(order)) await resumeIf(tx, services, order.id, () => true);
};

async function resumeIf(
  tx: Tx,
  services: Services,
  orderId: string,
  isAnswered: (pause: OrderPause, order: Order) => boolean,
): Promise<void> {
  if (!(await findOpenPause(tx, orderId))) return;
  await lockOrder(tx, orderId);
  const [order, pause] = [await getOrder(tx, orderId), await findOpenPause(tx, orderId)];
  if (pause && isAnswered(pause, order))
    await endPause(tx, services, { order, pause, by: 'system' });
}

/** Moves the delivery date by what an open pause adds until now. */
async function countPause(
  tx: Tx,
  { clock, config }: Services,
  order: Order,
  pause: OrderPause,
): Promise<{ order: Order; pause: OrderPause }> {
  if (!order.delivery_date) return { order, pause };
  const { timeZone } = config;
  const moved = moveByWaiting(
    { due: dayIn(order.delivery_date, timeZone), countedTo: pause.counted_to },
    {
      ...{ today: dayIn(clock(), timeZone), startsOn: order.starts_on },
      calendar: await readAvailability(tx),
    },
  );
  const columns = { counted_to: moved.countedTo, days: pause.days + moved.days };
  await tx.updateTable('order_pauses').set(columns).where('id', '=', pause.id).execute();
  const counted = { ...pause, ...columns };
  if (moved.days === 0) return { order, pause: counted };
  const delivery_date = onDay(order.delivery_date, moved.due, timeZone);
  await moveDelivery(tx, order.id, { delivery_date });
  return { order: { ...order, delivery_date }, pause: counted };
}

const moveDelivery = (
  tx: Tx,
  id: string,
  to: { delivery_date: string; starts_on?: string | undefined },
) => tx.updateTable('orders').set(to).where('id', '=', id).execute();

async function endPause(
  tx: Tx,
  services: Services,
  { order: before, pause: open, by }: { order: Order; pause: OrderPause; by: OrderResumed['by'] },
): Promise<void> {
  const now = services.clock();
  const { order, pause } = await countPause(tx, services, before, open);
  await tx
    .updateTable('order_pauses')
    .set({ ended_at: iso(now) })
    .where('id', '=', pause.id)
    .execute();
  // An order that has given its place back gets the next free one.
  const place =
    isToDeliver(order) && isFor(pause, KEEPS_PLACE_DAYS, now)
      ? await findNewPlace(tx, services, order)
      : null;
  if (place) await moveDelivery(tx, order.id, place);
  const at = iso(now);
  const resumed = { order: { ...order, ...place }, pause: { ...pause, ended_at: at } };
  await emit(tx, services, orderResumed, { ...resumed, hasNewPlace: place !== null, by, at });
}

/** Moves the dates of waiting orders day by day, and tells buyers once when an order becomes late. */
export async function runClock(services: Services): Promise<void> {
  const { db } = services.store;
  const open = await db
    .selectFrom('order_pauses')
    .select('order_id')
    .where('ended_at', 'is', null)
    .where('counted_to', '<', dayIn(services.clock(), services.config.timeZone))
    .execute();
  for (const { order_id } of open)
    await transaction(services, async (tx) => {
      await lockOrder(tx, order_id);
      const [order, pause] = [await getOrder(tx, order_id), await findOpenPause(tx, order_id)];
      if (!pause) return;
      if (isToDeliver(order)) await countPause(tx, services, order, pause);
      else await endPause(tx, services, { order, pause, by: 'system' });
    });
  for (const { id } of await lateOrders(db, iso(services.clock())).execute())
    await transaction(services, (tx) => reportLate(tx, services, id));
}

async function reportLate(tx: Tx, services: Services, id: string): Promise<void> {
  const at = iso(services.clock());
  await lockOrder(tx, id);
  // Read again: it may have been delivered, moved or reported meanwhile.
  if (!(await lateOrders(tx, at).where('orders.id', '=', id).executeTakeFirst())) return;
  const order = await getOrder(tx, id);
  const { cancellation } = await readAgreedTerms(tx, id);
  const cancelFrom = later(new Date(order.delivery_date ?? at), cancellation.lateAfterDays * DAY);
  await emit(tx, services, orderLate, { order, cancelFrom, at });
}

/** Orders that became late: those with a calendar or a clock. */
const lateOrders = (db: Db, now: string) =>
  db
    .selectFrom('orders')
    .innerJoin('agreements', 'agreements.order_id', 'orders.id')
    .select('orders.id')
    .where('shown_status', 'in', TO_DELIVER)
    .where('delivery_date', '<', now)
    .where((eb) =>
      eb.or([eb('starts_on', 'is not', null), eb('agreements.json', 'like', '%"clock":true%')]),
    )
    .where('delivered_at', 'is', null)
    // It is late only if Deliver was pressed too late.
    .where(({ not, and, eb }) =>
      not(
        and([
          eb('act', 'is not', null),
          eb('act_due', 'is not', null),
          eb('act', '=', 'deliver'),
          eb('act_at', '<=', eb.ref('delivery_date')),
        ]),
      ),
    )
    .where('orders.id', 'not in', openPauses(db))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_events')
            .select('order_events.id')
            .whereRef('order_events.order_id', '=', 'orders.id')
            .where('order_events.key', '=', sql<string>`'late:' || orders.delivery_date`),
        ),
      ),
    );

const openPauses = (db: Db) =>
  db.selectFrom('order_pauses').select('order_id').where('ended_at', 'is', null);
