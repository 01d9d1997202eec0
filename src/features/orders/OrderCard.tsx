import type { DrawnOrder } from '../../../api/modules/order-pages/order-document.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { plainDate, price } from '../../lib/format.ts';
import { CardActions, NextAction } from './OrderActions.tsx';
import { OrderDrawing } from './OrderDrawing.tsx';
import { deliveryDay, OrderBadge, PaymentBadge } from './status-badges.tsx';

const SHOWN = 2;

interface Props {
  order: DrawnOrder;
}

/** An order as a row of cards: its items, status and actions. */
export function OrderCard({ order }: Props) {
  const { paymentInfo: payment, OrderItems: items } = order;
  const [first] = items;
  const more = items.length - SHOWN;
  return (
    <article className="order-card" aria-labelledby={order._id}>
      <img
        className="framed"
        src={first?.thumbnailImage.url}
        alt=""
        width={96}
        height={60}
        loading="lazy"
      />
      <div className="stack stack--small">
        {items.slice(0, SHOWN).map((item, at) => (
          <h3 className="clamp" key={item.gigId} id={at === 0 ? order._id : undefined}>
            {item.title} <span className="text-13 mono">{item.selectedPlan.planType}</span>
          </h3>
        ))}
        {more > 0 && <p className="text-13">+{more} more services</p>}
        <dl className="row text-13 order-card__details">
          <div>
            <dt className="visually-hidden">Order</dt>
            <dd className="mono">#{orderNumber(order._id)}</dd>
          </div>
          <div>
            <dt className="visually-hidden">Placed</dt>
            <dd>{plainDate(order.createdAt)}</dd>
          </div>
          <div>
            <dt className="visually-hidden">Total</dt>
            <dd className="price">{price(payment.totalAmount, payment.currency)}</dd>
          </div>
          <div>
            <dt className="visually-hidden">Delivery</dt>
            <dd>
              <span aria-hidden="true">Delivery </span>
              {deliveryDay(order)}
            </dd>
          </div>
        </dl>
        <p className="row">
          <OrderBadge status={order.orderStatus} />
          <PaymentBadge order={order} />
        </p>
      </div>
      {order.drawing && <OrderDrawing drawing={order.drawing} size="row" />}
      <NextAction order={order} />
      <CardActions order={order} />
    </article>
  );
}
