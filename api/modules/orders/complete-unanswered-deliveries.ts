import { DAY, later } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { DAYS_TO_ANSWER } from './deliveries/limits.ts';
import { listUnansweredDeliveries } from './deliveries/queries.ts';
import { transitionOrder } from './transition-order.ts';

/** Completes orders whose delivery was not answered in time. */
export async function completeUnansweredDeliveries(services: Services): Promise<void> {
  const before = later(services.clock(), -DAYS_TO_ANSWER * DAY);
  for (const { id } of await listUnansweredDeliveries(services.store.db, before)) {
    await transitionOrder(services, id, { to: 'Completed', by: 'system' }).catch((error) => {
      // The buyer answered, or the order was reopened, after the list was read.
      if (!(error instanceof ApiError)) throw error;
    });
  }
}
