import type { Payment } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { DAY } from '../../platform/clock.ts';
import type { ProviderPayment } from '../../platform/payment-provider.ts';
import type { Services } from '../../platform/services.ts';
import { findRecorded, readWatermark, storeWatermark } from './payment-list-queries.ts';
import { findInstalment } from './queries.ts';
import { runSequentially } from './run-sequentially.ts';
import { settlePayment } from './settle-payment.ts';

/** A payment may be captured so long after it was created; until then it is looked at every time. */
const LATEST_CAPTURE = 5 * DAY;
/** After a long stop the list is read in spans of this length, each kept once it is done. */
const MAX_SPAN = LATEST_CAPTURE + DAY;
/** How far our clock may differ from the provider's. */
const CLOCK_DIFFERENCE = DAY;
const PAGE = 100;

/**
 * Reads the provider's own list of payments and settles what was captured, however it came to be.
 * The watermark is a time of creation: everything older was read when it could change no more.
 */
export async function reconcilePaymentList(services: Services, stop: AbortSignal): Promise<void> {
  const { db } = services.store;
  const now = services.clock().getTime();
  const stored = await readWatermark(db);
  let from = stored ?? now - CLOCK_DIFFERENCE;
  if (stored === null) await transaction(services, (tx) => storeWatermark(tx, from));
  // Stored by a clock that was rolled back since.
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
  /** Milliseconds. */
  from: number;
  to: number;
}

/** Throws when a payment could not be settled: the watermark stays before it. */
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
      // Authorized money is taken for our own open instalments only; others are not ours.
      const isOurs =
        payment.captured || (await findInstalment(services.store.db, payment.order_id));
      if (isOurs) await settlePayment(services, payment);
      left.delete(payment);
    },
  });
  if (left.size > 0) throw new Error(`${left.size} payments of the list are not settled yet`);
}

/** Captured and not recorded, refunded since, or authorized. */
function isUnrecorded(payment: ProviderPayment, known: Pick<Payment, 'refunded'> | undefined) {
  if (known) return known.refunded !== (payment.amount_refunded ?? 0);
  return payment.captured || payment.status === 'authorized';
}
