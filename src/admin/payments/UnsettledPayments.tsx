import './payments.css';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import type { UnsettledPayment } from '../../../api/modules/payments/webhook.ts';
import { dateAndTime, exactRupees } from '../../lib/format.ts';
import { itemPath } from '../router.ts';

/** Payments that cannot be credited, with what to do about them; renders nothing while there are none. */
export function UnsettledPayments({ payments }: { payments: UnsettledPayment[] }) {
  if (payments.length === 0) return null;
  return (
    <section className="payment-problem" aria-labelledby="unsettled">
      <h2 id="unsettled">Payments that cannot be credited</h2>
      <p className="text-15">
        Razorpay has them, but this app cannot record them; it tries again every minute, and the log
        says why it fails. Have the cause mended, or refund the payment in Razorpay’s dashboard.
        Until then the order waits: nobody is reminded, and no quote lapses.
      </p>
      <ul className="row-list">
        {payments.map(({ _id, orderId, amount, since }) => (
          <li key={_id} className="row-list__row">
            <span className="row-list__main">
              <strong className="mono">{_id}</strong>
              <span className="text-13">Since {dateAndTime(since)}</span>
            </span>
            {orderId && (
              <a className="button button--small" href={itemPath('order', orderId)}>
                Order #{orderNumber(orderId)}
              </a>
            )}
            <span className="price row-list__end">{exactRupees(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
