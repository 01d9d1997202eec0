import { type Db, isStorageTrouble } from '../../../db/database.ts';
import { updatesRow } from '../../../db/query-results.ts';
import type { Instalment, Order, User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { type Clock, HOUR, iso, later } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Currency } from '../../platform/money/rules.ts';
import { onceAcrossProcesses } from '../../platform/once-across-processes.ts';
import { ProviderError } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { todayOf } from '../catalog/availability/availability.ts';
import type { Dates } from '../catalog/availability/calendar-rules.ts';
import type { AgreedInstalment } from '../orders/agreements/rules.ts';
import { requireUsable } from '../orders/discounts/discounts.ts';
import { ORDER_WITHOUT_CODE } from '../orders/discounts/rules.ts';
import { gigOf } from '../orders/dto.ts';
import { datesOf, holdDates, promiseDates } from '../orders/order-dates.ts';
import { placeOrder } from '../orders/place-order.ts';
import { priceCart } from '../orders/price-cart.ts';
import { findCheckout, getOrder, isQuoted, lockCheckouts, lockOrder } from '../orders/queries.ts';
import { canSplit, hasSameKeys, reasonNothingDue } from '../orders/rules.ts';
import type { Cart, DeductionChoice } from '../orders/schema.ts';
import { datesChangedMessage } from '../orders/texts.ts';
import { requireMayOrder, requireMayPay } from './early-cancellations.ts';
import {
  amountToPay,
  hasLapsed,
  isTooLate,
  nextInstalment,
  receiptOfInstalment,
} from './instalment-rules.ts';
import { refuseOtherWay, refuseSecondPayment } from './payments-under-way.ts';
import { forgetRefusal, recordRefusal, reportRefusedKeys } from './provider-refusals.ts';
import { findInstalmentById, listInstalments } from './queries.ts';
import { chooseDeduction } from './tax-deductions.ts';
import {
  DEDUCTION_CHANGED,
  FIRST_INSTALMENT_OPEN,
  NOT_OPENED,
  NOTHING_LEFT,
  OFFER_LAPSED,
  OFFER_OVER,
  OTHER_KEYS,
  OTHER_PART_FIRST,
  PROVIDER_UNREACHABLE,
  paymentRefused,
  TOO_MANY_OPEN,
} from './texts.ts';

/**
 * Places the order with its instalments, then opens the next unpaid one at the provider. Idempotent: the same
 * checkout again returns the same order and instalment. How an order is split into instalments:
 * `orders/agreements/rules.ts`; which is next: `instalment-rules.ts`.
 */
export async function startCheckout(
  services: Services,
  buyer: User,
  cart: Cart,
  address: string,
): Promise<OpenedInstalment & { dates?: Dates }> {
  const known = cart.checkoutId
    ? await findCheckout(services.store.db, buyer.id, cart.checkoutId)
    : undefined;
  if (known && known.paid > 0) return openInstalment(services, known);
  await requireMayOrder(services, buyer, address);
  const { order, instalment, dates } = await place(services, buyer, cart, known);
  const opened = await (instalment
    ? openNewInstalment(services, order, instalment)
    : openInstalment(services, order, { deduction: cart.deduction ?? null, isPlaced: true }));
  return dates ? { ...opened, dates } : opened;
}

async function place(services: Services, buyer: User, cart: Cart, known: Order | undefined) {
  const priced = await priceCart(services.store.db, cart, todayOf(services));
  await refuseOtherCheckouts(services, { ...priced, buyer_id: buyer.id, id: known?.id });
  return transaction(services, async (tx) => {
    const placed = await placeOrder(tx, services, buyer, { cart, priced });
    const { order, newInstalments, dates } = placed;
    if (!newInstalments) return { order, instalment: null, dates };
    tx.onCommit(() => services.metrics?.ordersPlaced.inc());
    const first = await createInstalments(tx, services.clock, order, newInstalments);
    const { deduction } = cart;
    const instalment = deduction
      ? await chooseDeduction(tx, services, order, first, deduction)
      : { ...first, tax_deducted: 0 };
    return { order, instalment, dates };
  });
}

/**
 * Stores the instalments of a new order and returns the first, which is opened at once. Throws 429 if the
 * buyer has too many unpaid checkouts; then the order is not placed either.
 */
export async function createInstalments(
  tx: Tx,
  clock: Clock,
  order: Order,
  agreed: AgreedInstalment[],
): Promise<Pick<Instalment, 'id' | 'amount' | 'number'>> {
  const now = clock();
  if (await hasTooManyOpen(tx, order.buyer_id, later(now, -HOUR))) throw tooManyOpen();
  const [first] = await insertInstalments(tx, agreed, { orderId: order.id, at: iso(now) });
  if (!first) throw new Error('an order without an instalment');
  return first;
}

