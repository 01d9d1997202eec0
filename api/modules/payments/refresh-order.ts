import type { Order } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { HOUR, iso, SECOND } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { ProviderError } from '../../platform/payment-provider/client.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import type { Services } from '../../platform/services.ts';
import { applyDisputeState } from './disputes/apply-dispute-state.ts';
import { listDisputesOf } from './disputes/queries.ts';
import { isUndecided } from './disputes/rules.ts';
import { recordRefusal, reportRefusedKeys } from './provider-refusals.ts';
import { listInstalments, markInstalmentChecked } from './queries.ts';
import { syncRefunds } from './refunds.ts';
import { settlePayment } from './settle-payment.ts';
import {
  PROVIDER_ASKED,
  PROVIDER_ASKED_OFTEN,
  PROVIDER_REFUSES,
  PROVIDER_SILENT,
} from './texts.ts';

/**
 * Checks all payments and refunds of an order at the provider now, as the reconciler does regularly. Throws
 * 429 if it was checked a moment ago, 502 if the provider does not answer, 409 if it refuses to.
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
    if (error.isRefusal) {
      const { id: orderId, total: amount, currency } = order;
      if (error.isOfKeys) await reportRefusedKeys(services);
      await recordRefusal(services, { orderId, amount, currency }, error);
      throw new ApiError(409, PROVIDER_REFUSES);
    }
    throw new ApiError(502, PROVIDER_SILENT, { retryAfter: 30 });
  }
}

/** Limits checks at the provider that a buyer starts, per order. */
const REFRESHES_OF_ORDER: Limit = {
  name: 'asking the bank',
  most: 1,
  per: 30 * SECOND,
  text: PROVIDER_ASKED,
};
/** Limits the same checks per buyer. */
const REFRESHES_OF_BUYER: Limit = {
  name: 'asking the bank, of a buyer',
  most: 30,
  per: HOUR,
  text: PROVIDER_ASKED_OFTEN,
};
