import type { Insertable } from 'kysely';
import { type Db, isStorageTrouble } from '../../../db/database.ts';
import { insertsRow, updatesRow } from '../../../db/query-results.ts';
import type { PaymentStanding } from '../../../db/schema/states.ts';
import type { Instalment, Order, Payment } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { daysLater } from '../../platform/dates.ts';
import { emit } from '../../platform/events.ts';
import { rupeeValue } from '../../platform/money/rules.ts';
import { ProviderError, type ProviderPayment } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';
import { isAccountDeleted } from '../accounts/queries.ts';
import { startClock } from '../orders/clock/clock.ts';
import { datesMoved } from '../orders/events.ts';
import { settleDates } from '../orders/order-dates.ts';
import { creditPayment, getOrder, lockOrder, markFailed } from '../orders/queries.ts';
import {
  isWhollyRefunded,
  type PaymentStatus,
  paymentStatusOf,
  reasonNothingDue,
} from '../orders/rules.ts';
import { isDoctorReceipt } from './doctor-test-order.ts';
import {
  paymentCaptured,
  paymentCapturedAfterRejection,
  paymentFailed,
  paymentOverpaid,
  paymentUnmatched,
} from './events.ts';
import {
  amountToPay,
  countAgreedInstalments,
  instalmentOfReceipt,
  isTooLate,
} from './instalment-rules.ts';
import {
  findInstalment,
  findInstalmentById,
  findPayment,
  getInstalment,
  getPayment,
  listInstalments,
} from './queries.ts';
import { syncRefunds } from './refunds.ts';

/** The action for each payment status of the provider. README.md has a diagram. */
const PROVIDER_STATUS_ACTIONS = {
  created: 'wait',
  authorized: 'capture',
  captured: 'record',
  // It was captured before: stored first, then its refunds.
  refunded: 'record',
  failed: 'record failure',
} as const;

/** The possible transitions of an order's payment status: forward only. */
const PAYMENT_TRANSITIONS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  Pending: ['Failed', 'Partially Paid', 'Paid'],
  Failed: ['Partially Paid', 'Paid'],
  'Partially Paid': ['Paid'],
  Paid: [],
};

export const isForwardTransition = (from: PaymentStatus, to: PaymentStatus): boolean =>
  from === to || PAYMENT_TRANSITIONS[from].includes(to);

/**
 * The result of settling a payment. `waiting`: the bank has not decided. `closed`: authorized but not
 * captured, because the order takes no more payments or was a test of the provider.
 */
export type Outcome = PaymentStanding | 'waiting' | 'failed' | 'closed';

/** The provider has captured a payment, but it could not be stored. */
export class PaymentNotRecordedError extends Error {}

/**
 * Settles a payment; called by the verify call, the webhook and the reconciler. `payment` must come from the
 * provider itself. Idempotent.
 */
export async function settlePayment(given: Services, payment: ProviderPayment): Promise<Outcome> {
  // Money that has arrived is recorded and told, however much its payer has done before.
  const services = { ...given, actor: undefined };
  const known = await findPayment(services.store.db, payment.id);
  if (known) {
    const isReported =
      (known.fee === null && payment.fee !== null) ||
      (known.base_amount === null && baseAmountOf(payment) !== null);
    if (isReported) await transaction(services, (tx) => setReported(tx, known, payment));
    await syncRefunds(services, payment);
    return known.status;
  }
  const action = PROVIDER_STATUS_ACTIONS[payment.status];
  if (action === 'wait') return 'waiting';
  const instalment = await findInstalmentFor(services, payment);
  if (instalment === 'test') return 'closed';
  if (action === 'record failure') return fail(services, payment, instalment);
  if (
    action === 'capture' &&
    instalment &&
    (await isClosed(services.store.db, instalment, payment))
  )
    return 'closed';
  const current =
    action === 'capture' ? await captureOrRefetch(services, payment, instalment) : payment;
  // The provider returned it before it was captured, perhaps at the moment of our capture: no money has arrived.
  if (current.status === 'refunded' && !current.captured)
    return fail(services, current, instalment);
  if (PROVIDER_STATUS_ACTIONS[current.status] !== 'record') return 'waiting';
  const outcome = await transaction(services, (tx) =>
    record(tx, services, current, instalment),
  ).catch((error: unknown) => {
    if (!isStorageTrouble(error)) throw error;
    throw new PaymentNotRecordedError('a captured payment could not be recorded yet', {
      cause: error,
    });
  });
  await syncRefunds(services, current);
  return outcome;
}

