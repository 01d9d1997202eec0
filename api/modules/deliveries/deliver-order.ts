import type { Order } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { emit } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { revisionDelivered } from '../orders/events.ts';
import { isQuoted } from '../orders/queries.ts';
import { completeApproved } from '../orders/revisions/revisions.ts';
import { rejection, type Step, transitionOrderIn } from '../orders/transition-order.ts';
import { deliverClosed } from './hand-over.ts';
import { answerPins } from './pins.ts';
import { requireUploaded } from './uploads.ts';

interface Delivered {
  message: string;
  /** The pins that it answers; without it, all open ones of the revisions that it completes. */
  answers?: string[] | undefined;
}

/**
 * Delivers a message and the waiting files as the next version. Completes the approved revisions. The owner has
 * agreed to an order that was made from a quote: delivering it begins the work as well.
 */
export function deliverOrder(
  services: Services,
  id: string,
  { message, answers }: Delivered,
): Promise<Order> {
  const delivery: Step = {
    to: 'Delivered',
    by: 'owner',
    async also(tx, order, now) {
      await requireUploaded(tx, order.id);
      const delivered = { id: newId(), order_id: order.id, message, created_at: now };
      await insertDelivery(tx, delivered);
      const completed = await completeApproved(tx, order.id, now);
      const revisions = completed.map(({ id }) => id);
      await answerPins(tx, delivered, { pins: answers, revisions });
      for (const revision of completed) {
        const decision = { order, revision, status: 'Completed' as const, at: now };
        await emit(tx, services, revisionDelivered, decision);
      }
      return (await deliverClosed(tx, order, now)) ? { isPreview: true } : {};
    },
  };
  return transaction(services, async (tx) => {
    if (await isQuoted(tx, id)) {
      await transitionOrderIn(tx, services, id, { to: 'Accepted', by: 'owner' });
    }
    const order = await transitionOrderIn(tx, services, id, delivery);
    if (!order) throw await rejection(tx, id, delivery);
    return order;
  });
}

/** Stores a delivery with the next number, and the waiting files as its own. */
async function insertDelivery(
  tx: Tx,
  row: { id: string; order_id: string; message: string; created_at: string },
): Promise<void> {
  await tx
    .insertInto('deliveries')
    .values((eb) => ({
      ...row,
      number: eb
        .selectFrom('deliveries')
        .select(({ fn, lit }) => eb(fn.coalesce(fn.max('number'), lit(0)), '+', 1).as('next'))
        .where('order_id', '=', row.order_id),
    }))
    .execute();
  await tx
    .updateTable('delivery_files')
    .set({ delivery_id: row.id })
    .where('order_id', '=', row.order_id)
    .where('delivery_id', 'is', null)
    .execute();
}