/** The data with which the browser opens the provider's dialog; `amount` in paise. */
export interface OpenedInstalment {
  orderId: string;
  amount: number;
  currency: Currency;
  key: string;
  /** The number of the instalment, counted from 1. */
  part: number;
}

/** An abuse limit: nobody needs so many, and each is checked by the reconciler. */
const tooManyOpen = () => new ApiError(429, TOO_MANY_OPEN, { retryAfter: HOUR / 1000 });

/** The key is the receipt: the instalment and the amount to pay. */
const shareRun = createSingleFlight<string>();

/**
 * Runs one request at a time per instalment, over all processes. A second caller gets the stored result of
 * the first, also if it read the instalment before the first one began.
 */
const createProviderOrderOnce = (
  services: Services,
  instalment: NewInstalment,
  create: () => Promise<string>,
): Promise<string> => {
  const receipt = receiptOfInstalment(instalment);
  return shareRun(receipt, async () => {
    const { store } = services;
    const result = () => findProviderOrder(store.db, instalment);
    if (store.engine === 'sqlite') return (await result()) ?? create();
    const stored = await onceAcrossProcesses(services, `provider order ${receipt}`, {
      result,
      work: create,
    });
    if (stored === null) throw new ApiError(502, PROVIDER_UNREACHABLE, { retryAfter: 5 });
    return stored;
  });
};

/**
 * The instalment to pay next, or this one, which must be the next. Throws 409 with the reason why nothing can be paid.
 */
export async function dueInstalment(
  services: Services,
  order: Order,
  id?: string,
): Promise<Instalment> {
  const reason = reasonNothingDue(order);
  if (reason) throw new ApiError(409, reason);
  if (!hasSameKeys(order, services.provider)) throw new ApiError(409, OTHER_KEYS);
  const instalments = await listInstalments(services.store.db, order.id);
  if (hasLapsed(instalments)) throw new ApiError(409, OFFER_LAPSED);
  const next = nextInstalment(instalments);
  const asked = id ? instalments.find((each) => each.id === id) : next;
  if (!next || !asked || asked.payment_id || asked.waived_at) throw new ApiError(409, NOTHING_LEFT);
  if (asked.id !== next.id) throw new ApiError(409, OTHER_PART_FIRST);
  if (isTooLate(next, order, iso(services.clock()))) throw new ApiError(409, OFFER_OVER);
  return next;
}

interface Opening {
  /** This instalment, which must be the next. */
  id?: string;
  /** The tax that a company deducts from it; null: none; undefined: as chosen before. */
  deduction?: DeductionChoice | null | undefined;
  /** Whether its order was placed a moment ago: no other checkout is at the bank, and the answer tells its days. */
  isPlaced?: boolean;
}

/**
 * Opens the instalment that is to be paid next, or this one of it. Its order at the provider is created only once, whoever
 * opens it.
 */
export async function openInstalment(
  services: Services,
  order: Order,
  { id, deduction, isPlaced = false }: Opening = {},
): Promise<OpenedInstalment> {
  const next = await dueInstalment(services, order, id);
  await refuseWhileUnderWay(services, next);
  if (!isPlaced && order.paid === 0) {
    await requireMayPay(services, order);
    await requireUsable(services.store.db, services, order, ORDER_WITHOUT_CODE);
    await refuseOtherCheckouts(services, order);
    await renewDates(services, order);
  }
  const instalment = await markOpened(services, order, next, deduction);
  const opened =
    instalment.provider_order_id ??
    (await createProviderOrderOnce(services, instalment, () =>
      findOrCreateProviderOrder(services, order, instalment),
    ));
  return toOpenedInstalment(services, order, instalment, opened);
}

const refuseWhileUnderWay = async (services: Services, part: Instalment): Promise<void> => {
  if (part.opened_at !== null && part.provider_order_id !== null)
    await orNotOpened(services, part, () => refuseSecondPayment(services, part));
};

/** Refuses a checkout while another one of the same buyer for the same gig may be paid. */
const refuseOtherCheckouts = (
  services: Services,
  { id, buyer_id: buyerId, items }: Pick<Order, 'buyer_id' | 'items'> & { id: string | undefined },
): Promise<void> =>
  orNotOpened(services, null, () =>
    refuseOtherWay(services, { buyerId, gigId: gigOf({ items }), except: id }),
  );