/**
 * Finds the instalment of a payment by the provider's order or, if its id was not stored or replaced, by that order's
 * receipt.
 */
export async function findInstalmentFor(
  services: Services,
  { order_id }: Pick<ProviderPayment, 'order_id'>,
): Promise<Instalment | 'test' | undefined> {
  const { db } = services.store;
  if (!order_id) return undefined;
  const instalment = await findInstalment(db, order_id);
  if (instalment) return instalment;
  try {
    const receipt = await services.provider.receiptOf(order_id);
    if (isDoctorReceipt(receipt)) return 'test';
    return receipt ? await findInstalmentById(db, instalmentOfReceipt(receipt)) : undefined;
  } catch (error) {
    if (error instanceof ProviderError && error.isRejection) return undefined;
    throw error;
  }
}

async function isClosed(
  db: Db,
  instalment: Instalment,
  payment: ProviderPayment,
): Promise<boolean> {
  const order = await getOrder(db, instalment.order_id);
  const { payment_id: settledBy, waived_at } = instalment;
  if (waived_at || (settledBy && settledBy !== payment.id)) return true;
  if (isTooLate(instalment, order, startOf(payment))) return true;
  if (isOpen(instalment) && !matchesInstalment(payment, instalment, order)) return true;
  return reasonNothingDue(order) !== null || isAccountDeleted(db, order.buyer_id);
}

// Captures a payment. If a concurrent call was faster, reads its result.
async function captureOrRefetch(
  services: Services,
  payment: ProviderPayment,
  instalment: Instalment | undefined,
): Promise<ProviderPayment> {
  // Payments that do not match, or for a paid instalment, are not captured: the provider refunds them
  // automatically.
  if (!instalment || !isOpen(instalment)) return payment;
  const order = await getOrder(services.store.db, instalment.order_id);
  if (!matchesInstalment(payment, instalment, order)) return payment;
  try {
    return await services.provider.capture(payment);
  } catch (error) {
    if (!(error instanceof ProviderError) || !error.isRejection) return payment;
    return services.provider.fetchPayment(payment.id);
  }
}

async function record(
  tx: Tx,
  services: Services,
  payment: ProviderPayment,
  found: Instalment | undefined,
): Promise<Outcome> {
  const now = iso(services.clock());
  const target = found && (await lockTarget(tx, found));
  const status = target ? await assignmentOf(tx, payment, target) : 'unmatched';
  const created = await insertPayment(tx, {
    id: payment.id,
    provider_order_id: payment.order_id ?? '',
    instalment_id: target?.instalment.id ?? null,
    order_id: target?.order.id ?? null,
    amount: payment.amount,
    currency: payment.currency,
    method: payment.method,
    status,
    captured_at: now,
    refunded: 0,
    lost: 0,
    fee: payment.fee,
    fee_tax: payment.tax,
    base_amount: baseAmountOf(payment),
  });
  const stored = await getPayment(tx, payment.id);
  if (!created) return stored.status;
  tx.onCommit(() => services.metrics?.captured.inc({ status }, rupeeValue(stored) ?? 0));
  if (!target) await emit(tx, services, paymentUnmatched, { payment });
  else if (status === 'surplus')
    await emit(tx, services, paymentOverpaid, { ...target, payment, at: now });
  else await credit(tx, services, { payment, ...target, at: now });
  return status;
}

interface Target {
  instalment: Instalment;
  order: Order;
}

/** Reads an instalment and its order under the lock: a concurrent call may have settled it. */
async function lockTarget(tx: Tx, { id, order_id }: Instalment): Promise<Target> {
  await lockOrder(tx, order_id);
  return { instalment: await getInstalment(tx, id), order: await getOrder(tx, order_id) };
}

const startOf = ({ created_at }: ProviderPayment): string => iso(new Date(created_at * 1000));

const isOpen = ({ payment_id, waived_at }: Instalment): boolean =>
  payment_id === null && waived_at === null;

