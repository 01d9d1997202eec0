import { transaction } from '../../../db/transaction.ts';
import { iso, MINUTE } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import type { Services } from '../../platform/services.ts';
import { lockOrder } from '../orders/queries.ts';
import { findUnsettledOrders } from '../payments/webhook.ts';
import { quoteExpiredUnpaid } from './events.ts';
import { closeInstalments, expireSent, expireUnpaid, listUnpaid } from './queries.ts';
import { requireConversation } from './send-quote.ts';

/** A buyer who has not paid in time soon reads so, and that nothing was charged. */
export const EXPIRE_EVERY = 5 * MINUTE;

/**
 * Ends quotes that were not accepted in time, and accepted ones that were not paid in time. All payments until
 * `askedAt` are known.
 */
export async function expireQuotes(services: Services, askedAt = services.clock()): Promise<void> {
  const at = iso(services.clock());
  await transaction(services, (tx) => expireSent(tx, at));
  const paidOrders = await findUnsettledOrders(services.store.db);
  for (const { id, order_id } of await listUnpaid(services.store.db, iso(askedAt))) {
    if (paidOrders.has(order_id)) continue;
    await transaction(services, async (tx) => {
      // The same lock as for a payment: whichever comes first decides.
      await lockOrder(tx, order_id);
      const quote = await expireUnpaid(tx, id, at);
      if (!quote) return;
      await closeInstalments(tx, order_id, at);
      const conversation = await requireConversation(tx, quote.conversation_id);
      await emit(tx, services, quoteExpiredUnpaid, { quote, conversation, at });
    });
  }
}
