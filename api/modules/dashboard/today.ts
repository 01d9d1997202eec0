import { Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { DAY, iso } from '../../platform/clock.ts';
import { dayIn, daysLater, hourOf } from '../../platform/dates.ts';
import type { Env } from '../../platform/http/env.ts';
import type { CheckResult } from '../../platform/installation-checks.ts';
import { findMailProblems, type UndeliverableMail } from '../../platform/mail/undeliverable.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { requireUser } from '../accounts/guards.ts';
import { factorsOf } from '../accounts/second-factor/factors.ts';
import { lateCertificates } from '../billing/certificates.ts';
import { undeclaredMonth } from '../billing/export-declarations.ts';
import { rupeesLeft, spanOf } from '../billing/ledger/ledger-month-totals.ts';
import { missingLetter } from '../billing/letters-of-undertaking.ts';
import { type RestoredBackup, readRestores } from '../billing/restored-series.ts';
import { listConversations, toListedConversationDto } from '../chat/conversations.ts';
import { listActs } from '../deliveries/delayed-acts.ts';
import { type ListedOrder, toListedOrder } from '../order-pages/order-document.ts';
import { OWNER_STEPS, type OwnerStep } from '../orders/next-rules.ts';
import { countsIn, type KeyKind } from '../orders/queries.ts';
import { listRefundsDue, listUnmatchedPayments } from '../payments/admin-queries.ts';
import { listOwedCompensations } from '../payments/compensations.ts';
import { type DisputeDto, toDisputeDto } from '../payments/disputes/dto.ts';
import { listUndecidedDisputes } from '../payments/disputes/queries.ts';
import { toAdminPaymentDto } from '../payments/dto.ts';
import { findOpenOrders, type OpenOrder } from '../payments/open-orders.ts';
import { findRefusal } from '../payments/provider-refusals.ts';
import { failedRefunds } from '../payments/refund-refusals.ts';
import { listUnsettledTasks, type UnsettledPayment } from '../payments/webhook.ts';
import {
  type AdminReviewDto,
  listReviewsToAnswer,
  toAdminReviewDto,
} from '../reviews/admin-queries.ts';
import { meanRatingSince } from '../reviews/queries.ts';
import { countRecentPages } from '../visits/routes.ts';
import { findingsToRepair } from './doctor/run-doctor.ts';
import { findUnfinishedSteps } from './first-steps/find-facts.ts';
import { type FirstStep, isTold } from './first-steps/rules.ts';
import { countTestOrders } from './remove-test-orders.ts';
import { MAX_OF_A_ROW, toRows } from './task-group-rules.ts';

const SPANS = [30, 90, 365] as const;
const query = z.object({
  days: z.coerce.number().pipe(z.literal(SPANS)).catch(30),
  tasks: z.literal('all').optional().catch(undefined),
});

/** Net revenue and new orders of each day of the shop, by its number. Days without any are not in the result. */
const perDay = (db: Db, bounds: string[], keys: KeyKind) =>
  db
    .selectFrom('payments')
    .select(({ fn }) => [
      spanOf('captured_at', bounds).as('day'),
      sql<number>`coalesce(sum(${rupeesLeft}), 0)`.as('paise'),
      fn.count<number>('order_id').distinct().as('orders'),
    ])
    .where('payments.status', '=', 'settled')
    .where('captured_at', '>=', bounds[0] ?? '')
    .where(countsIn('payments.order_id', keys))
    .groupBy('day')
    .orderBy('day')
    .execute();

/** Net revenue in other currencies, and how much of it has no value in rupees yet. */
const foreignRevenue = (db: Db, since: string, keys: KeyKind) =>
  db
    .selectFrom('payments')
    .select([
      'currency',
      sql<number>`sum(amount - refunded - lost)`.as('amount'),
      sql<number>`sum(case when base_amount is null then amount - refunded - lost else 0 end)`.as(
        'unvalued',
      ),
    ])
    .where('payments.status', '=', 'settled')
    .where('currency', '!=', 'INR')
    .where('captured_at', '>=', since)
    .where(countsIn('payments.order_id', keys))
    .groupBy('currency')
    .orderBy('currency')
    .execute();

/** How many of the checkouts since this time were paid. */
const conversion = (db: Db, since: string, keys: KeyKind) =>
  db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('begun'),
      sql<number>`coalesce(sum(case when paid > 0 then 1 else 0 end), 0)`.as('paid'),
    ])
    .where('created_at', '>=', since)
    .where(countsIn('orders.id', keys))
    .executeTakeFirstOrThrow();

