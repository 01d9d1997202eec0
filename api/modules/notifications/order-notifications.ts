import type { Tx } from '../../../db/transaction.ts';
import { formatPaise } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import type { StatusChange } from '../orders/events.ts';
import { type OrderStatus, shortId } from '../orders/rules.ts';
import type { CapturedPayment } from '../payments/events.ts';
import { createNotification } from './notify.ts';

/** Money has arrived: a notification for the buyer and for the owner. The receipt is a mail of its own. */
export async function notifyPayment(
  tx: Tx,
  services: Services,
  { order, instalment }: CapturedPayment,
): Promise<void> {
  const name = `#${shortId(order.id)}`;
  const amount = formatPaise(instalment.amount);
  await createNotification(tx, services, {
    to: order.buyer_id,
    type: 'payment',
    message: `Your payment of ${amount} for order ${name} has arrived.`,
    orderId: order.id,
  });
  const first = instalment.number === 1;
  await createNotification(tx, services, {
    to: 'owner',
    type: first ? 'order' : 'payment',
    message: first
      ? `New order ${name} from ${order.buyer_name}: ${amount} paid.`
      : `The rest of order ${name} is paid: ${amount}.`,
    orderId: order.id,
    mail: {
      dedupeKey: `owner:payment:${order.id}:${instalment.number}`,
      subject: first ? `New order ${name}` : `Order ${name} is paid`,
      heading: first ? 'A new order' : 'Payment received',
    },
  });
}

const WORDS: Record<OrderStatus, string> = {
  'In Progress': 'is in progress',
  Accepted: 'is accepted: the work goes on',
  Rejected: 'cannot be done and is rejected',
  Delivered: 'is delivered',
  Completed: 'is completed',
};

/** An order has another status: notification and mail for its buyer; of their own step only the mail, as a record. */
export async function notifyOrderStatus(tx: Tx, services: Services, { order, by }: StatusChange) {
  const name = `#${shortId(order.id)}`;
  await createNotification(tx, services, {
    to: order.buyer_id,
    type: 'order',
    live: 'update_order_status',
    mailOnly: by === 'buyer',
    message: `Your order ${name} ${WORDS[order.status]}.`,
    orderId: order.id,
    mail: {
      dedupeKey: `status:${order.id}:${order.status}:${order.updated_at}`,
      subject: `Order ${name}: ${order.status}`,
      heading: `Your order ${WORDS[order.status]}`,
    },
  });
}
