import './orders.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { WireUser } from '../../../api/accounts/present.ts';
import type { WireOrder } from '../../../api/orders/present.ts';
import { shortId } from '../../../api/orders/rules.ts';
import { paymentDate, plainDate, rupees } from '../../lib/format.ts';
import { OrderBadge, PaymentBadge } from './badges.tsx';
import { PageDoors } from './Doors.tsx';
import { Facts } from './Facts.tsx';
import { OrderItem } from './OrderItem.tsx';
import { $order, $paying, loadOrder, payRemaining } from './stores.ts';

interface Props {
  user: WireUser;
  orderId: string;
  /** What other features add below. */
  children?: ReactNode;
}

export function OrderPage({ user, orderId, children }: Props) {
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
          Back to your orders
        </a>
      </div>
    );
  }
  return (
    <>
      <Sheets order={order.value} user={user} />
      {children}
    </>
  );
}

function Sheets({ order, user }: { order: WireOrder; user: WireUser }) {
  const paying = useStore($paying);
  const { paymentInfo: payment } = order;
  return (
    <>
      <header className="order-head">
        <h1>
          Order <span className="mono">#{shortId(order._id)}</span>
        </h1>
        <p className="row">
          <OrderBadge status={order.orderStatus} />
          <PaymentBadge status={payment.paymentStatus} />
        </p>
        <PageDoors order={order} />
      </header>
      <div className="order-sheets">
        <section className="sheet sheet--pad">
          <h2>Order Summary</h2>
          <Facts
            rows={[
              ['Order date', plainDate(order.createdAt)],
              [
                'Estimated delivery',
                order.deliveryDate ? plainDate(order.deliveryDate) : 'Pending',
              ],
              ['Total amount', rupees(payment.totalAmount)],
              ['Revisions', `${order.usedRevisions}/${order.maxRevisions}`],
            ]}
          />
        </section>
        <section className="sheet sheet--pad">
          <h2>Payment Details</h2>
          <Facts
            rows={[
              ['Payment ID', payment.id ?? '—'],
              ['Type', payment.paymentType],
              ['Paid', rupees(payment.paidAmount)],
              ['Status', payment.paymentStatus],
              ['Paid on', payment.paidAt ? paymentDate(payment.paidAt) : '—'],
            ]}
          />
          {payment.paymentStatus === 'Partially Paid' && (
            <button
              className="button button--solid button--wide"
              type="button"
              disabled={paying !== null}
              onClick={() => void payRemaining(order, user)}
            >
              {paying ? 'Processing...' : `Pay full amount (${rupees(payment.dueAmount)})`}
            </button>
          )}
        </section>
        <section className="sheet sheet--pad order-items">
          <h2>Order Items</h2>
          {order.OrderItems.map((item) => (
            <OrderItem key={item.gigId} item={item} />
          ))}
        </section>
      </div>
    </>
  );
}
