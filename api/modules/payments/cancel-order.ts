import type { Order } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { markCancelled } from '../orders/cancellation/queries.ts';
import {
  CANCEL_AMOUNT_CHANGED,
  CANCEL_DISPUTED,
  CANCEL_TOO_LATE,
  mayCancel,
  owedOnTop,
  refundsByPayment,
  sellerMayCancel,
} from '../orders/cancellation/rules.ts';
import { requireMayEnd } from '../orders/clock/clock.ts';
import { ENDED_WITHOUT_ANSWER } from '../orders/clock/texts.ts';
import { orderStatusChanged } from '../orders/events.ts';
import { getOrder, lockOrder } from '../orders/queries.ts';
import { UNKNOWN_ORDER } from '../orders/texts.ts';
import { CLOSED_UNPAID, mayCloseUnpaid } from './close-unpaid.ts';
import { oweCompensation } from './compensations.ts';
import { hasUndecidedDispute } from './disputes/queries.ts';
import { orderCancelled } from './events.ts';
import { findCancellable } from './find-cancellable.ts';
import { findOrderFor, type Proposer } from './order-changes/propose-change.ts';
import { storeRefund } from './refunds.ts';

interface Cancellation {
  who: Proposer;
  orderId: string;
  /** The refund that was shown; if it differs by now, nothing changes. */
  expected: number;
  /** Why the seller gives up an accepted order: everything is refunded, and owed on top what the terms say. */
  reason?: string;
}

/**
 * Cancels an order for its buyer, or for the owner when the buyer has not answered, or not paid for closed files, for so long: closes it and refunds
 * exactly what its terms promise a buyer who cancels, in one transaction.
 */
export function cancelOrder(
  given: Services,
  { who, orderId, expected, reason }: Cancellation,
): Promise<Order> {
  // A right with a date: it waits for no limit of notices, and an order is cancelled once.
  const services = { ...given, actor: undefined };
  return transaction(services, async (tx) => {
    await lockOrder(tx, orderId);
    const order = await findOrderFor(tx, who, orderId);
    if (!order) throw new ApiError(404, UNKNOWN_ORDER);
    const now = services.clock();
    const isOwners = who.side === 'owner';
    const by = reason === undefined ? 'buyer' : 'seller';
    const isUnpaid = isOwners && by === 'buyer' && (await mayCloseUnpaid(tx, order, now));
    if (isOwners && by === 'buyer' && !isUnpaid) await requireMayEnd(tx, orderId, now);
    const ended = isUnpaid ? CLOSED_UNPAID : ENDED_WITHOUT_ANSWER;
    const cancellable = await findCancellable(tx, order);
    const isAllowed = by === 'seller' ? sellerMayCancel : mayCancel;
    if (!isUnpaid && !isAllowed(cancellable, now)) throw new ApiError(409, CANCEL_TOO_LATE);
    if (await hasUndecidedDispute(tx, orderId)) throw new ApiError(409, CANCEL_DISPUTED);
    const refunds = refundsByPayment(cancellable, now, by);
    const onTop = owedOnTop(cancellable, now, by);
    const promise = refunds.reduce((sum, { amount }) => sum + amount, 0);
    if (promise !== expected) throw new ApiError(409, CANCEL_AMOUNT_CHANGED);
    await markCancelled(tx, orderId, { now: iso(now), promise });
    for (const { id, amount } of refunds) {
      const why = isOwners
        ? reason
          ? 'Cancelled by the seller'
          : ended
        : 'Cancelled by the buyer';
      const refund = { paymentId: id, amount, reason: why, at: iso(now) };
      if (!(await storeRefund(tx, services, refund)))
        throw new Error('a promise is not refundable');
    }
    const cancelled = await getOrder(tx, orderId);
    await emit(tx, services, orderStatusChanged, {
      ...{ order: cancelled, by: who.side, at: iso(now) },
      reason: isOwners ? (reason ?? ended) : undefined,
      owedOnTop: onTop,
    });
    if (!isOwners)
      await emit(tx, services, orderCancelled, {
        order: cancelled,
        refundAmount: promise,
        owedOnTop: onTop,
      });
    await oweCompensation(
      tx,
      services,
      {
        ...{ order_id: orderId, amount: onTop, owed_at: iso(now) },
        cause: by === 'seller' ? 'cancelled' : 'late',
      },
      isOwners ? ['buyer'] : ['buyer', 'owner'],
    );
    return cancelled;
  });
}
