import './orders.css';
import { useStore } from '@nanostores/react';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { shortId } from '../../../api/orders/rules.ts';
import { PAYMENT_SUCCESSFUL } from '../../../api/payments/rules.ts';
import { plainDate, rupees } from '../../lib/format.ts';
import { Facts } from './Facts.tsx';
import { $order, loadOrder } from './stores.ts';

/** What was just paid, as the server has it (decisions §3). */
export function OrderSuccess({ orderId }: { orderId: string }) {
  const order = useStore($order);
  useEffect(() => void loadOrder(orderId), [orderId]);

  if (order.state === 'loading') {
    return <div className="spinner spinner--page" role="status" aria-label="Loading the order" />;
  }
  if (order.state === 'failed') {
    return (
      <div className="empty" role="alert">
        <h1>{order.message}</h1>
        <a className="button" href="/orders">
          Manage Orders
        </a>
      </div>
    );
  }
  const { value } = order;
  return (
    <section className="sheet sheet--pad success">
      <CircleCheck aria-hidden="true" />
      <h1>{PAYMENT_SUCCESSFUL}</h1>
      <p className="muted">The details are on their way to you by e-mail.</p>
      <Facts
        rows={[
          ['Order ID', `#${shortId(value._id)}`],
          ['Delivery Date', value.deliveryDate ? plainDate(value.deliveryDate) : 'Pending'],
          ['Payment ID', value.paymentInfo.id ?? '—'],
          ...value.OrderItems.flatMap((item): [string, string][] => [
            [item.selectedPlan.planType, item.title],
            ...item.extraFeatures.map((extra): [string, string] => [
              `${extra.name} × ${extra.quantity}`,
              rupees(extra.price * extra.quantity),
            ]),
          ]),
          ['Total', rupees(value.paymentInfo.totalAmount)],
        ]}
      />
      <p className="row">
        <a className="button button--solid" href="/orders">
          Manage Orders
        </a>
        <a className="button" href="/">
          Return Home
        </a>
      </p>
    </section>
  );
}
