import type { Db } from '../../../db/database.ts';
import type { Instalment, Order } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit, type Subscriber } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { MIN_PAISE } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import type { StatusChange } from '../orders/events.ts';
import { findOrder, lockOrder } from '../orders/queries.ts';
import { instalmentMoved, instalmentWaived } from './events.ts';
import { countAgreedInstalments } from './instalment-rules.ts';
import { findInstalmentById, listInstalments } from './queries.ts';
import { DATE_PAST, INSTALMENT_CLOSED, LAST_INSTALMENT, UNKNOWN_INSTALMENT } from './texts.ts';

/** Waives an instalment: reduces the order's total, and the instalment can no longer be paid. */
export function waiveInstalment(services: Services, id: string): Promise<void> {
  const at = iso(services.clock());
  return change(services, id, async (tx) => {
    const instalment = await updateOpen(tx, id, { waived_at: at });
    if (!instalment) throw new ApiError(409, INSTALMENT_CLOSED);
    const order = await reduceTotal(tx, instalment, at);
    if (!order) throw new ApiError(409, LAST_INSTALMENT);
    const of = countAgreedInstalments(await listInstalments(tx, order.id));
    await emit(tx, services, instalmentWaived, { order, instalment, of, at });
  });
}

/** Moves an open instalment to a different date. Reminders start again. */
export function moveInstalment(services: Services, id: string, payBy: string): Promise<void> {
  const at = iso(services.clock());
  if (payBy <= at) throw new ApiError(400, DATE_PAST, { field: 'day' });
  return change(services, id, async (tx, order) => {
    const instalment = await updateOpen(tx, id, { pay_by: payBy });
    if (!instalment) throw new ApiError(409, INSTALMENT_CLOSED);
    const of = countAgreedInstalments(await listInstalments(tx, order.id));
    await emit(tx, services, instalmentMoved, { order, instalment, of, at });
  });
}

/** Runs the change after locking the order, as in every transaction that settles a payment. */
async function change(
  services: Services,
  id: string,
  work: (tx: Tx, order: Order) => Promise<void>,
): Promise<void> {
  const known = await findInstalmentById(services.store.db, id);
  if (!known) throw new ApiError(404, UNKNOWN_INSTALMENT);
  await transaction(services, async (tx) => {
    await lockOrder(tx, known.order_id);
    const order = await findOrder(tx, known.order_id);
    if (!order) throw new ApiError(404, UNKNOWN_INSTALMENT);
    await work(tx, order);
  });
}

const TRIGGERS: Partial<Record<Order['status'], Instalment['due']>> = {
  Delivered: 'delivery',
  Completed: 'completion',
};

/** Sets the due date of instalments that wait for a delivery or the completion. */
export const setDueDates: Subscriber<StatusChange> = async (tx, _, { order, at }) => {
  const due = TRIGGERS[order.status];
  if (due) await setPayByOf(tx, order.id, due, at);
};

/** Changes an open instalment. Returns undefined if it is paid or waived. */
const updateOpen = (
  tx: Db,
  id: string,
  to: Partial<Pick<Instalment, 'waived_at' | 'pay_by'>>,
): Promise<Instalment | undefined> =>
  tx
    .updateTable('instalments')
    .set(to)
    .where('id', '=', id)
    .where('payment_id', 'is', null)
    .where('waived_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/**
 * Subtracts a waived amount from the total of a paid order. Returns undefined if too little would be left.
 */
const reduceTotal = (
  tx: Db,
  { order_id, amount }: Pick<Instalment, 'order_id' | 'amount'>,
  now: string,
): Promise<Order | undefined> =>
  tx
    .updateTable('orders')
    .set((eb) => ({ total: eb('total', '-', amount), updated_at: now }))
    .where('id', '=', order_id)
    .where('paid', '>', 0)
    .where((eb) => eb(eb('total', '-', amount), '>=', eb('paid', '+', eb.ref('tax_deducted'))))
    .where((eb) => eb(eb('total', '-', amount), '>=', MIN_PAISE))
    .returningAll()
    .executeTakeFirst();

/**
 * Sets the due date of instalments that wait for a delivery or the completion. A date that the owner has set
 * is not changed.
 */
const setPayByOf = (tx: Db, orderId: string, due: Instalment['due'], now: string) =>
  tx
    .updateTable('instalments')
    .set({ pay_by: now })
    .where('order_id', '=', orderId)
    .where('due', '=', due)
    .where('pay_by', 'is', null)
    .where('payment_id', 'is', null)
    .where('waived_at', 'is', null)
    .execute();
