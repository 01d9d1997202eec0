import { transaction } from '../../../db/transaction.ts';
import { DAY } from '../../platform/clock.ts';
import type { ProviderRefund } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';
import { readWatermark, storeWatermark } from './payment-list-queries.ts';
import { findPayment } from './queries.ts';
import { findRefundByProvider } from './refund-queries.ts';
import { syncRefunds } from './refunds.ts';

/** The maximum difference between our clock and the provider's. */
const CLOCK_DIFFERENCE = DAY;
const PAGE = 100;

/**
 * Reads the provider's list of refunds since the last run, to find unreported ones: made in the provider's
 * dashboard, or before a database backup was restored. Known refunds are updated elsewhere.
 */
export async function reconcileRefundList(services: Services, stop: AbortSignal): Promise<void> {
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
