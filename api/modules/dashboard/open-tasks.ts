import { Hono } from 'hono';
import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { DAY, iso, later } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { selectUnread } from '../chat/queries.ts';
import type { Next } from '../orders/next-rules.ts';
import { OPEN_STATUSES } from '../orders/rules.ts';
import { owesRefunds } from '../payments/admin-queries.ts';
import { nextOfOrders } from '../payments/next-of-orders.ts';
import { listUnsettledTasks } from '../payments/webhook.ts';
import { hiddenReviews } from '../reviews/queries.ts';
import type { Publisher } from '../site/publish/publisher.ts';
import { findingsToRepair } from './doctor/run-doctor.ts';

const SOON = 2 * DAY;

/** The most orders that are looked at; further ones are not counted. */
const MAX_OPEN_ORDERS = 500;

export type OrderTask = 'late' | 'new' | 'due' | 'revision' | 'change';

/** The open orders that wait for the owner, earliest delivery first, with the reasons. */
export async function listOrdersWithTasks(db: Db, now: Date) {
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
  return orders.flatMap((order) => {
    const actions = nextOf.get(order.id)?.actions.owner ?? [];
    const tasks = tasksOf(order, actions, now);
    return tasks.length > 0 ? [{ order, tasks }] : [];
  });
}

function tasksOf(
  { delivery_date: by, shown_status: status }: Order,
  actions: Next['actions']['owner'],
  now: Date,
): OrderTask[] {
  const tasks: OrderTask[] = [];
  const isToDeliver = status !== 'Delivered' && by !== null;
  if (isToDeliver && by < iso(now)) tasks.push('late');
  if (actions.includes('start')) tasks.push('new');
  if (isToDeliver && by >= iso(now) && by < later(now, SOON)) tasks.push('due');
  if (actions.includes('answerRevision')) tasks.push('revision');
  if (actions.includes('answerProposal')) tasks.push('change');
  return tasks;
}

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
export async function listOpenTasks(
  db: Db,
  now: Date,
  orders: { tasks: OrderTask[] }[],
): Promise<OpenTask[]> {
  const row = await db
    .selectNoFrom((eb) => [
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
  const counts: Record<string, number | null> = { ...row, unsettled };
  for (const task of orders.flatMap(({ tasks }) => tasks)) counts[task] = (counts[task] ?? 0) + 1;
  const byUrgency = [
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
  return byUrgency
    .map((kind) => ({ kind, count: counts[kind] ?? 0 }))
    .filter(({ count }) => count > 0);
}

/** The number of open tasks for each menu item. */
export const openTaskRoutes = (publisher: Publisher) =>
  new Hono<Env>().get('/', async (c) => {
    const { store, clock, installationChecks } = c.var.services;
    const now = clock();
    const orders = await listOrdersWithTasks(store.db, now);
    const [tasks, changes, report] = await Promise.all([
      listOpenTasks(store.db, now, orders),
      publisher.changes(),
      installationChecks.latest(),
    ]);
    const countOf = (...kinds: OpenTask['kind'][]) =>
      tasks.reduce((sum, { kind, count }) => sum + (kinds.includes(kind) ? count : 0), 0);
    const shared = { orders: orders.length, inbox: countOf('unread') };
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
