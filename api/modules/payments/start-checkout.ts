import type { Order, User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { type Clock, HOUR, iso, later } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { placeOrder } from '../orders/place-order.ts';
import { priceCart } from '../orders/price-cart.ts';
import { findCheckout } from '../orders/queries.ts';
import type { Cart } from '../orders/schema.ts';
import {
  type NewInstalment,
  type OpenedInstalment,
  openInstalment,
  openNewInstalment,
  tooManyOpen,
} from './open-instalment.ts';
import { hasTooManyOpen, insertInstalments } from './queries.ts';
import { instalmentsOf } from './rules.ts';

/**
 * Places the order with its instalments, then opens the next unpaid one at the provider. The same
 * checkout again leads to the same order and the same instalment, so a repeated request places nothing.
 */
export async function startCheckout(
  services: Services,
  buyer: User,
  cart: Cart,
): Promise<OpenedInstalment> {
  const known = await findCheckout(services.store.db, buyer.id, cart.checkoutId);
  if (known && known.paid > 0) return openInstalment(services, known);
  const { order, instalment } = await place(services, buyer, cart);
  return instalment
    ? openNewInstalment(services, order, instalment)
    : openInstalment(services, order);
}

async function place(services: Services, buyer: User, cart: Cart) {
  const priced = await priceCart(services.store.db, cart);
  return transaction(services, async (tx) => {
    const { order, isNew } = await placeOrder(tx, services.clock, buyer, { cart, priced });
    return { order, instalment: isNew && (await createInstalments(tx, services.clock, order)) };
  });
}

/**
 * Returns the first, which is opened at once. Throws 429, and with it nothing was placed, where the
 * buyer has too many unpaid checkouts.
 */
async function createInstalments(tx: Tx, clock: Clock, order: Order): Promise<NewInstalment> {
  const now = clock();
  if (await hasTooManyOpen(tx, order.buyer_id, later(now, -HOUR))) throw tooManyOpen();
  const amounts = instalmentsOf(order.total, order.payment_type);
  const rows = amounts.map((amount, at) => ({
    id: newId(),
    order_id: order.id,
    number: at === 0 ? (1 as const) : (2 as const),
    amount,
    provider_order_id: null,
    payment_id: null,
    created_at: iso(now),
    checked_at: null,
    opened_at: at === 0 ? iso(now) : null,
  }));
  await insertInstalments(tx, rows);
  const [first] = rows;
  if (!first) throw new Error('an order without an instalment');
  return first;
}
