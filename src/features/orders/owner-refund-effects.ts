import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import { OPEN_STATUSES } from '../../../api/modules/orders/rules.ts';

type RefundedOrder = Pick<AdminOrderDto, 'orderStatus'> &
  Partial<Pick<AdminOrderDto, 'deliveries'>> & {
    payments: Pick<
      AdminOrderDto['payments'][number],
      'standing' | 'amount' | 'refunded' | 'lost'
    >[];
  };

/** Whether nothing that is paid for the order is left after a refund. */
const leavesNothing = ({ payments }: RefundedOrder, amount: number): boolean =>
  payments
    .filter(({ standing }) => standing === 'settled')
    .reduce((sum, each) => sum + each.amount - each.refunded - each.lost, -amount) <= 0;

/** Whether a refund is what cancelling an accepted order is: that is an act of its own, which says its price. */
export const cancelsOrder = (
  order: RefundedOrder,
  { standing }: { standing: string },
  amount: number,
): boolean =>
  standing === 'settled' &&
  order.orderStatus === 'Accepted' &&
  !order.deliveries?.length &&
  leavesNothing(order, amount);

/** What a refund does besides sending money, in sentences for the owner. */
export function refundEffects(
  order: RefundedOrder | null,
  payment: { standing: string },
  amount: number,
): string[] {
  const always = [
    'The buyer gets an e-mail, and the order a line in its history.',
    'The fee of the payment provider is not returned to you.',
    'It cannot be undone.',
  ];
  if (!order) return always.slice(1);
  if (payment.standing !== 'settled') {
    return [
      'The payment was not counted towards the order, so the order stays as it is.',
      ...always,
    ];
  }
  if (!leavesNothing(order, amount))
    return ['The order goes on, and its payment status stays.', ...always];
  if (!(OPEN_STATUSES as readonly string[]).includes(order.orderStatus)) {
    return [`The order stays ${order.orderStatus}.`, ...always];
  }
  return [
    'Nothing paid is left, so the order closes as Refunded: no delivery, no revision, no further payment.',
    ...always,
  ];
}
