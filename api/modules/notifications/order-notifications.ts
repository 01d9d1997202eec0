import type { Order } from '../../../db/schema.ts';
import { DAY, later } from '../../platform/clock.ts';
import { longDate } from '../../platform/dates.ts';
import type { Subscriber } from '../../platform/events.ts';
import { formatPaise } from '../../platform/money/rules.ts';
import { DAYS_TO_ANSWER } from '../orders/deliveries/limits.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import type { StatusChange } from '../orders/events.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import type { OrderStatus } from '../orders/rules.ts';
import type { Cancellation, CapturedPayment } from '../payments/events.ts';
import { instalmentName } from '../payments/instalment-rules.ts';
import { createNotification, notify } from './notify.ts';

/** Notifies buyer and owner of a payment. The receipt is a separate e-mail. */
export const notifyPayment: Subscriber<CapturedPayment> = async (
  tx,
  services,
  { order, instalment, of },
) => {
  const name = `#${orderNumber(order.id)}`;
  const amount = formatPaise(instalment.amount);
  await createNotification(tx, services, {
    to: order.buyer_id,
    type: 'payment',
    message: `Your payment of ${amount} for order ${name} has arrived.`,
    orderId: order.id,
  });
  const first = instalment.number === 1;
  const isWhole = order.paid >= order.total;
  const title = instalmentName({ ...instalment, of });
  const rest = isWhole ? `The rest of order ${name}` : `${title} of order ${name}`;
  await createNotification(tx, services, {
    to: 'owner',
    type: first ? 'order' : 'payment',
    message: first
      ? `New order ${name} from ${order.buyer_name}: ${amount} paid.`
      : `${rest} is paid: ${amount}.`,
    orderId: order.id,
    mail: {
      dedupeKey: `owner:payment:${order.id}:${instalment.number}`,
      subject: first
        ? `New order ${name}`
        : `${isWhole ? 'Order' : `${title} of order`} ${name} is paid`,
      heading: first ? 'A new order' : 'Payment received',
    },
  });
};

const WORDS: Record<OrderStatus | 'Cancelled', string> = {
  'In Progress': 'is in progress',
  Accepted: 'is accepted: the work goes on',
  Rejected: 'cannot be done and is rejected',
  Delivered: 'is delivered',
  Completed: 'is completed',
  Cancelled: 'is cancelled',
};

/** What the order is, and the dates that its new status brings. */
function detailsOf(
  order: Order,
  status: OrderStatus | 'Cancelled',
  dateOf: (iso: string) => string,
  at: string,
): [string, string][] {
  const [item] = JSON.parse(order.items) as OrderItemDto[];
  const plan = item?.selectedPlan.planType;
  const details: [string, string][] = [
    ['Service', `${item?.title ?? ''}${plan ? ` (${plan})` : ''}`],
  ];
  if (status === 'Accepted' && order.delivery_date)
    details.push(['Delivery', dateOf(order.delivery_date)]);
  if (status === 'Delivered')
    details.push(
      ['Delivered', dateOf(at)],
      ['Counts as accepted', dateOf(later(new Date(at), DAYS_TO_ANSWER * DAY))],
    );
  return details;
}

/**
 * Notifies the buyer of a new order status. For the buyer's own action only the e-mail is sent, as a record.
 */
export const notifyOrderStatus = notify(({ order, by, at }: StatusChange, { config }) => {
  const name = `#${orderNumber(order.id)}`;
  const status = order.cancelled_at ? 'Cancelled' : order.status;
  return {
    to: order.buyer_id,
    type: 'order',
    live: 'update_order_status',
    mailOnly: by === 'buyer',
    message: `Your order ${name} ${WORDS[status]}.`,
    orderId: order.id,
    mail: {
      dedupeKey: `status:${order.id}:${order.status}:${order.updated_at}`,
      subject: `Order ${name}: ${status}`,
      heading: `Your order ${WORDS[status]}`,
      details: detailsOf(order, status, (date) => longDate(date, config.timeZone), at),
    },
  };
});

/** Notifies the owner that the buyer has cancelled; the owner need not act. */
export const notifyOrderCancelled = notify(({ order, refundAmount }: Cancellation) => {
  const name = `#${orderNumber(order.id)}`;
  const refund = refundAmount > 0 ? ` ${formatPaise(refundAmount)} is refunded by itself.` : '';
  return {
    to: 'owner',
    type: 'order',
    message: `${order.buyer_name} has cancelled order ${name}.${refund}`,
    orderId: order.id,
    mail: {
      dedupeKey: `owner:cancelled:${order.id}`,
      subject: `Order ${name} is cancelled`,
      heading: 'An order is cancelled',
    },
  };
});