/**
 * A cancelled or fully refunded order takes no more payments, and neither does one whose time to pay is over or
 * whose buyer has deleted the account. A payment for a declined order is credited, then refunded (README).
 */
async function assignmentOf(tx: Tx, payment: ProviderPayment, { instalment, order }: Target) {
  const isDue = isOpen(instalment) && matchesInstalment(payment, instalment, order);
  const takesMoney =
    !order.cancelled_at &&
    !isTooLate(instalment, order, startOf(payment)) &&
    !isWhollyRefunded(order) &&
    !(await isAccountDeleted(tx, order.buyer_id));
  return isDue && takesMoney ? 'settled' : 'surplus';
}

interface Recorded extends Target {
  payment: ProviderPayment;
  at: string;
}

/** Credits the order and writes all effects in the same transaction. */
async function credit(
  tx: Tx,
  services: Services,
  { payment, instalment, order: before, at }: Recorded,
): Promise<void> {
  if (!(await claimInstalment(tx, instalment.id, payment.id)))
    throw new Error('an instalment was settled twice');
  const isFirst = before.paid === 0 && before.status !== 'Rejected';
  const { columns, moved } = isFirst
    ? await settleDates(tx, services, before, new Date(payment.created_at * 1000))
    : { columns: {}, moved: null };
  const { tax_deducted: taxDeducted } = instalment;
  const deliverBy = daysLater(at, before.delivery_days, services.config.timeZone);
  const credited = { amount: payment.amount, taxDeducted, now: at, deliverBy, dates: columns };
  const order = await creditPayment(tx, before, credited);
  if (isFirst) await startClock(tx, services, order);
  if (!isForwardTransition(paymentStatusOf(before), paymentStatusOf(order))) {
    throw new Error(`order ${order.id} would go backwards`);
  }
  const event = order.status === 'Rejected' ? paymentCapturedAfterRejection : paymentCaptured;
  const of = countAgreedInstalments(await listInstalments(tx, order.id));
  await emit(tx, services, event, { order, instalment, of, payment, at });
  if (moved) await emit(tx, services, datesMoved, { order, dates: moved, at });
}

async function fail(
  services: Services,
  payment: ProviderPayment,
  instalment: Instalment | undefined,
): Promise<Outcome> {
  if (!instalment || instalment.payment_id) return 'failed';
  const at = iso(services.clock());
  await transaction(services, async (tx) => {
    await lockOrder(tx, instalment.order_id);
    await markFailed(tx, instalment.order_id, at);
    const order = await getOrder(tx, instalment.order_id);
    await emit(tx, services, paymentFailed, { order, payment, at });
  });
  return 'failed';
}

/** Whether amount and currency match this instalment of an order exactly. */
const matchesInstalment = (
  payment: ProviderPayment,
  instalment: Instalment,
  { currency }: Pick<Order, 'currency'>,
): boolean => payment.amount === amountToPay(instalment) && payment.currency === currency;

/** Stores a payment. Returns false if it was already stored. */
const insertPayment = (tx: Db, payment: Insertable<Payment>) =>
  insertsRow(
    tx
      .insertInto('payments')
      .values(payment)
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );

/** What the provider takes a payment in another currency for, in paise; null for rupees, or if it has not said. */
const baseAmountOf = ({ base_currency, base_amount }: ProviderPayment): number | null =>
  base_currency === 'INR' ? (base_amount ?? null) : null;

/** Adds to a stored payment what the provider reports later: its fee, and its value in rupees. */
const setReported = (tx: Db, { id, ...known }: Payment, payment: ProviderPayment) =>
  tx
    .updateTable('payments')
    .set({
      ...(known.fee === null ? { fee: payment.fee, fee_tax: payment.tax } : {}),
      base_amount: known.base_amount ?? baseAmountOf(payment),
    })
    .where('id', '=', id)
    .execute();

/** Assigns a payment to an instalment. Returns false if it has a different payment or is waived. */
const claimInstalment = (tx: Db, id: string, paymentId: string) =>
  updatesRow(
    tx
      .updateTable('instalments')
      .set({ payment_id: paymentId })
      .where('id', '=', id)
      .where('payment_id', 'is', null)
      .where('waived_at', 'is', null),
  );
