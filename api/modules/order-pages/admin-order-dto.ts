import type { Db } from '../../../db/database.ts';
import type { Order, Payment } from '../../../db/schema.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { countUnread } from '../chat/queries.ts';
import { toActDto } from '../deliveries/delayed-acts.ts';
import { listUploads } from '../deliveries/uploads.ts';
import { toDisputeDtos } from '../dispute-evidence/dto.ts';
import { owedOnTop, refundsByPayment, sellerMayCancel } from '../orders/cancellation/rules.ts';
import { mayEndWaiting } from '../orders/clock/clock.ts';
import { stepsOfOwner } from '../orders/next-rules.ts';
import { findOrder } from '../orders/queries.ts';
import { isMarkedAsTest, transitionsFrom } from '../orders/rules.ts';
import { UNKNOWN_ORDER } from '../orders/texts.ts';
import { listRefundsDue } from '../payments/admin-queries.ts';
import { mayCloseUnpaid } from '../payments/close-unpaid.ts';
import { hasUndecidedDispute } from '../payments/disputes/queries.ts';
import {
  type CancellationDto,
  toAdminPaymentDto,
  toCancellationDto,
  toLatenessDto,
} from '../payments/dto.ts';
import { findCancellable } from '../payments/find-cancellable.ts';
import { findLinkOf } from '../payments/payment-links.ts';
import { failedRefunds } from '../payments/refund-refusals.ts';
import { toTimelineEntryDto } from '../payments/timeline-entries.ts';
import { findAdminReviewOf, toAdminReviewDto } from '../reviews/admin-queries.ts';
import { readOrder } from './order-document.ts';

/** An order for the owner: everything needed to work on it. */
export async function toAdminOrderDto(services: Services, id: string) {
  const { db } = services.store;
  const now = services.clock();
  const order = await findOrder(db, id);
  if (!order) throw new ApiError(404, UNKNOWN_ORDER);
  const {
    order: listed,
    rows,
    ...parts
  } = await readOrder(db, order, {
    ...{ now, side: 'owner', timeZone: services.config.timeZone },
  });
  const [review, uploads, disputes, unread] = await Promise.all([
    findAdminReviewOf(db, id),
    listUploads(db, id),
    toDisputeDtos(db, id),
    countUnread(db, 'owner').where('of.order_id', '=', id).executeTakeFirstOrThrow(),
  ]);
  return {
    ...listed,
    isTest: isMarkedAsTest(order, services.provider),
    /** What waits for the owner now, the most urgent first. */
    steps: stepsOfOwner(listed.next.actions, order, now),
    /** Null for assistants. */
    lateness: await toLatenessDto(db, order),
    moves: transitionsFrom(listed.orderStatus, 'owner'),
    buyer: { name: order.buyer_name, email: order.buyer_email },
    /** Whose page has everything about the buyer; null for assistants. */
    clientId: order.buyer_id as string | null,
    address: JSON.parse(order.address) as Record<string, string>,
    ...parts.clock,
    ...(await readEnding(db, order, now)),
    act: toActDto(order),
    cancelling: await readCancelling(db, order, now),
    requirements: parts.requirements,
    revisions: parts.revisions,
    payments: await toPaymentsWithDue(db, id, rows.payments),
    disputes,
    timeline: rows.events.map(toTimelineEntryDto(order)),
    review: review ? toAdminReviewDto(review) : null,
    agreement: parts.agreement,
    parts: parts.parts,
    changes: parts.changes,
    ledger: parts.ledger,
    documents: parts.documents,
    compensation: parts.compensation,
    deliveries: parts.deliveries,
    waiting: parts.waiting,
    uploads,
    isClosed: parts.isClosed,
    /** Until when a payment link that the buyer shared is valid. */
    linkUntil: await findLinkOf(db, id, now),
    /** The number of unread messages from the buyer. */
    unread: unread.count,
  };
}

/** What is refunded if the owner ends an order without an answer, or without the payment of closed files; nothing while the owner may not. */
async function readEnding(
  db: Db,
  order: Order,
  now: Date,
): Promise<{ ending?: CancellationDto | null | undefined }> {
  const mayEnd = (await mayEndWaiting(db, order.id, now)) || (await mayCloseUnpaid(db, order, now));
  if (!mayEnd) return {};
  return { ending: await toCancellationDto(db, order, now) };
}

/** What it costs the owner to cancel an accepted order now, in rupees; null for another. */
async function readCancelling(db: Db, order: Order, now: Date) {
  if (order.status !== 'Accepted' || (await hasUndecidedDispute(db, order.id))) return null;
  const cancellable = await findCancellable(db, order);
  if (!sellerMayCancel(cancellable, now)) return null;
  const refunds = refundsByPayment(cancellable, now, 'seller');
  return {
    refund: toRupees(refunds.reduce((sum, { amount }) => sum + amount, 0)),
    onTop: toRupees(owedOnTop(cancellable, now, 'seller')),
  };
}

/** The payments of an order; those that are to be refunded say how much, and why it was refunded before. */
async function toPaymentsWithDue(db: Db, orderId: string, payments: Payment[]) {
  const due = await listRefundsDue(db, orderId);
  const failed = await failedRefunds(
    db,
    due.map(({ id }) => id),
  );
  return payments.map((row) => {
    const owed = due.find(({ id }) => id === row.id);
    return toAdminPaymentDto({ ...row, ...owed, failed: failed.get(row.id) });
  });
}

/** An order for an assistant: what the work on it needs. Payments, disputes, papers and what ending it refunds are the owner's. */
export const toAssistantOrderDto = (order: AdminOrderDto): AdminOrderDto => ({
  _id: order._id,
  createdAt: order.createdAt,
  orderStatus: order.orderStatus,
  deliveryDate: order.deliveryDate,
  startsOn: order.startsOn,
  drawing: order.drawing,
  movedDates: order.movedDates,
  OrderItems: order.OrderItems,
  paymentInfo: order.paymentInfo,
  usedRevisions: order.usedRevisions,
  maxRevisions: order.maxRevisions,
  isQuoted: order.isQuoted,
  waits: order.waits,
  next: order.next,
  isTest: order.isTest,
  steps: order.steps.filter((step) => step !== 'answerBank' && step !== 'sendRefund'),
  lateness: null,
  moves: order.moves.filter((status) => status !== 'Rejected'),
  buyer: order.buyer,
  clientId: null,
  address: order.address,
  pauses: order.pauses,
  ending: null,
  act: order.act,
  cancelling: null,
  requirements: order.requirements,
  revisions: order.revisions,
  payments: [],
  disputes: [],
  timeline: order.timeline,
  review: order.review,
  agreement: order.agreement,
  parts: order.parts,
  changes: order.changes,
  ledger: order.ledger,
  documents: [],
  compensation: null,
  deliveries: order.deliveries,
  waiting: order.waiting,
  uploads: order.uploads,
  isClosed: order.isClosed,
  linkUntil: null,
  unread: order.unread,
});

export type AdminOrderDto = Awaited<ReturnType<typeof toAdminOrderDto>>;
