import { Hono } from 'hono';
import type { Db } from '../../../db/database.ts';
import type { Env } from '../../platform/http/env.ts';
import { isShopOpen } from '../catalog/shop.ts';
import { countWaiting } from '../chat/waits.ts';
import { ordersIn } from '../order-pages/order-queue.ts';
import { isUnmatched, refundsDue } from '../payments/admin-queries.ts';
import { findOpenOrders } from '../payments/open-orders.ts';
import { findRefusal } from '../payments/provider-refusals.ts';
import { listUnsettledTasks } from '../payments/webhook.ts';
import { hiddenReviews } from '../reviews/queries.ts';
import type { Publisher } from '../site/publish/publisher.ts';
import { findingsToRepair } from './doctor/run-doctor.ts';

/** How much waits for the owner beside orders. */
async function countOpenTasks(db: Db, now: Date) {
  const row = await db
    .selectNoFrom((eb) => [
      refundsDue(db)
        .select(({ fn }) => fn.countAll<number>().as('count'))
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
        .selectFrom('reviews')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('reply', 'is', null)
        .where('order_id', 'is not', null)
        .where('reviews.id', 'not in', hiddenReviews(eb))
        .as('reviews'),
    ])
    .executeTakeFirstOrThrow();
  const { refunds, unmatched, disputes, owed, reviews } = row;
  const unsettled = (await listUnsettledTasks(db, now)).length;
  const refused = (await findRefusal(db)) ? 1 : 0;
  const payments =
    (refunds ?? 0) + (unmatched ?? 0) + (disputes ?? 0) + (owed ?? 0) + unsettled + refused;
  return { payments, reviews: reviews ?? 0 };
}

/** The number of open tasks for each menu item. */
export const openTaskRoutes = (publisher: Publisher) =>
  new Hono<Env>().get('/', async (c) => {
    const { store, clock, installationChecks } = c.var.services;
    const now = clock();
    const [open, inbox, counted, changes, isOpen, report] = await Promise.all([
      findOpenOrders(store.db, now),
      countWaiting(store.db, { withUnproved: !c.var.assistant }),
      countOpenTasks(store.db, now),
      publisher.changes(),
      isShopOpen(store.db),
      installationChecks.latest(),
    ]);
    const shared = { orders: ordersIn(open, 'mine').length, inbox };
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
