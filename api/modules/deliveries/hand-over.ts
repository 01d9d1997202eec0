import type { Order } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit, type Subscriber } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { opensWhenPaid } from '../orders/agreements/write-agreement.ts';
import { handedOver } from '../orders/events.ts';
import { findOrder, getOrder, lockOrder } from '../orders/queries.ts';
import { UNKNOWN_ORDER } from '../orders/texts.ts';
import { findClosingInstalment } from '../payments/close-unpaid.ts';
import { wasPaidLess } from '../payments/tax-deductions.ts';

const NOTHING_TO_OPEN = 'The files of this order are open, or wait for a payment.';

/** At a delivery: whether its files stay closed. Once they were open, they are, in every later version, too. */
export async function deliverClosed(tx: Tx, { id }: Order, at: string): Promise<boolean> {
  if (!(await opensWhenPaid(tx, id))) return false;
  const order = await tx
    .updateTable('orders')
    .set((eb) => ({ previewed_at: eb.fn.coalesce('previewed_at', eb.val(at)) }))
    .where('id', '=', id)
    .returning(['id', 'previewed_at', 'files_closed'])
    .executeTakeFirstOrThrow();
  if (!order.files_closed) return false;
  if ((await findClosingInstalment(tx, order)) || (await wasPaidLess(tx, id))) return true;
  await openOnce(tx, id, at);
  return false;
}

/** Opens the files of an order. Returns whether they were closed. */
async function openOnce(tx: Tx, orderId: string, at: string): Promise<boolean> {
  const opened = await tx
    .updateTable('orders')
    .set({ files_opened_at: at })
    .where('id', '=', orderId)
    .where('files_closed', '=', 1)
    .returning('id')
    .executeTakeFirst();
  return opened !== undefined;
}

/**
 * Opens the files when the last part that kept them closed was settled, waived or moved; not where tax was deducted from
 * one, which anybody can say.
 */
export const openPaidFiles: Subscriber<{ order: Order }> = async (tx, services, { order }) => {
  if (!(await wasPaidLess(tx, order.id))) await openIfPaid(tx, services, order.id);
};

/** Opens them when the owner has stored every certificate for deducted tax. */
export const openCertifiedFiles: Subscriber<{ order: Order }> = async (tx, services, { order }) => {
  await openIfPaid(tx, services, order.id);
};

/** Opens closed files of which no part is unpaid. Returns whether it did. */
async function openIfPaid(tx: Tx, services: Services, id: string): Promise<boolean> {
  const order = await getOrder(tx, id);
  if (order.status === 'Rejected' || (await findClosingInstalment(tx, order))) return false;
  const at = iso(services.clock());
  if (!(await openOnce(tx, order.id, at))) return false;
  const { version } = await tx
    .selectFrom('deliveries')
    .select(({ fn }) => fn.max('number').as('version'))
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  await emit(tx, services, handedOver, { order, version, at });
  return true;
}

/** The owner opens files that wait for the certificate of deducted tax. */
export const openFiles = (services: Services, id: string): Promise<void> =>
  transaction(services, async (tx) => {
    await lockOrder(tx, id);
    if (!(await findOrder(tx, id))) throw new ApiError(404, UNKNOWN_ORDER);
    if (!(await openIfPaid(tx, services, id))) throw new ApiError(409, NOTHING_TO_OPEN);
  });
