import pLimit from 'p-limit';
import type { Db } from '../../../db/database.ts';
import type { Payment } from '../../../db/schema.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import { DAY, HOUR, iso, later, MINUTE } from '../../platform/clock.ts';
import type { ProviderPayment, ProviderRefund } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';
import { reconcileDisputes } from './disputes/reconcile-disputes.ts';
import { reconcileDowntimes } from './downtimes.ts';
import { findInstalment, findPayment, findRecorded, markInstalmentChecked } from './queries.ts';
import { findRefundByProvider, retryRefunds, syncRefunds } from './refunds.ts';
import { runSequentially } from './run-sequentially.ts';
import { settlePayment } from './settle-payment.ts';
import { handleEvents, settleOrStore } from './webhook.ts';

export const RECONCILE_EVERY = MINUTE;
// With a run every minute, an unreported capture is found within five minutes.
const PAYMENT_LIST_EVERY = 3 * MINUTE;
// Disputes can be answered for days, so this is often enough.
const DISPUTES_EVERY = 15 * MINUTE;
// The provider polls a bank for three days; late payments are checked a little longer.
const MAX_INSTALMENT_AGE = 5 * DAY;
// A failed hourly check is retried earlier than after an hour.
const RETRY_AFTER = 5 * MINUTE;

/** Keeps our records consistent with the provider's, even if no browser reports a result. */
export function createReconciler(services: Services) {
  const stopping = new AbortController();
  const stop = stopping.signal;
  const createQueue = () => {
    const limit = pLimit(1);
    return <T>(work: () => Promise<T>): Promise<T | undefined> =>
      limit(async () => (stop.aborted ? undefined : await work())).catch((error: unknown) => {
        services.log.error('reconciling failed', error);
        return undefined;
      });
  };
  // Separate queues, so that events and the payment list never wait for many single checks.
  const [events, paymentList, polls] = [createQueue(), createQueue(), createQueue()];
  const handleStoredEvents = () => events(() => handleEvents(services, stop));
  const settlePaymentList = atMostEvery(services, PAYMENT_LIST_EVERY, async () => {
    await reconcilePaymentList(services, stop);
    // After the payments, because a refund needs its payment.
    await reconcileRefundList(services, stop);
  });
  const pollDisputes = atMostEvery(services, DISPUTES_EVERY, () =>
    reconcileDisputes(services, stop),
  );
  return {
    /**
     * Handles stored events and checks all open payments, refunds and disputes at the provider. Returns the
     * time, a few minutes ago at most, up to which all payments are known; undefined if the provider did not
     * list them.
     */
    async run(): Promise<Date | undefined> {
      await handleStoredEvents();
      const settled = paymentList(settlePaymentList);
      await polls(() => reconcileInstalments(services, stop));
      await polls(() => retryRefunds(services, later(services.clock(), -HOUR), stop));
      await polls(pollDisputes);
      await polls(() => reconcileDowntimes(services));
      return settled;
    },
    /** Handles stored events in the background; returns at once. */
    flush: () => void handleStoredEvents(),
    /** Stops after the current request. */
    async stop() {
      stopping.abort();
      await Promise.all([events, paymentList, polls].map((queue) => queue(async () => {})));
    },
  };
}

/**
 * Throttles work to once per interval, and returns when it last began. Still works after a clock rollback.
 */
function atMostEvery(
  { clock }: Services,
  interval: number,
  work: () => Promise<void>,
): () => Promise<Date> {
  let last: Date | undefined;
  return async () => {
    const now = clock();
    if (last && now >= last && now.getTime() < last.getTime() + interval) return last;
    await work();
    last = now;
    return now;
  };
}

export type Reconciler = ReturnType<typeof createReconciler>;

async function reconcileInstalments(services: Services, stop: AbortSignal): Promise<void> {
  const { db } = services.store;
  const now = services.clock();
  const hourAgo = later(now, -HOUR);
  const watched = await listWatchedInstalments(db, {
    youngerThan: hourAgo,
    checkedBefore: hourAgo,
    notBefore: later(now, -MAX_INSTALMENT_AGE),
  });
  await runSequentially(services, watched, {
    logMessage: 'an open payment could not be checked',
    stop,
    async work(instalment) {
      // Marked before the request: if it fails, the others come first next time.
      const isYoung = instalment.opened_at !== null && instalment.opened_at > hourAgo;
      const askedAt = isYoung ? iso(now) : later(now, RETRY_AFTER - HOUR);
      await transaction(services, (tx) => markInstalmentChecked(tx, instalment.id, askedAt));
      const payments = await services.provider.paymentsOf(instalment.provider_order_id ?? '');
      for (const payment of payments) await settlePayment(services, payment);
      await transaction(services, (tx) => markInstalmentChecked(tx, instalment.id, iso(now)));
    },
  });
}

const WATERMARKS = { payments: 'payments walked to', refunds: 'refunds read to' };
type List = keyof typeof WATERMARKS;

/** Reads the watermark in milliseconds; null before the first run. */
export async function readWatermark(db: Db, list: List = 'payments'): Promise<number | null> {
  const value = await readSetting(db, WATERMARKS[list]);
  return value ? Date.parse(value) : null;
}

export const storeWatermark = (tx: Db, time: number, list: List = 'payments') =>
  storeSetting(tx, WATERMARKS[list], new Date(time).toISOString());

