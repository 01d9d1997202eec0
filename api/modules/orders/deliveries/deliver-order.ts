import type { Order } from '../../../../db/schema.ts';
import { emit } from '../../../platform/events.ts';
import { newId } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import { revisionDelivered } from '../events.ts';
import { completeApproved } from '../revisions/queries.ts';
import { transitionOrder } from '../transition-order.ts';
import { attachFiles, insertDelivery } from './queries.ts';

/** Delivers a message and the waiting files as the next version. Completes the approved revisions. */
export const deliverOrder = (services: Services, id: string, message: string): Promise<Order> =>
  transitionOrder(services, id, {
    to: 'Delivered',
    by: 'owner',
    async also(tx, order, now) {
      const row = { id: newId(), order_id: order.id, message, created_at: now };
      const delivery = await insertDelivery(tx, row);
      await attachFiles(tx, order.id, delivery.id);
      for (const revision of await completeApproved(tx, order.id, now)) {
        const decision = { order, revision, status: 'Completed' as const, at: now };
        await emit(tx, services, revisionDelivered, decision);
      }
    },
  });
