import { Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { DAY, later } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { findMailProblems } from '../../platform/mail/undeliverable.ts';
import { toRupees } from '../../platform/money/rules.ts';
import { requireUser } from '../accounts/guards.ts';
import { factorsOf } from '../accounts/second-factor/factors.ts';
import { toDisputeDto } from '../payments/disputes/dto.ts';
import { listUndecidedDisputes } from '../payments/disputes/queries.ts';
import { listUnsettledTasks } from '../payments/webhook.ts';
import { meanRatingSince } from '../reviews/rating-queries.ts';
import { findingsToRepair } from './doctor/run-doctor.ts';
import { listOpenTasks, listOrdersWithTasks } from './open-tasks.ts';

const SPANS = [30, 90, 365] as const;
const query = z.object({ days: z.coerce.number().pipe(z.literal(SPANS)).catch(30) });

/** Net revenue and new orders per UTC day. Days without any are not in the result. */
const perDay = (db: Db, since: string) =>
  db
    .selectFrom('payments')
    .select(({ fn }) => [
      sql<string>`substr(captured_at, 1, 10)`.as('day'),
      sql<number>`sum(amount - refunded - lost)`.as('paise'),
      fn.count<number>('order_id').distinct().as('orders'),
    ])
    .where('payments.status', '=', 'settled')
    .where('captured_at', '>=', since)
    .groupBy('day')
    .orderBy('day')
    .execute();

/** How many of the checkouts since this time were paid. */
const conversion = (db: Db, since: string) =>
  db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('begun'),
      sql<number>`coalesce(sum(case when paid > 0 then 1 else 0 end), 0)`.as('paid'),
    ])
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();

export const today = new Hono<Env>().get('/', async (c) => {
  const { store, clock, installationChecks } = c.var.services;
  const { days } = query.parse(c.req.query());
  const now = clock();
  const since = `${later(now, -(days - 1) * DAY).slice(0, 10)}T00:00:00.000Z`;
  const [waits, unsettled, disputes, mail, money, checkouts, reviews, factors, report] =
    await Promise.all([
      listOrdersWithTasks(store.db, now).then((orders) => listOpenTasks(store.db, now, orders)),
      listUnsettledTasks(store.db, now),
      listUndecidedDisputes(store.db),
      findMailProblems(c.var.services),
      perDay(store.db, since),
      conversion(store.db, since),
      meanRatingSince(store.db, since),
      factorsOf(store.db, requireUser(c).id),
      installationChecks.latest(),
    ]);
  const byDay = new Map(money.map((row) => [row.day, row]));
  const series = Array.from({ length: days }, (_, at) => {
    const day = later(new Date(since), at * DAY).slice(0, 10);
    const row = byDay.get(day);
    return { day, revenue: toRupees(row?.paise ?? 0), orders: row?.orders ?? 0 };
  });
  return c.json({
    success: true as const,
    days,
    waiting: waits,
    /** Payments that the provider has and that cannot be credited. */
    unsettled,
    disputes: disputes.filter((each) => each.status === 'open').map(toDisputeDto),
    mail,
    /** Parts of the installation that the doctor has found broken. */
    broken: findingsToRepair(report, now),
    /** True if the password alone is enough to sign in to the dashboard. */
    needsSecondFactor: factors === null,
    series,
    revenue: toRupees(money.reduce((sum, row) => sum + row.paise, 0)),
    checkouts,
    reviews: { count: reviews.count, mean: reviews.mean },
  });
});