/** Changes what is deducted from the instalment that is due, without opening it. */
export async function changeDeduction(
  services: Services,
  { id }: Order,
  due: Instalment,
  deduction: DeductionChoice | null,
): Promise<void> {
  await refuseWhileUnderWay(services, due);
  await transaction(services, async (tx) => {
    await lockOrder(tx, id);
    await chooseDeduction(tx, services, await getOrder(tx, id), due, deduction);
  });
}

/** Looks at the days of an unpaid order. The buyer reads of moved ones before paying: the next call takes them. */
async function renewDates(services: Services, { id }: Order): Promise<void> {
  const found = await transaction(services, async (tx) => {
    const order = await getOrder(tx, id);
    if (order.paid > 0 || !datesOf(order)) return null;
    await lockCheckouts(tx, order.buyer_id);
    const give = (await isQuoted(tx, id)) ? holdDates : promiseDates;
    return give(tx, services, order);
  });
  if (found?.isMoved) throw new ApiError(409, datesChangedMessage(found.dates));
}

/**
 * Marks the instalment before the request: if the response is lost, the reconciler still checks it. Returns
 * the instalment as it was before, read under the lock: a second tab may have opened it in between. Only what is deducted
 * from it is the new choice.
 */
async function markOpened(
  services: Services,
  order: Order,
  { id }: Instalment,
  deduction: DeductionChoice | null | undefined,
): Promise<Instalment> {
  const now = services.clock();
  const times = { now: iso(now), since: later(now, -HOUR) };
  return transaction(services, async (tx) => {
    await lockCheckouts(tx, order.buyer_id);
    // Before the instalment's row, as where a payment is credited: the other sequence could block both.
    if (deduction !== undefined) await lockOrder(tx, order.id);
    const before = await findInstalmentById(tx, id);
    const isOpened = await markInstalmentOpened(tx, id, { ...times, buyerId: order.buyer_id });
    if (!before || !isOpened) throw tooManyOpen();
    if (deduction === undefined) return before;
    // The buyer's company may have been entered since this order was read.
    const current = await getOrder(tx, order.id);
    const chosen = await chooseDeduction(tx, services, current, before, deduction);
    return { ...chosen, opened_at: before.opened_at };
  });
}

type NewInstalment = Pick<Instalment, 'id' | 'amount' | 'number' | 'tax_deducted'>;

/** Opens an instalment that was just stored as opened. The provider has no order for it yet. */
async function openNewInstalment(
  services: Services,
  order: Order,
  instalment: NewInstalment,
): Promise<OpenedInstalment> {
  const create = () =>
    orNotOpened(services, { ...instalment, order_id: order.id }, () =>
      createProviderOrder(services, order, instalment),
    );
  return toOpenedInstalment(
    services,
    order,
    instalment,
    await createProviderOrderOnce(services, instalment, create),
  );
}

const toOpenedInstalment = (
  { provider }: Services,
  { currency }: Order,
  instalment: NewInstalment,
  orderId: string,
): OpenedInstalment => ({
  orderId,
  amount: amountToPay(instalment),
  currency,
  key: provider.keyId,
  part: instalment.number,
});

/**
 * Runs the start of a checkout. Nothing can be paid before its response, so a full disk is reported as not
 * charged.
 */
export async function reportNotCharged<T>({ log }: Services, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    log.error('a payment could not be opened', error);
    throw new ApiError(503, NOT_OPENED, { retryAfter: 5 });
  }
}

/** Opens the next instalment of an order whose first one is paid. */
export function openRemainder(
  services: Services,
  order: Order,
  opening: Opening,
): Promise<OpenedInstalment> {
  if (order.paid === 0 && order.status !== 'Rejected')
    throw new ApiError(409, FIRST_INSTALMENT_OPEN);
  return openInstalment(services, order, opening);
}

const findOrCreateProviderOrder = (
  services: Services,
  order: Order,
  instalment: Instalment,
): Promise<string> =>
  orNotOpened(services, instalment, async () => {
    // Looks for an order by receipt first, because an earlier response may have been lost.
    const earlier =
      instalment.opened_at === null
        ? null
        : await services.provider.findOrder(receiptOfInstalment(instalment));
    if (!earlier) return createProviderOrder(services, order, instalment);
    return transaction(services, (tx) => storeProviderOrder(tx, instalment, earlier));
  });

async function createProviderOrder(services: Services, order: Order, instalment: NewInstalment) {
  const receipt = receiptOfInstalment(instalment);
  const { currency } = order;
  const request = { amount: amountToPay(instalment), currency, receipt, orderId: order.id };
  const made = await services.provider.createOrder(request);
  await forgetRefusal(services, request);
  return transaction(services, (tx) => storeProviderOrder(tx, instalment, made));
}

