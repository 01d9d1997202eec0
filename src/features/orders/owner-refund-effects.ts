import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import { OPEN_STATUSES } from '../../../api/modules/orders/rules.ts';

type RefundedOrder = Pick<AdminOrderDto, 'orderStatus'> &
  Partial<Pick<AdminOrderDto, 'agreement' | 'deliveries'>> & {
    payments: Pick<
      AdminOrderDto['payments'][number],
      'standing' | 'amount' | 'refunded' | 'lost'
    >[];
  };

/** What a refund does besides sending money, in sentences for the owner. */
export function refundEffects(
  order: RefundedOrder,
  payment: { standing: string },
  amount: number,
): string[] {
  const always = [
    'The buyer gets an e-mail, and the order a line in its history.',
    'The fee of the payment provider is not returned to you.',
    'It cannot be undone.',
  ];
  if (payment.standing !== 'settled') {
    return [
      'The payment was not counted towards the order, so the order stays as it is.',
      ...always,
    ];
  }
  const left = order.payments
    .filter(({ standing }) => standing === 'settled')
    .reduce((sum, each) => sum + each.amount - each.refunded - each.lost, -amount);
  if (left > 0) return ['The order goes on, and its payment status stays.', ...always];
  if (!(OPEN_STATUSES as readonly string[]).includes(order.orderStatus)) {
    return [`The order stays ${order.orderStatus}.`, ...always];
  }
  const isCancelling = order.orderStatus === 'Accepted' && !order.deliveries?.length;
  const share = isCancelling ? (order.agreement?.terms.cancellation.sellerShare ?? 0) : 0;
  return [
    ...(share > 0
      ? [
          `You cancel the order this way, and owe the buyer ${share} % of what was paid on top. A buyer who wants out cancels first.`,
        ]
      : []),
    'Nothing paid is left, so the order closes as Refunded: no delivery, no revision, no further payment.',
    ...always,
  ];
}
