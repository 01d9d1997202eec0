import { Hono } from 'hono';
import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { iso } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { findOwner } from '../accounts/queries.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/sessions.ts';
import { toAgreementDto } from '../orders/agreements/dto.ts';
import { findAgreement } from '../orders/agreements/queries.ts';
import { findCompletionTime } from '../orders/deliveries/queries.ts';
import { toContactDto, toOrderDto, toTimelineEntryDto } from '../orders/dto.ts';
import { requireOrderOf } from '../orders/require-order.ts';
import { listOrderEvents } from '../orders/timeline.ts';
import { isForBuyer } from '../orders/timeline-texts.ts';
import { toCancellationDto } from '../payments/cancellation-dto.ts';
import { toChangeDtos, toLedgerDto } from '../payments/changes/dto.ts';
import { toInstalmentDtos, toPaymentDto } from '../payments/dto.ts';
import { nextInstalment } from '../payments/instalment-rules.ts';
import { listInstalments, listPaymentsOf } from '../payments/queries.ts';
import { toDocumentDtos } from '../receipts/documents-dto.ts';
import { findReviewOf } from './queries.ts';

/**
 * Routes of an order's page. In this module, because the response contains payments and the review, which
 * orders must not import.
 */
export const orderDetailsRoutes = new Hono<Env>().get('/:orderId', verifiedOnly, async (c) => {
  const { db } = c.var.services.store;
  const order = await requireOrderOf(db, requireVerifiedUser(c).id, c.req.param('orderId'));
  return c.json({
    success: true as const,
    order: await toOrderDetailsDto(db, order, c.var.services.clock()),
  });
});

/** The data of an order's page, with all payments and the timeline. */
async function toOrderDetailsDto(db: Db, order: Order, now: Date) {
  const payments = await listPaymentsOf(db, order.id);
  const instalments = await listInstalments(db, order.id);
  const first = payments.find((each) => each.status === 'settled');
  const events = await listOrderEvents(db, order.id);
  const review = await findReviewOf(db, order);
  return {
    ...toOrderDto({
      ...order,
      payment_id: first?.id ?? null,
      next_amount: nextInstalment(instalments)?.amount ?? null,
    }),
    parts: toInstalmentDtos(instalments),
    payments: payments.map(toPaymentDto),
    changes: await toChangeDtos(db, order, iso(now)),
    ledger: toLedgerDto(order, instalments),
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

export type OrderDetailsDto = Awaited<ReturnType<typeof toOrderDetailsDto>>;
