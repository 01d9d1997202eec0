import './orders.css';
import './order-page.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, useLayoutEffect } from 'react';
import type { BuyerOrderDto } from '../../../api/modules/buyer-pages/order-document.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { takesRequirements } from '../../../api/modules/orders/rules.ts';
import { UNKNOWN_ORDER } from '../../../api/modules/orders/texts.ts';
import { Button } from '../../components/Button.tsx';
import { useAfterFirstRender } from '../../components/use-after-first-render.ts';
import { plainDate } from '../../lib/format.ts';
import { OrderTotals } from '../order-changes/OrderTotals.tsx';
import { Agreement } from './Agreement.tsx';
import { CancelOrder } from './CancelOrder.tsx';
import { DefinitionList } from './DefinitionList.tsx';
import { Deliveries } from './Deliveries.tsx';
import { NextStep } from './NextStep.tsx';
import { OrderItem } from './OrderItem.tsx';
import { OrderMoney } from './OrderMoney.tsx';
import { OrderSkeleton } from './OrderSkeleton.tsx';
import { $order, loadOrder, loadOrdersOfPage } from './orders-store.ts';
import { PaymentDetails } from './PaymentDetails.tsx';
import { Requirements } from './Requirements.tsx';
import { deliveryDay, OrderBadge, PaymentBadge, RefundNote } from './status-badges.tsx';
import { Timeline } from './Timeline.tsx';
import { upcomingSteps } from './upcoming-steps.ts';

interface Props {
  orderId: string;
  /** Content of other features: `history` at the end, `review` and `changes` under the delivery. */
  history?: (order: BuyerOrderDto) => ReactNode;
  changes?: (order: BuyerOrderDto) => ReactNode;
  review?: (order: BuyerOrderDto) => ReactNode;
}

export function OrderPage({ orderId, history, changes, review }: Props) {
  const order = useStore($order);
  // Runs before the first paint, so that known data is shown without a flash.
  useLayoutEffect(() => void loadOrdersOfPage(orderId), [orderId]);

  if (order.state === 'loading') {
    return <OrderSkeleton />;
  }
  if (order.state === 'failed') {
    return (
      <div className="empty-state order-not-found" role="alert">
        <h1>{order.message}</h1>
        <p className="row">
          {order.message !== UNKNOWN_ORDER && (
            <Button variant="solid" onClick={() => void loadOrder(orderId)}>
              Try again
            </Button>
          )}
          <a className="button" href="/orders">
            Back to your orders
          </a>
        </p>
      </div>
    );
  }
  return (
    <Sheets
      order={order.value}
      review={review?.(order.value)}
      changes={changes?.(order.value)}
      history={history?.(order.value)}
    />
  );
}

interface SheetsProps {
  order: BuyerOrderDto;
  review: ReactNode;
  changes: ReactNode;
  history: ReactNode;
}

function Sheets({ order, ...others }: SheetsProps) {
  const hasDetails = useAfterFirstRender();
  return (
    <>
      <OrderHead order={order} />
      <NextStep order={order} />
      <div className="order-sections">
        <Timeline events={order.timeline} upcoming={upcomingSteps(order)} />
        <div className="order-sections__details">
          {hasDetails && <Details order={order} {...others} />}
        </div>
      </div>
    </>
  );
}

function Details({ order, review, changes, history }: SheetsProps) {
  const closed = !takesRequirements(order);
  return (
    <>
      <Deliveries order={order} />
      {review}
      {order.changes.length > 0 && changes}
      {order.paymentInfo.paidAmount > 0 && (
        // A new key when the order closes refetches what was written on another device.
        <Requirements
          key={String(closed)}
          order={order}
          closed={closed}
          isNext={order.next.step === 'sendRequirements'}
        />
      )}
      <OrderSummary order={order} />
      {order.changes.length === 0 && changes}
      <PaymentDetails order={order} />
      {order.paymentInfo.paidAmount > 0 && <OrderMoney order={order} />}
      <Agreement agreement={order.agreement} />
      <section className="card card--padded" aria-labelledby="items">
        <h2 id="items">Order Items</h2>
        {order.OrderItems.map((item) => (
          <OrderItem key={item.gigId} item={item} />
        ))}
      </section>
      {order.cancellation && <CancelOrder orderId={order._id} cancellation={order.cancellation} />}
      {history}
    </>
  );
}

function OrderHead({ order }: { order: BuyerOrderDto }) {
  const [item] = order.OrderItems;
  return (
    <header className="order-head">
      <p className="eyebrow">
        <a href="/orders">Your orders</a>
      </p>
      <h1>
        {item?.title} <span className="muted">{item?.selectedPlan.planType}</span>
      </h1>
      <p className="row">
        <span className="mono muted">#{orderNumber(order._id)}</span>
        <OrderBadge status={order.orderStatus} />
        <PaymentBadge order={order} />
        <RefundNote amount={order.paymentInfo.refundedAmount} />
      </p>
    </header>
  );
}

const OrderSummary = ({ order }: { order: BuyerOrderDto }) => (
  <section className="card card--padded" aria-labelledby="summary">
    <h2 id="summary">Order Summary</h2>
    <DefinitionList
      rows={[
        ['Order date', plainDate(order.createdAt)],
        ['Estimated delivery', deliveryDay(order)],
        ['Revisions', `${order.usedRevisions}/${order.maxRevisions}`],
      ]}
    />
    <OrderTotals totals={order.ledger} />
  </section>
);
