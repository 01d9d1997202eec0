import { later } from '../../platform/clock.ts';
import type { Listener } from '../../platform/realtime/realtime.ts';
import { validated } from '../../platform/realtime/validated-listener.ts';
import type { Services } from '../../platform/services.ts';
import { changedOrdersEvent } from './schema.ts';
import { listChangedOrders } from './timeline.ts';

/** The socket event of a page that has shown orders before its socket was connected. */
export function orderSocketEvents({ store, clock }: Services): Record<string, Listener> {
  return {
    listChangedOrders: validated(changedOrdersEvent, async ({ userId }, { withinMs }) => {
      const since = later(clock(), -withinMs);
      return { success: true, orderIds: await listChangedOrders(store.db, userId, since) };
    }),
  };
}
