import type { User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { placeOrder } from '../orders/place-order.ts';
import { priceCart } from '../orders/price-cart.ts';
import { findCheckout } from '../orders/queries.ts';
import type { Cart } from '../orders/schema.ts';
import { createInstalments } from './create-instalments.ts';
import {
  type OpenedInstalment,
  openInstalment,
  openNewInstalment,
} from './start-instalment-checkout.ts';

/**
 * Places the order with its instalments, then opens the next unpaid one at the provider. Idempotent: the same
 * checkout again returns the same order and instalment. How an order is split into instalments:
 * `orders/agreements/instalment-split-rules.ts`; which is next: `instalment-rules.ts`.
 */
export async function startCheckout(
  services: Services,
  buyer: User,
  cart: Cart,
): Promise<OpenedInstalment> {
  const known =
    cart.checkoutId && (await findCheckout(services.store.db, buyer.id, cart.checkoutId));
  if (known && known.paid > 0) return openInstalment(services, known);
  const { order, instalment } = await place(services, buyer, cart);
  return instalment
    ? openNewInstalment(services, order, instalment)
    : openInstalment(services, order);
}

async function place(services: Services, buyer: User, cart: Cart) {
  const priced = await priceCart(services.store.db, cart);
  return transaction(services, async (tx) => {
    const { order, newInstalments } = await placeOrder(tx, services.clock, buyer, { cart, priced });
    if (newInstalments) tx.onCommit(() => services.metrics?.ordersPlaced.inc());
    return {
      order,
      instalment:
        newInstalments && (await createInstalments(tx, services.clock, order, newInstalments)),
    };
  });
}
