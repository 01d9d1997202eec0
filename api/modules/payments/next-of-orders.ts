import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { DAY, later } from '../../platform/clock.ts';
import { dayIn } from '../../platform/dates.ts';
import { priceOf } from '../../platform/money/rules.ts';
import type { Pause } from '../orders/clock/texts.ts';
import { type Drawing, type Drawn, drawOrder } from '../orders/drawing-rules.ts';
import { statusOf } from '../orders/dto.ts';
import { type Next, next, type Side } from '../orders/next-rules.ts';
import { quotedOrders } from '../orders/queries.ts';
import { DAYS_TO_ANSWER, isOpen, isToDeliver, reasonNothingDue } from '../orders/rules.ts';
import { refundsDue } from './admin-queries.ts';
import { UNDECIDED } from './disputes/rules.ts';
import { amountToPay, closingInstalments, nextInstalment } from './instalment-rules.ts';

/** What an order waits for, and what its answers need to say it. */
export type NextOfOrder = Next & {
  isQuoted: boolean;
  dueAmount: number | null;
  waits: Pause | null;
  dueDeducted: number;
  /** Whether the part that can be paid is not due yet. */
  isEarly: boolean;
  /** What is still to be paid. */
  parts: OpenPart[];
};

interface OpenPart {
  number: number;
  amount: number;
  tax_deducted: number;
  due: string;
  pay_by: string | null;
}

/**
 * What each of these orders waits for, by id. Two statements, however many orders there are.
 */
export async function nextOfOrders(db: Db, orders: Order[]): Promise<Map<string, NextOfOrder>> {
  if (orders.length === 0) return new Map();
  const ids = orders.map(({ id }) => id);
  const instalments = await db
    .selectFrom('instalments')
    .select(['order_id', 'number', 'amount', 'tax_deducted', 'due', 'pay_by'])
    .select(['payment_id', 'waived_at'])
    .where('order_id', 'in', ids)
    .orderBy('number')
    .execute();
  const rows = await readFacts(db, ids);
  const factsOf = new Map(rows.map((row) => [row.id, row]));
  const instalmentsOf = Map.groupBy(instalments, ({ order_id }) => order_id);
  return new Map(
    orders.map((order) => {
      const facts = factsOf.get(order.id);
      const payable = reasonNothingDue(order) === null;
      const parts = instalmentsOf.get(order.id) ?? [];
      const due = payable ? nextInstalment(parts) : undefined;
      const proposedBy = facts ? sidesOf(facts) : [];
      const hasPendingRevision = facts?.revision === 'Pending';
      const isOpenRequest = proposedBy.length > 0 || facts?.revision != null;
      const isQuoted = facts?.quoted_id != null;
      const waits =
        facts && isToDeliver({ orderStatus: order.shown_status }) ? waitOf(facts) : null;
      return [
        order.id,
        {
          isQuoted,
          waits,
          dueAmount: due ? amountToPay(due) : null,
          dueDeducted: due?.tax_deducted ?? 0,
          isEarly: due?.pay_by === null,
          parts: parts.filter(({ payment_id, waived_at }) => !payment_id && !waived_at),
          ...next({
            status: statusOf({ ...order, next_amount: due?.amount ?? null }),
            isQuoted,
            deliveryDate: order.delivery_date,
            completesAt:
              order.shown_status === 'Delivered' && !isOpenRequest ? completionOf(order) : null,
            isQuestioned: facts?.dispute != null,
            hasRequirements: facts?.requirements != null,
            isClosed: order.files_closed === 1,
            isPaidForFiles: closingInstalments(parts, order.previewed_at ?? '').length === 0,
            due: due ? { payBy: due.pay_by } : null,
            proposedBy: isOpen(order.shown_status) ? proposedBy : [],
            waits,
            hasPendingRevision: isOpen(order.shown_status) && hasPendingRevision,
            respondBy: facts?.respond_by ?? null,
            owesRefund: Boolean(facts?.owes_refund),
          }),
        },
      ];
    }),
  );
}