/** Something that waits for the owner. Today shows each as a row with its action. */
export type Task =
  | { kind: 'dispute'; dispute: DisputeDto }
  | { kind: 'unsettled'; payment: UnsettledPayment }
  | { kind: 'repair'; check: CheckResult }
  | { kind: 'unmatched'; payment: ReturnType<typeof toAdminPaymentDto> }
  | { kind: 'refund'; payment: ReturnType<typeof toAdminPaymentDto> }
  | { kind: 'refused'; refusal: NonNullable<Awaited<ReturnType<typeof findRefusal>>> }
  | { kind: 'compensation'; owed: Awaited<ReturnType<typeof listOwedCompensations>>[number] }
  | { kind: 'order'; step: OrderStep; isLate: boolean; order: TodayOrder }
  | ({ kind: 'undone' } & Awaited<ReturnType<typeof listActs>>[number])
  | { kind: 'mail'; mail: UndeliverableMail }
  | { kind: 'stuckMail'; count: number; since: string }
  | { kind: 'message'; conversation: ReturnType<typeof toListedConversationDto> }
  | { kind: 'review'; review: AdminReviewDto }
  | { kind: 'oldReviews'; count: number }
  | { kind: 'letter'; year: string }
  | ({ kind: 'declaration' } & NonNullable<Awaited<ReturnType<typeof undeclaredMonth>>>)
  | ({ kind: 'certificate' } & NonNullable<Awaited<ReturnType<typeof lateCertificates>>>)
  | { kind: 'restored'; backup: RestoredBackup }
  | { kind: 'testOrders'; count: number }
  | { kind: 'secondFactor' };

/** What an order waits for that Today lists in a row of the order. */
export type OrderStep = Exclude<OwnerStep, 'answerBank' | 'sendRefund'>;

export type TodayOrder = ListedOrder & { buyer: { name: string } };

const toTodayOrder = ({ order, next }: OpenOrder) => ({
  ...toListedOrder(order, next, 'owner'),
  buyer: { name: order.buyer_name },
});

/** A dispute and a refund have rows of their own. */
const isOrderStep = (step: OwnerStep): step is OrderStep =>
  step !== 'answerBank' && step !== 'sendRefund';

function toOrderTasks(open: OpenOrder[], now: Date): (Task & { kind: 'order' })[] {
  const tasks = open.flatMap((each) =>
    each.steps.filter(isOrderStep).map((step) => {
      const by = each.order.delivery_date;
      const isLate = (step === 'start' || step === 'deliver') && by !== null && by < iso(now);
      return { kind: 'order' as const, step, isLate, order: toTodayOrder(each) };
    }),
  );
  const urgency = (task: (typeof tasks)[number]) =>
    task.isLate ? -1 : OWNER_STEPS.indexOf(task.step);
  return tasks.toSorted((a, b) => urgency(a) - urgency(b));
}

/** The rows of Today before "Show all", and the most conversations and reviews that are read for it. */
const MAX_ROWS = 20;
const MAX_OF_A_KIND = 200;
/** Reviews that wait for longer are only counted. */
const OLD_REVIEW = 30 * DAY;

/** What the server says of itself comes after what people wait for, and is shown however much that is. */
const OF_SERVER = new Set<Task['kind']>([
  ...(['repair', 'restored', 'stuckMail', 'mail', 'testOrders', 'secondFactor'] as const),
]);

