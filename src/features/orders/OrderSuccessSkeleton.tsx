import './order-page.css';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';
import { OrderSteps } from './OrderSteps.tsx';

export const OrderSuccessSkeleton = () => (
  <div className="order-success">
    <OrderSteps />
    <section className="card card--padded stack stack--large">
      <div className="skeleton order-success__sign" aria-hidden="true" />
      <h1 className="title-34">Your order</h1>
      <SkeletonRows
        rows={4}
        label="Loading the order"
        className="stack order-success__next"
        rowClass="skeleton--card"
      />
    </section>
  </div>
);