/** An order as a drawing on this day, with its versions and pauses where they are known; null of one that is not open. */
export function drawingOf(
  order: Order,
  { step, by, parts }: Pick<NextOfOrder, 'step' | 'by' | 'parts'>,
  { now, timeZone }: { now: Date; timeZone: string },
  known: Pick<Drawn, 'versions' | 'pauses'> = {},
): Drawing | null {
  const dayOf = (at: string | null) => (at === null ? null : dayIn(at, timeZone));
  return drawOrder({
    ...known,
    status: order.shown_status,
    today: dayIn(now, timeZone),
    paidOn: dayOf(order.paid_at),
    startsOn: order.starts_on,
    dueOn: dayOf(order.delivery_date),
    deliveredOn: dayOf(order.delivered_at),
    yoursOn: step === 'acceptDelivery' ? dayOf(by) : null,
    parts: parts.map((part) => ({
      ...{ number: part.number, on: dayOf(part.pay_by), due: part.due },
      amount: priceOf(amountToPay(part), order.currency),
    })),
  });
}

/** The sides with an open proposal, the newest first. */
function sidesOf(facts: { buyer_proposed_at: string | null; owner_proposed_at: string | null }) {
  const { buyer_proposed_at: buyer, owner_proposed_at: owner } = facts;
  const sides: Side[] = (buyer ?? '') > (owner ?? '') ? ['buyer', 'owner'] : ['owner', 'buyer'];
  return sides.filter((side) => facts[`${side}_proposed_at`] !== null);
}

/** When a delivery counts as accepted: days after it, and after its files were opened. */
function completionOf(order: Order): string | null {
  const { delivered_at: delivered, files_opened_at: opened } = order;
  if (delivered === null || order.files_closed) return null;
  const from = Math.max(Date.parse(delivered), opened ? Date.parse(opened) : 0);
  return later(new Date(from), DAYS_TO_ANSWER * DAY);
}

const waitOf = ({
  started_at: from,
  reason,
  days,
}: { [K in 'reason' | 'started_at']: string | null } & { days: number | null }): Pause | null =>
  from === null ? null : { reason, from, to: null, days: days ?? 0 };

const readFacts = (db: Db, ids: string[]) =>
  db
    .selectFrom('orders')
    // An order has one open pause at most.
    .leftJoin('order_pauses', (join) =>
      join.onRef('order_pauses.order_id', '=', 'orders.id').on('order_pauses.ended_at', 'is', null),
    )
    .select(['order_pauses.started_at', 'order_pauses.reason', 'order_pauses.days'])
    .select((eb) => [
      'orders.id',
      eb
        .selectFrom('order_requirements')
        .select('order_requirements.order_id')
        .whereRef('order_requirements.order_id', '=', 'orders.id')
        .as('requirements'),
      eb
        .selectFrom('order_changes')
        .select(({ fn }) => fn.max('proposed_at').as('at'))
        .whereRef('order_changes.order_id', '=', 'orders.id')
        .where('order_changes.status', '=', 'Proposed')
        .where('proposed_by', '=', 'buyer')
        .as('buyer_proposed_at'),
      eb
        .selectFrom('order_changes')
        .select(({ fn }) => fn.max('proposed_at').as('at'))
        .whereRef('order_changes.order_id', '=', 'orders.id')
        .where('order_changes.status', '=', 'Proposed')
        .where('proposed_by', '=', 'owner')
        .as('owner_proposed_at'),
      eb
        .selectFrom('revisions')
        .select('revisions.status')
        .whereRef('revisions.order_id', '=', 'orders.id')
        .where('revisions.status', 'in', ['Pending', 'Approved'])
        // 'Pending' comes after 'Approved'.
        .orderBy('revisions.status', 'desc')
        .limit(1)
        .as('revision'),
      eb
        .selectFrom('disputes')
        .select(({ fn }) => fn.min('respond_by').as('by'))
        .whereRef('disputes.order_id', '=', 'orders.id')
        .where('disputes.status', '=', 'open')
        .as('respond_by'),
      eb
        .selectFrom('disputes')
        .select('disputes.id')
        .whereRef('disputes.order_id', '=', 'orders.id')
        .where('disputes.status', 'in', UNDECIDED)
        .limit(1)
        .as('dispute'),
      quotedOrders(db).where('quotes.order_id', '=', eb.ref('orders.id')).limit(1).as('quoted_id'),
      eb('orders.id', 'in', refundsDue(db).select('orders.id')).as('owes_refund'),
    ])
    .where('orders.id', 'in', ids)
    .execute();
