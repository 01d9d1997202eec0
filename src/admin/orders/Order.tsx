import '../../features/orders/orders.css';
import '../../features/orders/order-page.css';
import './orders.css';
import { useStore } from '@nanostores/react';
import { MessageSquare } from 'lucide-react';
import { useEffect } from 'react';
import type { AdminOrderDto } from '../../../api/modules/dashboard/order-dto.ts';
import { shortId } from '../../../api/modules/orders/rules.ts';
import { Button } from '../../components/Button.tsx';
import { Ledger } from '../../features/changes/Ledger.tsx';
import { LoadedContent } from '../../features/loading/LoadedContent.tsx';
import { Agreement } from '../../features/orders/Agreement.tsx';
import { DefinitionList } from '../../features/orders/DefinitionList.tsx';
import { OrderItem } from '../../features/orders/OrderItem.tsx';
import { deliveryDay, OrderBadge, PaymentBadge } from '../../features/orders/status-badges.tsx';
import { Timeline } from '../../features/orders/Timeline.tsx';
import { plainDate, rupees } from '../../lib/format.ts';
import { AdminChanges } from '../changes/AdminChanges.tsx';
import { Dispute } from '../disputes/Dispute.tsx';
import { openConversation } from '../inbox/stores.ts';
import { keepUpToDate } from '../live-updates.ts';
import { ReviewRow } from '../reviews/ReviewRow.tsx';
import { screenPath } from '../router.ts';
import { Screen } from '../Screen.tsx';
import { AdminParts } from './AdminParts.tsx';
import { Deliveries } from './Deliveries.tsx';
import { deadline } from './deadline.ts';
import { NextStep } from './NextStep.tsx';
import { OrderPayments } from './OrderPayments.tsx';
import { Revisions } from './Revisions.tsx';
import { $order, openOrder } from './stores.ts';

export function Order({ id }: { id: string }) {
  const order = useStore($order);
  useEffect(() => keepUpToDate(() => openOrder(id), id), [id]);
  return (
    <LoadedContent loaded={order} retry={() => void openOrder(id)}>
      {(value) => (
        <Screen
          title={value.OrderItems[0]?.title ?? `Order #${shortId(value._id)}`}
          back={{ path: screenPath('orders'), label: 'Orders' }}
          note={
            <span className="row">
              <span className="mono">#{shortId(value._id)}</span>
              <span>{value.buyer.name}</span>
              <OrderBadge status={value.orderStatus} />
              <PaymentBadge status={value.paymentInfo.paymentStatus} />
            </span>
          }
          actions={
            <Button icon={MessageSquare} onClick={() => openConversation(value)}>
              Conversation
              {value.unread > 0 && <span className="badge badge--blue">{value.unread} new</span>}
            </Button>
          }
        >
          <OrderDetails order={value} />
        </Screen>
      )}
    </LoadedContent>
  );
}

function OrderDetails({ order }: { order: AdminOrderDto }) {
  const { requirements, buyer, address } = order;
  const due = ['In Progress', 'Accepted'].includes(order.orderStatus) && order.deliveryDate;
  const day = deliveryDay(order);
  const left = due ? deadline(due) : day;
  return (
    <div className="order-cols">
      <div className="stack">
        {order.disputes.map((dispute) => (
          <Dispute key={dispute._id} dispute={dispute} orderId={order._id} />
        ))}
        <NextStep order={order} />
        <Deliveries deliveries={order.deliveries} />
        <Revisions order={order} />
        <AdminChanges order={order} />
        {order.review && (
          <section className="sheet sheet--pad stack" aria-labelledby="review">
            <h2 id="review">Review</h2>
            <ReviewRow review={order.review} onChanged={() => openOrder(order._id)} />
          </section>
        )}
        <section className="sheet sheet--pad stack">
          <h2>What the buyer needs</h2>
          {requirements ? (
            <>
              <p className="wrapped">{requirements.text}</p>
              <ul>
                {requirements.links.map((link) => (
                  <li key={link}>
                    <a href={link} target="_blank" rel="noreferrer noopener">
                      {link}
                    </a>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p className="muted">Not written yet.</p>
          )}
        </section>
        <section className="sheet sheet--pad stack">
          <h2>What was ordered</h2>
          {order.OrderItems.map((item) => (
            <OrderItem key={item.gigId} item={item} />
          ))}
        </section>
      </div>
      <div className="stack">
        <section className="sheet sheet--pad stack">
          <h2>Buyer</h2>
          <DefinitionList
            rows={[
              ['Name', buyer.name],
              ['E-mail', buyer.email],
              ['Phone', address['phoneNo'] ?? '—'],
              ['City', [address['city'], address['country']].filter(Boolean).join(', ')],
              ['Ordered', plainDate(order.createdAt)],
              ['Deliver by', left === day ? day : `${day}, ${left}`],
              ['Total', rupees(order.paymentInfo.totalAmount)],
              ['Revisions', `${order.usedRevisions}/${order.maxRevisions}`],
            ]}
          />
        </section>
        <section className="sheet sheet--pad stack" aria-labelledby="ledger">
          <h2 id="ledger">Ledger</h2>
          <Ledger ledger={order.ledger} />
        </section>
        <OrderPayments order={order} />
        {order.parts.length > 1 && <AdminParts order={order} />}
        <Agreement agreement={order.agreement} />
        <div className="sheet sheet--pad">
          <Timeline events={order.timeline} />
        </div>
      </div>
    </div>
  );
}
