import './orders.css';
import './order-page.css';
import { useStore } from '@nanostores/react';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { ORDER_STATUSES, shortId } from '../../../api/modules/orders/rules.ts';
import { FIRST_MILESTONE_PAID, PAYMENT_SUCCESSFUL } from '../../../api/modules/payments/rules.ts';
import type { OrderDetailsDto } from '../../../api/modules/reviews/order-details.ts';
import { Steps } from '../../components/Steps.tsx';
import { plainDate, rupees } from '../../lib/format.ts';
import { showConfetti } from './confetti.ts';
import { DefinitionList } from './DefinitionList.tsx';
import { $order, loadOrder } from './stores.ts';

/** The order that was just paid, as stored on the server: the address alone proves no payment. */
export function OrderSuccess({ orderId }: { orderId: string }) {
  const order = useStore($order);
  useEffect(() => {
    if (orderId) void loadOrder(orderId);
  }, [orderId]);

  if (!orderId) {
    return (
      <div className="empty order-missing">
        <h1>No order to show</h1>
        <p>Your orders and their payments are all in one list.</p>
        <OtherPages />
      </div>
    );
  }

  if (order.state === 'loading') {
    return <div className="spinner spinner--page" role="status" aria-label="Loading the order" />;
  }
  if (order.state === 'failed' || order.value.paymentInfo.paidAmount === 0) {
    return (
      <div className="empty order-missing" role="alert">
        <h1>{order.state === 'failed' ? order.message : 'This order is not paid yet.'}</h1>
        <OtherPages />
      </div>
    );
  }
  return <Success order={order.value} />;
}

function Success({ order }: { order: OrderDetailsDto }) {
  const { paymentInfo: payment } = order;
  // Confetti is decoration, so a failed load is ignored.
  useEffect(() => void showConfetti().catch(() => {}), []);
  return (
    <div className="success">
      <Steps label="Steps of the order" steps={ORDER_STATUSES} active={ORDER_STATUSES.length} />
      <section className="sheet sheet--pad">
        <CircleCheck aria-hidden="true" />
        <h1>{PAYMENT_SUCCESSFUL}</h1>
        {payment.dueAmount > 0 && <p>{FIRST_MILESTONE_PAID}</p>}
        <p className="muted">The details are on their way to you by e-mail.</p>
        <DefinitionList
          rows={[
            ['Order ID', `#${shortId(order._id)}`],
            ['Delivery Date', order.deliveryDate ? plainDate(order.deliveryDate) : 'Pending'],
            ['Payment ID', payment.id ?? '—'],
            ...order.OrderItems.flatMap((item): [string, string][] => [
              [`${item.title}, ${item.selectedPlan.planType}`, rupees(item.selectedPlan.price)],
              ...item.extraFeatures.map((extra): [string, string] => [
                `${extra.name} × ${extra.quantity}`,
                rupees(extra.price * extra.quantity),
              ]),
            ]),
            ['Total', rupees(payment.totalAmount)],
            ...(payment.dueAmount > 0
              ? ([
                  ['Paid', rupees(payment.paidAmount)],
                  ['Still to pay', rupees(payment.dueAmount)],
                ] satisfies [string, string][])
              : []),
          ]}
        />
        <a className="button button--solid button--wide" href={`/orders/${order._id}#requirements`}>
          Submit Requirements
        </a>
        <OtherPages />
      </section>
    </div>
  );
}

const OtherPages = () => (
  <p className="row">
    <a className="button" href="/orders">
      Manage Orders
    </a>
    <a className="button" href="/">
      Return Home
    </a>
  </p>
);
