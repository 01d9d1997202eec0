import { Hono } from 'hono';
import type { Db } from '../../../db/database.ts';
import { DAY, iso, later } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { selectUnread } from '../chat/queries.ts';
import { owesRefunds } from '../payments/admin-queries.ts';
import { listUnsettledTasks } from '../payments/unsettled-payments.ts';
import { hiddenReviews } from '../reviews/queries.ts';
import type { Publisher } from '../site/publish/publisher.ts';
import { findingsToRepair } from './doctor/run-doctor.ts';

const SOON = 2 * DAY;

const unrefundedOrders = (db: Db) =>
  db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('orders.balance', '>', 0);

/** Selects buyers' proposals that the owner has not answered. */
const openChanges = (db: Db) =>
  db
    .selectFrom('order_changes')
    .innerJoin('orders', 'orders.id', 'order_changes.order_id')
    .where('order_changes.status', '=', 'Proposed')
    .where('order_changes.proposed_by', '=', 'buyer')
    .where('orders.balance', '>', 0);

interface OpenTask {
  kind:
    | 'dispute'
    | 'unsettled'
    | 'late'
    | 'new'
    | 'due'
    | 'revision'
    | 'change'
    | 'refund'
    | 'unmatched'
    | 'review'
    | 'unread';
  count: number;
}

/** Lists the owner's open tasks, most urgent first. */
export async function listOpenTasks(db: Db, now: Date): Promise<OpenTask[]> {
  const at = iso(now);
  const soon = later(now, SOON);
  const row = await db
    .selectNoFrom((eb) => [
      unrefundedOrders(db)
        .where('status', 'in', ['In Progress', 'Accepted'])
        .where('delivery_date', '<', at)
        .as('late'),
      unrefundedOrders(db).where('status', '=', 'In Progress').as('new'),
      unrefundedOrders(db)
        .where('status', 'in', ['In Progress', 'Accepted'])
        .where('delivery_date', '>=', at)
        .where('delivery_date', '<', soon)
        .as('due'),
      eb
        .selectFrom('revisions')
        .innerJoin('orders', 'orders.id', 'revisions.order_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('revisions.status', '=', 'Pending')
        .where('orders.cancelled_at', 'is', null)
        .where('orders.balance', '>', 0)
        .as('revision'),
      openChanges(db)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('change'),
      eb
        .selectFrom('payments')
        .innerJoin('orders', 'orders.id', 'payments.order_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where((or) =>
          or(or('payments.refunded', '+', or.ref('payments.lost')), '<', or.ref('payments.amount')),
        )
        .where((or) => or.or([or('payments.status', '=', 'surplus'), owesRefunds(or)]))
        .as('refund'),
      eb
        .selectFrom('payments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('payments.status', '=', 'unmatched')
        .where((or) => or(or('refunded', '+', or.ref('lost')), '<', or.ref('amount')))
        .as('unmatched'),
      eb
        .selectFrom('disputes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', '=', 'open')
        .as('dispute'),
      selectUnread(db, 'owner')
        .select(({ fn }) => fn.count<number>('m.conversation_id').distinct().as('count'))
        .as('unread'),
      eb
        .selectFrom('reviews')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('reply', 'is', null)
        .where('order_id', 'is not', null)
        .where('reviews.id', 'not in', hiddenReviews(eb))
        .as('review'),
    ])
    .executeTakeFirstOrThrow();
  const unsettled = (await listUnsettledTasks(db, now)).length;
  const order = [
    'dispute',
    'unsettled',
    'late',
    'unmatched',
    'refund',
    'new',
    'due',
    'revision',
    'change',
    'unread',
    'review',
  ] as const;
  return order
    .map((kind) => ({ kind, count: { ...row, unsettled }[kind] ?? 0 }))
    .filter(({ count }) => count > 0);
}

/** Counts orders that need an action of the owner. An order with two reasons counts once. */
async function countOrdersWithTasks(db: Db, now: Date): Promise<number> {
  const { count } = await unrefundedOrders(db)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'In Progress'),
        eb.and([eb('status', '=', 'Accepted'), eb('delivery_date', '<', later(now, SOON))]),
        eb.exists(
          eb
            .selectFrom('revisions')
            .select('revisions.id')
            .whereRef('revisions.order_id', '=', 'orders.id')
            .where('orders.cancelled_at', 'is', null)
            .where('revisions.status', '=', 'Pending'),
        ),
        eb('orders.id', 'in', openChanges(db).select('order_changes.order_id')),
      ]),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of open tasks for each menu item. */
export const openTaskRoutes = (publisher: Publisher) =>
  new Hono<Env>().get('/', async (c) => {
    const { store, clock, installationChecks } = c.var.services;
    const now = clock();
    const [orders, tasks, changes, report] = await Promise.all([
      countOrdersWithTasks(store.db, now),
      listOpenTasks(store.db, now),
      publisher.changes(),
      installationChecks.latest(),
    ]);
    const countOf = (...kinds: OpenTask['kind'][]) =>
      tasks.reduce((sum, { kind, count }) => sum + (kinds.includes(kind) ? count : 0), 0);
    const shared = { orders, inbox: countOf('unread') };
    if (c.var.assistant) return c.json({ success: true as const, counts: shared });
    return c.json({
      success: true as const,
      counts: {
        ...shared,
        payments: countOf('dispute', 'unsettled', 'refund', 'unmatched'),
        reviews: countOf('review'),
        publish: changes.length,
        doctor: findingsToRepair(report, now).length,
      },
    });
  });
