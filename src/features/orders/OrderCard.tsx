import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { shortId } from '../../../api/modules/orders/rules.ts';
import { plainDate, rupees } from '../../lib/format.ts';
import { deliveryDay, OrderBadge, PaymentBadge, RefundNote } from './badges.tsx';
import { CardActions } from './OrderActions.tsx';
import { PayButton } from './PayButton.tsx';

const SHOWN = 2;

interface Props {
  order: OrderDto;
}

/** An order as a card: its items, status and actions. */
export function OrderCard({ order }: Props) {
  const { paymentInfo: payment, OrderItems: items } = order;
  const more = items.length - SHOWN;
  return (
    <article className="sheet ticket" aria-labelledby={order._id}>
      <header>
        <h2 className="mono" id={order._id}>
          #{shortId(order._id)}
        </h2>
        <time className="fine" dateTime={order.createdAt}>
          {plainDate(order.createdAt)}
        </time>
        <p className="row">
          <OrderBadge status={order.orderStatus} />
          <PaymentBadge status={payment.paymentStatus} />
          <RefundNote amount={payment.refundedAmount} />
        </p>
      </header>
      <ul className="ticket__items">
        {items.slice(0, SHOWN).map((item) => (
          <li key={item.gigId}>
            <img src={item.thumbnailImage.url} alt="" width={96} height={60} loading="lazy" />
            <p>
              {item.title}
              <span className="fine mono">{item.selectedPlan.planType}</span>
            </p>
          </li>
        ))}
        {more > 0 && <li className="fine">+{more} more services</li>}
      </ul>
      <dl className="ticket__facts">
        <div>
          <dt>Total</dt>
          <dd className="price">{rupees(payment.totalAmount)}</dd>
        </div>
        <div>
          <dt>Delivery</dt>
          <dd>{deliveryDay(order)}</dd>
        </div>
      </dl>
      <OrderActions order={order} />
    </article>
  );
}

/** The actions of an order in the list; at most one is a solid button. */
function OrderActions({ order }: Props) {
  return (
    <footer className="row ticket__actions">
      <PayButton order={order} />
      <a className="button" href={`/orders/${order._id}`}>
        View Full Details
      </a>
      <CardActions order={order} />
    </footer>
  );
}
