import { DAY, later } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { DAYS_TO_ANSWER } from './deliveries/limits.ts';
import { listUnansweredDeliveries } from './deliveries/queries.ts';
import { transitionOrder } from './transition-order.ts';

/** Completes what was delivered long ago without an answer. */
export async function completeUnansweredDeliveries(services: Services): Promise<void> {
  const before = later(services.clock(), -DAYS_TO_ANSWER * DAY);
  for (const { id } of await listUnansweredDeliveries(services.store.db, before)) {
    await transitionOrder(services, id, { to: 'Completed', by: 'system' }).catch((error) => {
      // Answered or reopened between the list and the step: nothing to complete.
      if (!(error instanceof ApiError)) throw error;
    });
  }
}
