import './orders.css';
import './order-page.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { isOpen, isToBeDelivered, takesRequirements } from '../../../api/modules/orders/rules.ts';
import { UNKNOWN_ORDER } from '../../../api/modules/orders/texts.ts';
import { useAfterFirstRender } from '../../components/after-next-paint.ts';
import { DefinitionList } from '../../components/DefinitionList.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { plainDate, price, timeAgo } from '../../lib/format.ts';
import { Deliveries } from '../deliveries/Deliveries.tsx';
import { markOrderRead } from '../notifications/notifications-store.ts';
import { Agreement } from './Agreement.tsx';
import { CancelOrder } from './CancelOrder.tsx';
import { Folded } from './Folded.tsx';
import { NextStep } from './NextStep.tsx';
import { ChatButton } from './OrderActions.tsx';
import { OrderDrawing } from './OrderDrawing.tsx';
import { OrderItem } from './OrderItem.tsx';
import { OrderSkeleton } from './OrderSkeleton.tsx';
import { $order, loadOrder, loadOrdersOfPage } from './orders-store.ts';
import { TitleBlock } from './PayDue.tsx';
import { Payments } from './Payments.tsx';
import { Requirements } from './Requirements.tsx';
import { deliveryDay, OrderBadge, PaymentBadge, pauseRows } from './status-badges.tsx';
import { Timeline } from './Timeline.tsx';

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
  useEffect(() => markOrderRead(orderId), [orderId]);

  if (order.state === 'loading') {
    return <OrderSkeleton />;
  }
  if (order.state === 'failed') {
    const isUnknown = order.message === UNKNOWN_ORDER;
    return (
      <EmptyState
        alert
        level={1}
        title={order.message}
        retry={isUnknown ? undefined : () => loadOrder(orderId)}
      >
        <a className="button" href="/orders">
          Back to your orders
        </a>
      </EmptyState>
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

/** What is next, the delivery, the conversation, what was agreed, the payments; everything else is folded. */
function Sheets({ order, review, changes, history }: SheetsProps) {
  const hasDetails = useAfterFirstRender();
  // Mails and notifications open the part of the page that they are about.
  useEffect(() => {
    if (hasDetails) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [hasDetails]);
  const isAsked = order.next.step === 'answerProposal' && order.next.turn === 'buyer';
  // What is paid for on the plate stays in its place when it opens.
  const isPlateFirst = order.agreement.terms.opensWhenPaid && order.orderStatus === 'Delivered';
  const delivered = (
    <Deliveries
      of={{ side: 'buyer', orderId: order._id }}
      counterpart={order.seller.split(' ')[0] ?? order.seller}
      takesPins={isOpen(order.orderStatus)}
      deliveries={order.deliveries}
      address="/api/v1/gig/delivery"
      isClosed={order.isClosed}
      titleBlock={<TitleBlock order={order} />}
    />
  );
  // While the work is under way it stands where deliveries come later, so that no column is empty.
  const isUnderWay = order.deliveries.length === 0 && order.next.step !== 'sendRequirements';
  const agreed = <Agreed order={order}>{!isAsked && changes}</Agreed>;
  return (
    <>
      <OrderHead order={order} />
      <div className="order-parts">
        <div className="order-parts__main stack stack--large">
          {isPlateFirst && delivered}
          <NextStep order={order}>{isAsked && changes}</NextStep>
          {hasDetails && (
            <>
              {!isPlateFirst && delivered}
              {review}
              <LastMessage order={order} />
              {isUnderWay && agreed}
            </>
          )}
        </div>
        {hasDetails && (
          <div className="order-parts__side stack stack--large">
            {!isUnderWay && agreed}
            <Payments order={order} />
            <Folded title="Timeline">
              <Timeline events={order.timeline} ahead={order.drawing?.ahead} />
            </Folded>
            <Folded title="Revision History">{history}</Folded>
            <CancelOrder orderId={order._id} cancellation={order.cancellation} />
          </div>
        )}
      </div>
    </>
  );
}

function OrderHead({ order }: { order: BuyerOrderDto }) {
  const [item] = order.OrderItems;
  return (
    <header className="order-head stack stack--medium">
      <p className="eyebrow">
        <a className="no-print" href="/orders">
          Your orders
        </a>
      </p>
      <h1 className="title-34">
        {item?.title} <span className="muted">{item?.selectedPlan.planType}</span>
      </h1>
      <div className="row">
        <span className="mono muted">{`#${orderNumber(order._id)}`}</span>
        <OrderBadge status={order.orderStatus} />
        {order.balance > 0 && order.orderStatus !== 'Cancelled' && <PaymentBadge order={order} />}
      </div>
      {order.drawing && <OrderDrawing drawing={order.drawing} />}
    </header>
  );
}

/** What was ordered, what the buyer needs, and the agreement itself. */
function Agreed({ order, children }: { order: BuyerOrderDto; children: ReactNode }) {
  const isClosed = !takesRequirements(order);
  const isNext = order.next.actions[0] === 'sendRequirements';
  const rows: [string, ReactNode][] = [
    ['Order date', plainDate(order.createdAt)],
    ...(isToBeDelivered(order)
      ? [['Estimated delivery', deliveryDay(order)] as [string, string]]
      : []),
    ['Total amount', price(order.paymentInfo.totalAmount, order.paymentInfo.currency)],
    ['Revisions', `${order.usedRevisions}/${order.maxRevisions}`],
    ...pauseRows(order),
  ];
  return (
    <section className="card card--padded stack" aria-labelledby="summary">
      <h2 id="summary">Order Summary</h2>
      <DefinitionList rows={rows} />
      <Folded title="Order Items" plain>
        {order.OrderItems.map((item) => (
          <OrderItem key={item.gigId} item={item} currency={order.paymentInfo.currency} />
        ))}
      </Folded>
      {order.paymentInfo.paidAmount > 0 && !isNext && (order.requirements || !isClosed) && (
        <Folded
          title={order.requirements ? 'Your requirements' : 'Submit Requirements'}
          anchor="requirements"
          plain
        >
          <Requirements key={String(isClosed)} order={order} closed={isClosed} isNext={false} />
        </Folded>
      )}
      <Agreement agreement={order.agreement} />
      {children}
    </section>
  );
}

/** The seller's newest words, and one tap to the conversation. */
function LastMessage({ order }: { order: BuyerOrderDto }) {
  const { conversation: last } = order;
  const name = order.seller.split(' ')[0];
  return (
    <section
      className="card card--padded stack last-message no-print"
      aria-labelledby="conversation"
    >
      <h2 className="row" id="conversation">
        Conversation
        {last && last.unread > 0 && (
          <span className="badge badge--blue">{`${last.unread} new`}</span>
        )}
      </h2>
      {last ? (
        <blockquote className="stack stack--small last-message__text">
          <p className="text-13">{`${name}, ${timeAgo(last.at)}`}</p>
          <p dir="auto">{last.text}</p>
        </blockquote>
      ) : (
        <p className="muted text-15">{`Ask ${name} anything about the order.`}</p>
      )}
      <p className="row">
        <ChatButton order={order} />
      </p>
    </section>
  );
}
