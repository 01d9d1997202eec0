import type { Db } from '../../../db/database.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { findUser } from '../accounts/queries.ts';
import { toDocumentDtos } from '../billing/documents-dto.ts';
import { countUnread } from '../chat/queries.ts';
import { toDisputeDtos } from '../dispute-evidence/dto.ts';
import { toAgreementDto } from '../orders/agreements/dto.ts';
import { findAgreement } from '../orders/agreements/queries.ts';
import { toDeliveryDtos } from '../orders/deliveries/dto.ts';
import { toOrderDto, toTimelineEntryDto } from '../orders/dto.ts';
import { findOrder } from '../orders/queries.ts';
import { findRequirements } from '../orders/requirements.ts';
import { toRevisionDto } from '../orders/revisions/dto.ts';
import { listRevisions } from '../orders/revisions/queries.ts';
import { transitionsFrom } from '../orders/status-transitions.ts';
import { UNKNOWN_ORDER } from '../orders/texts.ts';
import { listOrderEvents } from '../orders/timeline.ts';
import { toAdminPaymentDto, toInstalmentDtos } from '../payments/dto.ts';
import { listInstalments } from '../payments/instalment-queries.ts';
import { nextInstalment } from '../payments/instalment-rules.ts';
import { toChangeDtos } from '../payments/order-changes/dto.ts';
import { toOrderTotalsDto } from '../payments/order-totals-dto.ts';
import { listPaymentsOf } from '../payments/queries.ts';
import { findAdminReviewOf, toAdminReviewDto } from '../reviews/admin-queries.ts';

/** An order with everything the owner needs to work on it. */
export async function toAdminOrderDto(db: Db, id: string, now: string) {
  const order = await findOrder(db, id);
  if (!order) throw new ApiError(404, UNKNOWN_ORDER);
  const [buyer, requirements, revisions, payments, events, deliveries] = await Promise.all([
    findUser(db, order.buyer_id),
    findRequirements(db, id),
    listRevisions(db, id),
    listPaymentsOf(db, id),
    listOrderEvents(db, id),
    toDeliveryDtos(db, id),
  ]);
  const [review, disputes, unread, agreement, instalments] = await Promise.all([
    findAdminReviewOf(db, id),
    toDisputeDtos(db, id),
    countUnread(db, 'owner').where('of.order_id', '=', id).executeTakeFirstOrThrow(),
    findAgreement(db, id),
    listInstalments(db, id),
  ]);
  const person = { id: order.buyer_id, email: buyer?.email ?? '' };
  const next_amount = nextInstalment(instalments, now)?.amount ?? null;
  const presented = toOrderDto({ ...order, next_amount });
  return {
    ...presented,
    moves: transitionsFrom(presented.orderStatus, 'owner'),
    buyer: { name: order.buyer_name, email: order.buyer_email },
    address: JSON.parse(order.address) as Record<string, string>,
    requirements,
    revisions: revisions.map((row) => toRevisionDto(row, order, person)),
    payments: payments.map(toAdminPaymentDto),
    disputes,
    timeline: events.map(toTimelineEntryDto),
    review: review ? toAdminReviewDto(review) : null,
    agreement: toAgreementDto(agreement),
    parts: toInstalmentDtos(instalments, now),
    changes: await toChangeDtos(db, order, now),
    ledger: toOrderTotalsDto(order, instalments, now),
    documents: await toDocumentDtos(db, id),
    /** The number of unread messages from the buyer. */
    unread: unread.count,
    ...deliveries,
  };
}

/** Removes payments, disputes and documents from an order, for assistants. */
export const withoutMoney = (order: AdminOrderDto): AdminOrderDto => ({
  ...order,
  moves: order.moves.filter((status) => status !== 'Rejected'),
  ...{ payments: [], disputes: [], documents: [] },
});

export type AdminOrderDto = Awaited<ReturnType<typeof toAdminOrderDto>>;