/** Tells an outage from a refusal, which trying again does not change: the owner has a task then. */
async function orNotOpened<T>(
  services: Services,
  part: (NewInstalment & Pick<Instalment, 'order_id'>) | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.error('an order could not be opened at the provider', error);
    if (!error.isRefusal) throw new ApiError(502, PROVIDER_UNREACHABLE, { retryAfter: 5 });
    if (error.isOfKeys) await reportRefusedKeys(services);
    // What was asked about another checkout has no part of this one.
    if (!part) throw new ApiError(409, paymentRefused(false));
    const { db } = services.store;
    const { id: orderId, currency, paid, payment_type, total } = await getOrder(db, part.order_id);
    await recordRefusal(services, { orderId, currency, amount: amountToPay(part) }, error);
    const isWhole = paid === 0 && payment_type === 'Full' && part.amount === total;
    throw new ApiError(409, paymentRefused(isWhole && !error.isOfKeys && canSplit(total)));
  }
}

/**
 * The maximum number of unpaid instalments that one buyer may open per hour: each causes a request per
 * minute.
 */
const MAX_OPEN_CHECKOUTS = 30;

interface InstalmentsOf {
  orderId: string;
  at: string;
  /** The accepted change to which they belong, and the last number that the order has by then. */
  change?: { id: string; after: number };
}

/** Stores agreed instalments: those of a new order, of which the first is opened at once, or those of a change. */
export async function insertInstalments(
  tx: Db,
  agreed: AgreedInstalment[],
  { orderId, at, change }: InstalmentsOf,
) {
  const rows = agreed.map(({ title, amount, due, payBy }, index) => ({
    ...{ id: newId(), order_id: orderId, change_id: change?.id ?? null },
    number: (change?.after ?? 0) + index + 1,
    ...{ title, amount, due, pay_by: payBy },
    created_at: at,
    opened_at: index === 0 && !change ? at : null,
  }));
  await tx.insertInto('instalments').values(rows).execute();
  return rows;
}

/** Finds the stored id of the provider's order for an instalment; null if there is none yet. */
async function findProviderOrder(db: Db, part: NewInstalment): Promise<string | null> {
  const row = await db
    .selectFrom('instalments')
    .select('provider_order_id')
    .where('id', '=', part.id)
    .where('tax_deducted', '=', part.tax_deducted)
    .executeTakeFirst();
  return row?.provider_order_id ?? null;
}

/** Throws 409 if another tab has chosen another amount to pay since. */
async function storeProviderOrder(tx: Db, part: NewInstalment, providerOrderId: string) {
  const row = await tx
    .updateTable('instalments')
    .set((eb) => ({
      provider_order_id: eb.fn.coalesce('provider_order_id', eb.val(providerOrderId)),
    }))
    .where('id', '=', part.id)
    .where('tax_deducted', '=', part.tax_deducted)
    .returning((eb) => eb.ref('provider_order_id').$notNull().as('stored'))
    .executeTakeFirst();
  if (!row) throw new ApiError(409, DEDUCTION_CHANGED);
  return row.stored;
}

/**
 * Marks an instalment as opened before the buyer goes to the provider: from now on the reconciler checks it.
 * Returns false for an old instalment if the buyer has too many open ones.
 */
const markInstalmentOpened = (
  tx: Db,
  id: string,
  { now, since, buyerId }: { now: string; since: string; buyerId: string },
) =>
  updatesRow(
    tx
      .updateTable('instalments')
      .set({ opened_at: now })
      .where('id', '=', id)
      .where((eb) =>
        eb.or([
          eb('created_at', '>', since),
          eb('opened_at', '>', since),
          eb(countUnpaid(tx, buyerId).where('opened_at', '>', since), '<', MAX_OPEN_CHECKOUTS),
        ]),
      ),
  );

/** Whether the buyer has too many unpaid checkouts since this time. */
async function hasTooManyOpen(tx: Db, buyerId: string, since: string): Promise<boolean> {
  const { open } = await countUnpaid(tx, buyerId)
    .where('number', '=', 1)
    .where('instalment.created_at', '>', since)
    .executeTakeFirstOrThrow();
  return open >= MAX_OPEN_CHECKOUTS;
}

const countUnpaid = (db: Db, buyerId: string) =>
  db
    .selectFrom('instalments as instalment')
    .innerJoin('orders', 'orders.id', 'instalment.order_id')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('orders.buyer_id', '=', buyerId)
    .where('instalment.payment_id', 'is', null);
