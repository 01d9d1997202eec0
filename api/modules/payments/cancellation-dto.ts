import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { toRupees } from '../../platform/money/rules.ts';
import { findCancellable } from '../orders/cancellation/queries.ts';
import {
  cancellationTable,
  describeCancellationRefund,
  mayCancel,
  refundIfCancelledNow,
} from '../orders/cancellation/rules.ts';
import { CANCEL_DISPUTED } from '../orders/cancellation/texts.ts';
import { isOpen } from '../orders/rules.ts';
import { hasUndecidedDispute } from './disputes/queries.ts';

/** The refund that the buyer gets for cancelling an open order now; null for a closed one. */
export async function toCancellationDto(db: Db, order: Order, now: Date) {
  if (order.paid === 0 || !isOpen(order.shown_status)) return null;
  const cancellable = await findCancellable(db, order);
  const isDisputed = await hasUndecidedDispute(db, order.id);
  return {
    mayCancel: mayCancel(cancellable, now) && !isDisputed,
    /** The refund in rupees. */
    refund: toRupees(refundIfCancelledNow(cancellable, now)),
    sentence: isDisputed ? CANCEL_DISPUTED : describeCancellationRefund(cancellable, now),
    table: cancellationTable(cancellable.terms),
  };
}

export type CancellationDto = NonNullable<Awaited<ReturnType<typeof toCancellationDto>>>;
