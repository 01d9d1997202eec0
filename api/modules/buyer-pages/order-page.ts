import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { iso } from '../../platform/clock.ts';
import { findOwner } from '../accounts/queries.ts';
import { toDocumentDtos } from '../billing/documents-dto.ts';
import { toAgreementDto } from '../orders/agreements/dto.ts';
import { findAgreement } from '../orders/agreements/queries.ts';
import { findCompletionTime } from '../orders/deliveries/queries.ts';
import { toContactDto, toOrderDto, toTimelineEntryDto } from '../orders/dto.ts';
import { listOrderEvents } from '../orders/timeline.ts';
import { isForBuyer } from '../orders/timeline-texts.ts';
import { toCancellationDto } from '../payments/cancellation-dto.ts';
import { toInstalmentDtos, toPaymentDto } from '../payments/dto.ts';
import { listInstalments } from '../payments/instalment-queries.ts';
import { nextInstalment } from '../payments/instalment-rules.ts';
import { toChangeDtos } from '../payments/order-changes/dto.ts';
import { toOrderTotalsDto } from '../payments/order-totals-dto.ts';
import { listPaymentsOf } from '../payments/queries.ts';
import { findReviewOf } from '../reviews/queries.ts';

/** The data of an order's page, with all payments and the timeline. */
export async function toOrderPageDto(db: Db, order: Order, now: Date) {
  const payments = await listPaymentsOf(db, order.id);
  const instalments = await listInstalments(db, order.id);
  const first = payments.find((each) => each.status === 'settled');
  const events = await listOrderEvents(db, order.id);
  const review = await findReviewOf(db, order);
  return {
    ...toOrderDto({
      ...order,
      payment_id: first?.id ?? null,
      next_amount: nextInstalment(instalments, iso(now))?.amount ?? null,
    }),
    parts: toInstalmentDtos(instalments, iso(now)),
    payments: payments.map(toPaymentDto),
    changes: await toChangeDtos(db, order, iso(now)),
    ledger: toOrderTotalsDto(order, instalments, iso(now)),
    documents: await toDocumentDtos(db, order.id),
    agreement: toAgreementDto(await findAgreement(db, order.id)),
    timeline: events.filter(isForBuyer).map(toTimelineEntryDto),
    /** The contact data that fill the provider's dialog. */
    contact: toContactDto(order),
    /** The name shown while the buyer waits for the seller. */
    seller: (await findOwner(db))?.name ?? 'The seller',
    completesAt: await findCompletionTime(db, order),
    cancellation: await toCancellationDto(db, order, now),
    review: review ? { rating: review.half_stars / 2, comment: review.comment } : null,
  };
}

export type OrderPageDto = Awaited<ReturnType<typeof toOrderPageDto>>;
