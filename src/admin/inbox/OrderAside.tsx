import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { DefinitionList } from '../../components/DefinitionList.tsx';
import { deliveryDay, OrderBadge, PaymentBadge } from '../../features/orders/status-badges.tsx';
import { price } from '../../lib/format.ts';
import { itemPath } from '../router.ts';

/** The order or question of the conversation, shown beside it. */
export function OrderAside({ order }: { order: OrderDto }) {
  const [item] = order.OrderItems;
  const { totalAmount, paidAmount, taxDeducted, currency } = order.paymentInfo;
  return (
    <aside className="card card--padded stack inbox__order" aria-label="The order">
      <h2>{item?.title}</h2>
      <p className="row">
        <OrderBadge status={order.orderStatus} />
        <PaymentBadge order={order} />
      </p>
      <DefinitionList
        rows={[
          ['Package', item?.selectedPlan.planType ?? '—'],
          ['Deliver by', deliveryDay(order)],
          ['Total', price(totalAmount, currency)],
          [
            'Paid',
            `${price(paidAmount, currency)}${taxDeducted > 0 ? ` + ${price(taxDeducted, currency)} deducted` : ''}`,
          ],
          ['Revisions', `${order.usedRevisions} of ${order.maxRevisions}`],
        ]}
      />
      <a className="button" href={itemPath('order', order._id)}>
        Open the order
      </a>
    </aside>
  );
}
