import { Hono } from 'hono';
import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { DAY, later } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { isShopOpen } from '../catalog/shop.ts';
import { selectUnproved, selectUnread } from '../chat/queries.ts';
import type { Next } from '../orders/next-rules.ts';
import { OPEN_STATUSES } from '../orders/rules.ts';
import { isRefundDue, isUnmatched } from '../payments/admin-queries.ts';
import { nextOfOrders } from '../payments/next-of-orders.ts';
import { findRefusal } from '../payments/provider-refusals.ts';
import { listUnsettledTasks } from '../payments/webhook.ts';
import { hiddenReviews } from '../reviews/queries.ts';
import type { Publisher } from '../site/publish/publisher.ts';
import { findingsToRepair } from './doctor/run-doctor.ts';

/** An accepted order waits again from this time before its delivery. */
const SOON = 2 * DAY;

/** The most orders that are looked at; further ones are not counted. */
const MAX_OPEN_ORDERS = 500;

/** What an order waits for, most urgent first; a bank's question is listed with its dispute. */
export const STEPS = ['start', 'deliver', 'answerRevision', 'answerProposal', 'openFiles'] as const;
export type OrderStep = (typeof STEPS)[number];

/** The open orders that wait for the owner, with what for, and the next to deliver after them. */
export async function findOrderTasks(db: Db, now: Date) {
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where('shown_status', 'in', OPEN_STATUSES)
    .where('balance', '>', 0)
    .orderBy('delivery_date')
    .orderBy('id')
    .limit(MAX_OPEN_ORDERS)
    .execute();
  const nextOf = await nextOfOrders(db, orders);
  const read = orders.flatMap((order) => {
    const found = nextOf.get(order.id);
    return found ? [{ order, found, steps: stepsDue(order, found.actions.owner, now) }] : [];
  });
  return {
    waiting: read.filter(({ steps }) => steps.length > 0),
    nextDelivery: read.find(
      ({ steps, found }) => steps.length === 0 && found.actions.owner.includes('deliver'),
    ),
  };
}

function stepsDue(
  { delivery_date: by }: Order,
  actions: Next['actions']['owner'],
  now: Date,
): OrderStep[] {
  const isDue = !actions.includes('start') && by !== null && by < later(now, SOON);
  return STEPS.filter((step) => actions.includes(step) && (step !== 'deliver' || isDue));
}

/** How much waits for the owner beside orders. */
async function countOpenTasks(db: Db, now: Date, isAssistant: boolean) {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('payments')
        .innerJoin('orders', 'orders.id', 'payments.order_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(isRefundDue)
        .as('refunds'),
      eb
        .selectFrom('payments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(isUnmatched)
        .as('unmatched'),
      eb
        .selectFrom('disputes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', '=', 'open')
        .as('disputes'),
      eb
        .selectFrom('compensations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('settled_at', 'is', null)
        .as('owed'),
      eb
        .selectFrom('conversations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(({ eb: of, or }) =>
          or([
            of('id', 'in', selectUnread(db, 'owner').select('m.conversation_id')),
            ...(isAssistant ? [] : [of('id', 'in', selectUnproved(db).select('conversation_id'))]),
          ]),
        )
        .as('inbox'),
      eb
        .selectFrom('reviews')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('reply', 'is', null)
        .where('order_id', 'is not', null)
        .where('reviews.id', 'not in', hiddenReviews(eb))
        .as('reviews'),
    ])
    .executeTakeFirstOrThrow();
  const { refunds, unmatched, disputes, owed, inbox, reviews } = row;
  const unsettled = (await listUnsettledTasks(db, now)).length;
  const refused = (await findRefusal(db)) ? 1 : 0;
  const payments =
    (refunds ?? 0) + (unmatched ?? 0) + (disputes ?? 0) + (owed ?? 0) + unsettled + refused;
  return { inbox: inbox ?? 0, payments, reviews: reviews ?? 0 };
}

/** The number of open tasks for each menu item. */
export const openTaskRoutes = (publisher: Publisher) =>
  new Hono<Env>().get('/', async (c) => {
    const { store, clock, installationChecks } = c.var.services;
    const now = clock();
    const [orders, counted, changes, isOpen, report] = await Promise.all([
      findOrderTasks(store.db, now),
      countOpenTasks(store.db, now, Boolean(c.var.assistant)),
      publisher.changes(),
      isShopOpen(store.db),
      installationChecks.latest(),
    ]);
    const shared = { orders: orders.waiting.length, inbox: counted.inbox };
    const broken = findingsToRepair(report, now);
    if (c.var.assistant) return c.json({ success: true as const, counts: shared });
    return c.json({
      success: true as const,
      counts: {
        ...shared,
        payments: counted.payments,
        reviews: counted.reviews,
        // Visitors of a closed shop see none of them.
        ...(isOpen && { publish: changes.length }),
        doctor: broken.length,
        backups: broken.filter(({ part }) => part === 'Backup').length,
      },
    });
  });