/** A payment can be captured until this long after its creation. Until then it is read in every run. */
const LATEST_CAPTURE = 5 * DAY;
/** After downtime the list is read in spans of this length; the watermark is stored after each. */
const MAX_SPAN = LATEST_CAPTURE + DAY;
/** The maximum difference between our clock and the provider's. */
const CLOCK_DIFFERENCE = DAY;
const PAGE = 100;

/**
 * Reads the provider's list of payments and settles captured ones, even if nobody reported them. The
 * watermark is a creation time: older payments can no longer change.
 */
export async function reconcilePaymentList(services: Services, stop: AbortSignal): Promise<void> {
  const { db } = services.store;
  const now = services.clock().getTime();
  const stored = await readWatermark(db);
  let from = stored ?? now - CLOCK_DIFFERENCE;
  if (stored === null) await transaction(services, (tx) => storeWatermark(tx, from));
  // The watermark was stored before a clock rollback.
  if (from > now) from = now - LATEST_CAPTURE;
  for (;;) {
    const to = Math.min(from + MAX_SPAN, now + CLOCK_DIFFERENCE);
    await settleSpan(services, { from, to }, stop);
    const done = Math.min(to, now - LATEST_CAPTURE);
    if (done > from) await transaction(services, (tx) => storeWatermark(tx, done));
    if (to > now) return;
    from = to;
  }
}

interface Span {
  /** The start of the span in milliseconds; `to` is its end. */
  from: number;
  to: number;
}

/**
 * Settles the payments of a span. Throws if the provider or the storage fails, so that the watermark does not
 * move past it.
 */
async function settleSpan(
  services: Services,
  { from, to }: Span,
  stop: AbortSignal,
): Promise<void> {
  const span = { from: Math.floor(from / 1000), to: Math.ceil(to / 1000) };
  for (let skip = 0; ; skip += PAGE) {
    const page = await services.provider.listPayments({ ...span, skip, count: PAGE });
    await settlePage(services, page, stop);
    if (page.length < PAGE) return;
  }
}

async function settlePage(services: Services, page: ProviderPayment[], stop: AbortSignal) {
  const recorded = await findRecorded(
    services.store.db,
    page.map((each) => each.id),
  );
  const left = new Set(page.filter((each) => isUnrecorded(each, recorded.get(each.id))));
  await runSequentially(services, [...left], {
    logMessage: 'a payment of the provider’s list could not be settled',
    stop,
    async work(payment) {
      // Authorized payments are captured only for our own open instalments.
      const isOurs =
        payment.captured || (await findInstalment(services.store.db, payment.order_id ?? ''));
      if (isOurs) await settleOrStore(services, payment);
      left.delete(payment);
    },
  });
  if (left.size > 0) throw new Error(`${left.size} payments of the list are not settled yet`);
}

/** Whether a payment needs settling: captured but not stored, refunded since, or authorized. */
function isUnrecorded(payment: ProviderPayment, known: Pick<Payment, 'refunded'> | undefined) {
  if (known) return known.refunded !== (payment.amount_refunded ?? 0);
  return payment.captured || payment.status === 'authorized';
}

/**
 * Reads the provider's list of refunds since the last run, to find unreported ones: made in the provider's
 * dashboard, or before a database backup was restored. Known refunds are updated elsewhere.
 */
async function reconcileRefundList(services: Services, stop: AbortSignal): Promise<void> {
  const now = services.clock().getTime();
  const done = now - CLOCK_DIFFERENCE;
  const from = Math.min((await readWatermark(services.store.db, 'refunds')) ?? done, done);
  const span = { from: Math.floor(from / 1000), to: Math.ceil((now + CLOCK_DIFFERENCE) / 1000) };
  for (let skip = 0; !stop.aborted; skip += PAGE) {
    const page = await services.provider.listRefunds({ ...span, skip, count: PAGE });
    for (const refund of page) await recordUnknown(services, refund);
    if (page.length < PAGE) break;
  }
  if (!stop.aborted) await transaction(services, (tx) => storeWatermark(tx, done, 'refunds'));
}

async function recordUnknown(services: Services, refund: ProviderRefund): Promise<void> {
  const { db } = services.store;
  if (await findRefundByProvider(db, refund.id)) return;
  const payment = await findPayment(db, refund.payment_id);
  if (payment) await syncRefunds(services, { id: payment.id, amount_refunded: null }, true);
}

// The maximum number of requests per run. The rest comes first in the next run.
const MAX_PER_ROUND = 200;

/**
 * Instalments to check at the provider: unpaid ones every minute for the first hour, then hourly; paid ones
 * hourly, because a second payment may still arrive. New ones first, then the longest unchecked.
 */
const listWatchedInstalments = (
  db: Db,
  times: { youngerThan: string; checkedBefore: string; notBefore: string },
) =>
  db
    .selectFrom('instalments')
    .selectAll()
    .where('provider_order_id', 'is not', null)
    .where('opened_at', '>', times.notBefore)
    .where((eb) =>
      eb.or([
        eb.and([eb('payment_id', 'is', null), eb('opened_at', '>', times.youngerThan)]),
        eb('checked_at', 'is', null),
        eb('checked_at', '<', times.checkedBefore),
      ]),
    )
    .orderBy((eb) =>
      eb
        .case()
        .when(eb.and([eb('payment_id', 'is', null), eb('opened_at', '>', times.youngerThan)]))
        .then(0)
        .else(1)
        .end(),
    )
    // Unchecked ones first: SQLite and PostgreSQL sort NULL differently.
    .orderBy((eb) => eb.fn.coalesce('checked_at', eb.val('')))
    .orderBy('opened_at')
    .limit(MAX_PER_ROUND)
    .execute();
