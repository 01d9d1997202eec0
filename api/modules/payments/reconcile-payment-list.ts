import type { Payment } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { DAY } from '../../platform/clock.ts';
import type { ProviderPayment } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';
import { findInstalment } from './instalment-queries.ts';
import { findRecorded, readWatermark, storeWatermark } from './payment-list-queries.ts';
import { runSequentially } from './run-sequentially.ts';
import { settleOrStore } from './unsettled-payments.ts';

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
