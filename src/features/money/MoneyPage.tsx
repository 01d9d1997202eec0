import './money.css';
import { useStore } from '@nanostores/react';
import { Wallet } from 'lucide-react';
import { useEffect } from 'react';
import type { MoneyPageDto } from '../../../api/modules/buyer-pages/money-page.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { exactRupees } from '../../lib/format.ts';
import { OrderBadge } from '../orders/status-badges.tsx';
import { LoadedContent } from '../request-feedback/LoadedContent.tsx';
import { Balance, MoneyLines } from './MoneyLines.tsx';
import {
  $checkingOrderId,
  $loadingMore,
  $money,
  checkOrderAtProvider,
  followMoney,
  loadMoney,
  loadMore,
} from './money-store.ts';

/** All money of a buyer on one page: paid, refunded, and held by the seller. */
export function MoneyPage() {
  const money = useStore($money);
  useEffect(followMoney, []);
  return (
    <>
      <header className="page-head">
        <h1>Where is my money</h1>
        <p className="muted">
          Every part, payment, refund and question of a bank, with its document and when Razorpay
          said so.
        </p>
      </header>
      <LoadedContent loaded={money} retry={loadMoney}>
        {(value) => (value.orders.length === 0 ? <Nothing /> : <Orders money={value} />)}
      </LoadedContent>
    </>
  );
}

const Nothing = () => (
  <EmptyState icon={Wallet} title="Nothing paid yet">
    <p>What you pay for an order, and what comes back, is listed here to the paisa.</p>
    <a className="button button--solid" href="/my-gig">
      See the services
    </a>
  </EmptyState>
);

function Orders({ money }: { money: MoneyPageDto }) {
  const checking = useStore($checkingOrderId);
  const loading = useStore($loadingMore);
  return (
    <div className="stack money-page">
      <Totals totals={money.totals} />
      {money.orders.map((order) => (
        <section
          className="card card--padded stack"
          key={order._id}
          aria-label={`${order.title}, #${orderNumber(order._id)}`}
        >
          <header className="row">
            <h2>
              <a href={`/orders/${order._id}`}>{order.title}</a>
            </h2>
            <span className="mono muted">#{orderNumber(order._id)}</span>
            <OrderBadge status={order.status} />
          </header>
          <MoneyLines
            money={order}
            orderId={order._id}
            busy={checking === order._id}
            check={() => void checkOrderAtProvider(order._id)}
          />
        </section>
      ))}
      {money.next && (
        <Button disabled={loading} onClick={() => void loadMore()}>
          {loading ? 'Loading…' : 'Show earlier orders'}
        </Button>
      )}
    </div>
  );
}

/** The sums over all orders, also those that are not on the page. */
function Totals({ totals }: { totals: MoneyPageDto['totals'] }) {
  const { paid, refunded, lost, excess } = totals;
  const lines: [name: string, amount: number][] = [
    ['Paid for orders', paid],
    ['Refunded', 0 - refunded],
    ...(lost > 0 ? [['Returned by your bank', -lost] as [string, number]] : []),
    ...(excess > 0 ? [['Paid beyond what was due', excess] as [string, number]] : []),
  ];
  return (
    <section className="card card--padded" aria-label="All orders">
      <ul className="money">
        {lines.map(([name, amount]) => (
          <li key={name}>
            <span>{name}</span>
            <span className="price">{exactRupees(amount)}</span>
          </li>
        ))}
        <Balance {...totals} />
      </ul>
    </section>
  );
}
