import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { iso } from '../../platform/clock.ts';
import { dayIn } from '../../platform/dates.ts';
import { toRupees } from '../../platform/money/rules.ts';
import { findOwner, findUser } from '../accounts/queries.ts';
import { toDocumentDtos } from '../billing/documents-dto.ts';
import { listPaymentsOf } from '../billing/queries.ts';
import { findSellersWords } from '../chat/queries.ts';
import { toChangesWithFiles } from '../chat/requests.ts';
import { listVersions, readDeliveries } from '../deliveries/deliveries.ts';
import { toRevisionDtos } from '../deliveries/revisions.ts';
import { getAgreement, toAgreementDto } from '../orders/agreements/write-agreement.ts';
import { listPauses, readPauses } from '../orders/clock/clock.ts';
import type { Pause } from '../orders/clock/texts.ts';
import { isDeductor, toContactDto, toOrderDto } from '../orders/dto.ts';
import type { Side } from '../orders/next-rules.ts';
import { findRequirements } from '../orders/requirements.ts';
import { isOpen } from '../orders/rules.ts';
import { takesDeductions } from '../orders/seller.ts';
import { listOrderEvents } from '../orders/timeline.ts';
import { toCompensationDto } from '../payments/compensations.ts';
import { findPaymentTrouble } from '../payments/downtimes.ts';
import {
  toCancellationDto,
  toInstalmentDtos,
  toOrderTotalsDto,
  toPaymentDto,
} from '../payments/dto.ts';
import { closingInstalments } from '../payments/instalment-rules.ts';
import { drawingOf, type NextOfOrder, nextOfOrders } from '../payments/next-of-orders.ts';
import { listInstalments } from '../payments/queries.ts';
import { isForBuyer, toTimelineEntryDto } from '../payments/timeline-entries.ts';
import { findReviewOf } from '../reviews/queries.ts';

/** What an order waits for, for one side. */
export const toNextDto = ({ turn, step, by, actions }: NextOfOrder, side: Side) => ({
  ...{ turn, step, by },
  actions: actions[side],
});

/** The time, and the seller's time zone in which days are drawn. */
export interface Today {
  now: Date;
  timeZone: string;
}

/** Orders of a list, each with what it waits for and, while it is open, as a drawing. */
export async function toListedOrders<O extends Order & { payment_id?: string | null }>(
  db: Db,
  orders: O[],
  side: Side,
  today: Today,
) {
  const open = orders.flatMap(({ id, shown_status }) => (isOpen(shown_status) ? [id] : []));
  const [nextOf, versions, pauses] = await Promise.all([
    nextOfOrders(db, orders),
    listVersions(db, open),
    listPauses(db, open),
  ]);
  const versionsOf = Map.groupBy(versions, ({ order_id }) => order_id);
  const pausesOf = Map.groupBy(pauses, ({ order_id }) => order_id);
  const dayOf = (at: string) => dayIn(at, today.timeZone);
  return orders.map((order) => {
    const found = nextOf.get(order.id);
    if (!found) throw new Error(`the next step of order ${order.id} was not read`);
    const drawing = drawingOf(order, found, today, {
      versions: (versionsOf.get(order.id) ?? []).map(({ number, created_at }) => ({
        ...{ number, on: dayOf(created_at) },
      })),
      pauses: (pausesOf.get(order.id) ?? []).map(({ started_at, ended_at, days }) => ({
        ...{ from: dayOf(started_at), to: ended_at && dayOf(ended_at), days },
      })),
    });
    return { ...toListedOrder(order, found, side), drawing };
  });
}

export type DrawnOrder = Awaited<ReturnType<typeof toListedOrders>>[number];

/** Whether the part that can be paid is not due yet. */
const earlyOf = ({ isEarly }: NextOfOrder): { paysEarly?: true | undefined } =>
  isEarly ? { paysEarly: true } : {};

const waitOf = ({ waits }: NextOfOrder): { waits?: Pause | undefined } => (waits ? { waits } : {});

/** An order of a list whose next step is known. */
export const toListedOrder = (
  order: Order & { payment_id?: string | null },
  found: NextOfOrder,
  side: Side,
) => ({
  ...toOrderDto({ ...order, next_amount: found.dueAmount, next_deducted: found.dueDeducted }),
  isQuoted: found.isQuoted,
  ...earlyOf(found),
  ...waitOf(found),
  next: toNextDto(found, side),
});

