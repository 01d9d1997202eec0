import type { Order } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { ProviderError } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';
import { applyDisputeState } from './disputes/apply-dispute-state.ts';
import { listDisputesOf } from './disputes/queries.ts';
import { isUndecided } from './disputes/rules.ts';
import { listInstalments, markInstalmentChecked } from './instalment-queries.ts';
import { REFRESHES_OF_BUYER, REFRESHES_OF_ORDER } from './rate-limits.ts';
import { syncRefunds } from './refunds.ts';
import { settlePayment } from './settle-payment.ts';
import { PROVIDER_SILENT } from './texts.ts';

/**
 * Checks all payments and refunds of an order at the provider now, as the reconciler does regularly. Throws
 * 429 if it was checked a moment ago, 502 if the provider does not answer.
 */
export async function refreshOrder(services: Services, order: Order): Promise<void> {
  await services.limits.take(REFRESHES_OF_ORDER, order.id);
  await services.limits.take(REFRESHES_OF_BUYER, order.buyer_id);
  const { db } = services.store;
  try {
    for (const instalment of await listInstalments(db, order.id)) {
      if (instalment.provider_order_id === null) continue;
      for (const payment of await services.provider.paymentsOf(instalment.provider_order_id)) {
        await settlePayment(services, payment);
        await syncRefunds(services, payment, true);
      }
      const now = iso(services.clock());
      await transaction(services, (tx) => markInstalmentChecked(tx, instalment.id, now));
    }
    for (const dispute of await listDisputesOf(db, order.id))
      if (isUndecided(dispute.status)) await applyDisputeState(services, dispute.id);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.error('an order could not be checked', error);
    throw new ApiError(502, PROVIDER_SILENT, { retryAfter: 30 });
  }
}
