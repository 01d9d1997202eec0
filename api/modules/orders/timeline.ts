import type { Db } from '../../../db/database.ts';
import { nextNumber } from '../../../db/next-number.ts';
import type { Order, OrderEvent, OrderPause } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { longDate } from '../../platform/dates.ts';
import type { Subscriber } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { formatExact } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import {
  type Dates,
  describeDates,
  weekdayAndDay,
} from '../catalog/availability/calendar-rules.ts';
import type {
  OrderAt,
  OrderResumed,
  RevisionDecision,
  RevisionRequest,
  StatusChange,
} from './events.ts';
import { lockOrder } from './queries.ts';

interface OrderEventInput {
  /** Idempotency key: an order has at most one entry per key. */
  key: string;
  kind: string;
  data?: object;
  at: string;
}

/** Adds an entry to an order's timeline; call it in the transaction of the reported change. */
export async function addOrderEvent(tx: Db, orderId: string, note: OrderEventInput) {
  await lockOrder(tx, orderId);
  await tx
    .insertInto('order_events')
    .values({
      id: newId(),
      order_id: orderId,
      seq: (eb) =>
        eb.selectFrom('order_events').select(nextNumber('seq')).where('order_id', '=', orderId),
      key: note.key,
      kind: note.kind,
      data: JSON.stringify(note.data ?? {}),
      at: note.at,
    })
    .onConflict((conflict) => conflict.columns(['order_id', 'key']).doNothing())
    .execute();
}

/** Creates a subscriber that adds `line` to the timeline of the event's order. */
export const addToTimeline =
  <E extends { order: { id: string } }>(line: (event: E, services: Services) => OrderEventInput) =>
  (tx: Tx, services: Services, event: E): Promise<void> =>
    addOrderEvent(tx, event.order.id, line(event, services));

export const listOrderEvents = (db: Db, orderId: string) =>
  db
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('seq')
    .execute();

/** Lists the ids of a buyer's orders that have a new entry in their timeline since then. */
export async function listChangedOrders(db: Db, buyerId: string, since: string) {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_events', 'order_events.order_id', 'orders.id')
    .select('orders.id')
    .distinct()
    .where('orders.buyer_id', '=', buyerId)
    .where('order_events.at', '>=', since)
    .execute();
  return rows.map(({ id }) => id);
}

const NEWEST = 100;

