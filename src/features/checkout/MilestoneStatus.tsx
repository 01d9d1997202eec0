import '../orders/order-page.css';
import { rupees } from '../../lib/format.ts';

interface Props {
  orderId: string;
  /** Rupees. */
  paid: number;
  amountDue: number;
}

/** An order in two instalments: what is paid, and what can be paid on this page. */
export const MilestoneStatus = ({ orderId, paid, amountDue }: Props) => (
  <section className="card card--padded stack" aria-labelledby="instalments">
    <h2 id="instalments">Your milestones</h2>
    <ol className="instalment-list">
      <li>
        <span>Milestone 1 of 2</span>
        <span className="badge badge--green">Paid</span>
        <span className="price">{rupees(paid)}</span>
      </li>
      <li>
        <span>Milestone 2 of 2</span>
        <span className="badge badge--amber">Due</span>
        <span className="price">{rupees(amountDue)}</span>
      </li>
    </ol>
    <p className="muted text-15">
      You can tell us what you need now, and pay the rest here or on the page of the order at any
      time.
    </p>
    <p className="row">
      <a className="button" href={`/orders/${orderId}#requirements`}>
        Submit Requirements
      </a>
      <a className="button" href={`/orders/${orderId}`}>
        See the order
      </a>
    </p>
  </section>
);
