import { AmountList } from '../../components/AmountList.tsx';
import { price } from '../../lib/format.ts';

interface Props {
  orderId: string;
  currency: string;
  paid: number;
  amountDue: number;
}

const part = (number: number, state: string, tone: string) => (
  <>
    <span>{`Milestone ${number} of 2`}</span>{' '}
    <span className={`badge badge--${tone}`}>{state}</span>
  </>
);

/** An order in two instalments: what is paid, and what can be paid on this page. */
export const MilestoneStatus = ({ orderId, currency, paid, amountDue }: Props) => (
  <section className="card card--padded stack" aria-labelledby="instalments">
    <h2 id="instalments">Your milestones</h2>
    <AmountList
      rows={[
        { name: part(1, 'Paid', 'green'), amount: price(paid, currency) },
        { name: part(2, 'Due', 'amber'), amount: price(amountDue, currency) },
      ]}
    />
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