/** The same among all orders, in the newest entries only: their ids are ordered by time. */
export async function listNewlyChangedOrders(db: Db, since: string) {
  const newest = db
    .selectFrom('order_events')
    .select(['order_id', 'at'])
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .as('newest');
  const rows = await db
    .selectFrom(newest)
    .select('order_id')
    .distinct()
    .where('at', '>=', since)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

export const addStatusToTimeline = addToTimeline(
  ({ order, reason, at }: OrderAt & Pick<StatusChange, 'reason'>) => ({
    key: `status:${newId()}`,
    kind: 'status',
    data: { status: order.shown_status, ...(reason ? { reason } : {}) },
    at,
  }),
);

export const addRequirementsToTimeline = addToTimeline(({ at }: OrderAt) => ({
  key: 'requirements',
  kind: 'requirements',
  at,
}));

export const addRevisionRequestToTimeline = addToTimeline(
  ({ order, revision, at }: RevisionRequest) => ({
    key: `revision:${revision.id}`,
    kind: 'revision requested',
    data: { number: revision.number, of: order.max_revisions },
    at,
  }),
);

export const addRevisionDecisionToTimeline = addToTimeline(
  ({ revision, status, at }: RevisionDecision) => ({
    key: `revision:${revision.id}:${status}`,
    kind: 'revision decided',
    data: { number: revision.number, status },
    at,
  }),
);

export const addDatesToTimeline = addToTimeline(({ dates, at }: OrderAt & { dates: Dates }) => ({
  ...{ key: 'dates moved', kind: 'dates moved', data: dates, at },
}));

export const addPauseToTimeline = addToTimeline(
  ({ order, pause, at }: OrderAt & { pause: OrderPause }) => ({
    ...{ key: `paused:${pause.id}`, kind: 'paused', at },
    data: { reason: pause.reason, due: order.delivery_date },
  }),
);

/** The move of the delivery date; nothing if the requirements came at once. */
export const addResumeToTimeline: Subscriber<OrderResumed> = async (tx, { config }, resumed) => {
  const { order, pause, at } = resumed;
  if (pause.reason === null && pause.days === 0) return;
  const day = order.delivery_date && longDate(order.delivery_date, config.timeZone);
  await addOrderEvent(tx, order.id, {
    ...{ key: `resumed:${pause.id}`, kind: 'resumed', at },
    data: { days: pause.days, day, ...(resumed.hasNewPlace ? { startsOn: order.starts_on } : {}) },
  });
};

type EventData = Record<string, unknown>;

const paise = ({ amount, currency }: EventData): string =>
  typeof amount === 'number' ? formatExact(amount, String(currency)) : 'The amount';

const FULL_PAYMENT = 'Full payment';

const changeText = (data: EventData): string =>
  `${String(data['number'])} (${String(data['effect'])})`;

const EVENTS: Record<string, (data: EventData) => string> = {
  placed: () => 'Order placed',
  'payment failed': (data) => `Payment of ${paise(data)} failed`,
  'payment received': (data) => {
    const milestone = data['of'] === 'Milestone' && `Milestone ${String(data['part'])} of 2`;
    const name = data['name'] ?? (milestone || FULL_PAYMENT);
    const what = name === FULL_PAYMENT ? 'Payment' : String(name);
    return `${what} received: ${paise(data)}`;
  },
  'part waived': (data) => `${String(data['name'])} of ${paise(data)} waived`,
  'part moved': (data) => `${String(data['name'])} is now due on ${String(data['day'])}`,
  surplus: (data) => `${paise(data)} paid beyond what was due; it is given back`,
  refunded: (data) => `Refund of ${paise(data)} is on its way`,
  'dispute open': (data) => `The bank questions ${paise(data)}`,
  'dispute under review': (data) => `The bank reviews ${paise(data)}`,
  'dispute won': (data) => `The dispute of ${paise(data)} is won`,
  'dispute lost': (data) => `The bank has taken ${paise(data)} back`,
  'dispute closed': (data) => `The dispute of ${paise(data)} is closed`,
  'compensation owed': (data) => `The seller owes ${paise(data)} on top of the refund`,
  'compensation settled': (data) =>
    `The seller paid ${paise(data)}, reference ${String(data['reference'])}`,
  'refund failed': (data) => `Refund of ${paise(data)} did not go through; we try another way`,
  'revision out of scope': (data) =>
    `Revision ${String(data['number'])} became change ${String(data['change'])}: it does not count`,
  'change proposed': (data) =>
    `${data['by'] === 'buyer' ? 'Change' : 'The seller’s change'} ${changeText(data)} proposed`,
  'change asked': (data) => `Change ${String(data['number'])} asked for`,
  'change included': (data) => `Change ${String(data['number'])} included at no charge`,
  'change accepted': (data) =>
    `Change ${changeText(data)} accepted${data['day'] ? `, delivery by ${String(data['day'])}` : ''}`,
  'change declined': (data) => `Change ${changeText(data)} declined`,
  'change withdrawn': (data) => `Change ${changeText(data)} withdrawn`,
  'dates moved': (data) =>
    `The dates were no longer free: the work now ${describeDates(data as unknown as Dates)}`,
  paused: ({ reason }) => `Waiting for the buyer${reason ? `: ${String(reason)}` : ''}`,
  resumed: ({ days, day, startsOn }) => {
    const added = days === 0 ? 'no days' : days === 1 ? '1 day' : `${String(days)} days`;
    const start = startsOn ? `the work starts ${weekdayAndDay(String(startsOn))}, ` : '';
    return `The wait for the buyer is over: ${added} added, ${start}delivery by ${String(day)}`;
  },
  late: ({ day }) => `The delivery is late: it was planned for ${String(day)}`,
  requirements: () => 'Requirements submitted',
  'revision requested': (data) =>
    `Revision ${String(data['number'])} of ${String(data['of'])} requested`,
  'revision decided': (data) =>
    `Revision ${String(data['number'])} ${String(data['status']).toLowerCase()}`,
  status: (data) => `Order is now ${String(data['status'] ?? 'changed')}`,
};

/** The text of an entry of the timeline of this order. Unknown kinds show their name. */
export const describeEvent = (
  { currency }: Pick<Order, 'currency'>,
  { kind, data }: Pick<OrderEvent, 'kind' | 'data'>,
): string =>
  EVENTS[kind]?.({ currency, ...(JSON.parse(data) as EventData) }) ??
  kind.charAt(0).toUpperCase() + kind.slice(1);

/** The entries about disputes that only the owner sees. */
const OWNER_EVENTS = ['dispute open', 'dispute under review', 'dispute won', 'dispute closed'];

export const isForBuyer = ({ kind }: { kind: string }): boolean => !OWNER_EVENTS.includes(kind);