/** Everything that waits for the owner, most urgent first, except what an open step tells in the same words. */
async function listTasks(
  services: Services,
  person: { id: string },
  {
    orders,
    steps,
    acts,
  }: {
    orders: OpenOrder[];
    steps: FirstStep[] | null;
    acts: Awaited<ReturnType<typeof listActs>>;
  },
) {
  const { store, clock, installationChecks, provider } = services;
  const { db } = store;
  const now = clock();
  const [disputes, unsettled, report, unmatched, refunds, compensations, ...rest] =
    await Promise.all([
      listUndecidedDisputes(db),
      listUnsettledTasks(db, now),
      installationChecks.latest(),
      listUnmatchedPayments(db),
      listRefundsDue(db),
      listOwedCompensations(db),
      findMailProblems(services),
      listConversations(db, { limit: MAX_OF_A_KIND, isWaiting: true, withUnproved: true }),
      listReviewsToAnswer(db, MAX_OF_A_KIND),
      factorsOf(db, person.id),
      missingLetter(services),
      countTestOrders(services),
      readRestores(db),
      findRefusal(db),
      undeclaredMonth(services),
    ]);
  const [mail, waiting, reviews, factors, letter, tests, restores, refusal, undeclared] = rest;
  const certificate = await lateCertificates(services);
  const failed = await failedRefunds(
    db,
    refunds.map(({ id }) => id),
  );
  const { stuck, undeliverable } = mail;
  const longAgo = iso(new Date(now.getTime() - OLD_REVIEW));
  const old = reviews.filter(({ createdAt }) => createdAt < longAgo).length;
  const [late, planned] = [true, false].map((isLate) =>
    toOrderTasks(orders, now).filter((task) => task.isLate === isLate),
  );
  const tasks: Task[] = [
    ...disputes
      .filter(({ status }) => status === 'open')
      .map((row) => ({ kind: 'dispute' as const, dispute: toDisputeDto(row) })),
    ...acts
      .filter(({ undoUntil }) => undoUntil === null)
      .map((act) => ({ kind: 'undone' as const, ...act })),
    ...unsettled.map((payment) => ({ kind: 'unsettled' as const, payment })),
    ...(late ?? []),
    ...unmatched.map((row) => ({ kind: 'unmatched' as const, payment: toAdminPaymentDto(row) })),
    ...(refusal ? [{ kind: 'refused' as const, refusal }] : []),
    ...refunds.map((row) => ({
      kind: 'refund' as const,
      payment: toAdminPaymentDto({ ...row, failed: failed.get(row.id) }),
    })),
    ...compensations.map((owed) => ({ kind: 'compensation' as const, owed })),
    ...(planned ?? []),
    ...(letter ? [{ kind: 'letter' as const, year: letter }] : []),
    ...(certificate ? [{ kind: 'certificate' as const, ...certificate }] : []),
    ...(undeclared ? [{ kind: 'declaration' as const, ...undeclared }] : []),
    ...waiting.map((row) => ({
      ...{ kind: 'message' as const, conversation: toListedConversationDto(row) },
    })),
    ...reviews
      .slice(0, reviews.length - old)
      .map((row) => ({ kind: 'review' as const, review: toAdminReviewDto(row) })),
    ...(old > 0 ? [{ kind: 'oldReviews' as const, count: old }] : []),
    ...findingsToRepair(report, now)
      .filter((check) => !isTold(check, steps ?? []))
      .map((check) => ({ kind: 'repair' as const, check })),
    // The numbers of test orders may repeat.
    ...restores
      .filter(({ isSeen }) => !isSeen && !provider.isTest)
      .slice(0, 1)
      .map((backup) => ({ kind: 'restored' as const, backup })),
    ...(stuck.since ? [{ kind: 'stuckMail' as const, ...stuck, since: stuck.since }] : []),
    ...undeliverable.map((each) => ({ kind: 'mail' as const, mail: each })),
    ...(tests > 0 ? [{ kind: 'testOrders' as const, count: tests }] : []),
    // The password alone is enough to sign in to the dashboard.
    ...(factors === null && !steps ? [{ kind: 'secondFactor' as const }] : []),
  ];
  return tasks;
}

export const today = new Hono<Env>().get('/', async (c) => {
  const { store, clock, provider, config } = c.var.services;
  const { days, tasks: shown } = query.parse(c.req.query());
  const now = clock();
  const { timeZone } = config;
  const midnight = hourOf(dayIn(now, timeZone), 0, timeZone);
  const bounds = Array.from({ length: days + 1 }, (_, at) =>
    daysLater(midnight, at - days + 1, timeZone),
  );
  const [since = midnight] = bounds;
  const owner = requireUser(c);
  const [orders, steps, acts] = await Promise.all([
    findOpenOrders(store.db, now),
    findUnfinishedSteps(c.var.services, owner.id),
    listActs(store.db),
  ]);
  const [tasks, money, foreign, checkouts, reviews, visits] = await Promise.all([
    listTasks(c.var.services, owner, { orders, steps, acts }),
    perDay(store.db, bounds, provider),
    foreignRevenue(store.db, since, provider),
    conversion(store.db, since, provider),
    meanRatingSince(store.db, since, provider),
    countRecentPages({ db: store.db, now, timeZone }, days),
  ]);
  const nextDelivery = orders.find(
    ({ next, steps: due }) => due.length === 0 && next.actions.owner.includes('deliver'),
  );
  const byDay = new Map(money.map((row) => [row.day, row]));
  const series = bounds.slice(0, -1).map((begin, at) => {
    const row = byDay.get(at);
    return {
      day: dayIn(begin, timeZone),
      revenue: toRupees(row?.paise ?? 0),
      orders: row?.orders ?? 0,
    };
  });
  return c.json({
    success: true as const,
    days,
    isTest: provider.isTest,
    /** What a new shop still needs; null when nothing is missing. */
    steps,
    tasks:
      shown === 'all'
        ? tasks
        : toRows(tasks)
            .filter(([{ kind }], at) => at < MAX_ROWS || OF_SERVER.has(kind))
            .flatMap((row) => row.slice(0, MAX_OF_A_ROW)),
    /** What was pressed in any tab, as long as it can be undone. */
    pressed: acts.filter(({ undoUntil }) => undoUntil !== null),
    /** How many tasks there are, shown or not. */
    count: tasks.length,
    /** The next order to deliver that does not wait yet. */
    nextDelivery: nextDelivery ? toTodayOrder(nextDelivery) : null,
    series,
    revenue: toRupees(money.reduce((sum, row) => sum + row.paise, 0)),
    /** What of it was paid in other currencies; `unvalued` is not in the sums of rupees. */
    foreign: foreign.map(({ currency, amount, unvalued }) => ({
      ...{ currency, amount: toRupees(amount), unvalued: toRupees(unvalued) },
    })),
    checkouts,
    reviews: { count: reviews.count, mean: reviews.mean },
    /** Pages that visitors opened, and in as many days before. */
    visits,
  });
});