export type ListedOrder = ReturnType<typeof toListedOrder>;

/** The times in which the seller waited for the buyer; nothing where the days count from the payment. */
async function readClock(db: Db, orderId: string): Promise<{ pauses?: Pause[] | undefined }> {
  const pauses = await readPauses(db, orderId);
  return pauses ? { pauses } : {};
}

/** Everything that the buyer or the owner can see of an order. Each side has a list of what it gets. */
export async function readOrder(db: Db, order: Order, { side, ...today }: Today & { side: Side }) {
  const [instalments, payments, events, buyer] = await Promise.all([
    listInstalments(db, order.id),
    listPaymentsOf(db, order.id),
    listOrderEvents(db, order.id),
    findUser(db, order.buyer_id),
  ]);
  const first = payments.find((each) => each.status === 'settled');
  const rows = [{ ...order, payment_id: first?.id ?? null }];
  const [listed] = await toListedOrders(db, rows, side, today);
  if (!listed) throw new Error('an order that was read is missing');
  const person = { id: order.buyer_id, email: buyer?.email ?? '' };
  const { deliveries, waiting, isClosed } = await readDeliveries(
    db,
    order,
    side === 'buyer' ? order.buyer_id : null,
  );
  const { step, by } = listed.next;
  const completesAt = step === 'acceptDelivery' ? by : null;
  return {
    order: listed,
    rows: { payments, events },
    parts: toInstalmentDtos(instalments),
    changes: await toChangesWithFiles(db, order, iso(today.now)),
    ledger: toOrderTotalsDto(order, instalments),
    documents: await toDocumentDtos(db, order.id),
    compensation: await toCompensationDto(db, order.id),
    agreement: toAgreementDto(await getAgreement(db, order.id)),
    clock: await readClock(db, order.id),
    requirements: await findRequirements(db, order.id),
    revisions: await toRevisionDtos(db, order, person),
    deliveries,
    /** Files that are uploaded and not part of a delivery yet. */
    waiting,
    /** Whether the files open with a payment, or a certificate for tax deducted from it, that has not arrived. */
    isClosed,
    /** The numbers of the parts that open them. */
    opensWith:
      isClosed && order.previewed_at
        ? closingInstalments(instalments, order.previewed_at).map(({ number }) => number)
        : [],
    /** The time at which a delivery without an answer counts as accepted. */
    completesAt,
  };
}

/** An order for its buyer: the fields of the page, and nothing that is only the owner's. */
export async function toBuyerOrderDto(db: Db, order: Order, today: Today) {
  const { now } = today;
  const { order: listed, rows, ...parts } = await readOrder(db, order, { ...today, side: 'buyer' });
  const review = await findReviewOf(db, order);
  return {
    ...listed,
    parts: parts.parts,
    payments: rows.payments.map(toPaymentDto),
    changes: parts.changes,
    ledger: parts.ledger,
    documents: parts.documents,
    compensation: parts.compensation,
    agreement: parts.agreement,
    ...parts.clock,
    requirements: parts.requirements,
    deliveries: parts.deliveries,
    isClosed: parts.isClosed,
    opensWith: parts.opensWith,
    timeline: rows.events.filter(isForBuyer).map(toTimelineEntryDto(order)),
    /** The contact data that fill the provider's dialog. */
    contact: toContactDto(order),
    /** The name shown while the buyer waits for the seller. */
    seller: (await findOwner(db))?.name ?? 'The seller',
    completesAt: parts.completesAt,
    /** A method that fails at the banks while something is to be paid. */
    trouble: listed.paymentInfo.dueAmount > 0 ? await findPaymentTrouble(db, now) : null,
    /** Whether a company pays that may deduct tax at source. */
    mayDeductTax: isDeductor(order) && (await takesDeductions(db)),
    cancellation: await toCancellationDto(db, order, now),
    /** What is left of the payments, in rupees. */
    balance: toRupees(order.balance),
    /** The seller's newest message and how many are unread; null before the first. */
    conversation: await findSellersWords(db, order),
    review: review ? { rating: review.half_stars / 2, comment: review.comment } : null,
  };
}

export type BuyerOrderDto = Awaited<ReturnType<typeof toBuyerOrderDto>>;
