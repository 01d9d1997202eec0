import { useStore } from '@nanostores/react';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { BuyerOrderDto } from '../../../api/modules/buyer-pages/order-document.ts';
import type { MoneyDto } from '../../../api/modules/buyer-pages/order-money.ts';
import { api, readJson } from '../../lib/api.ts';
import { asyncStore, fetchInto } from '../../lib/async-store.ts';
import { MoneyLines } from '../money/MoneyLines.tsx';
import { LoadedContent } from '../request-feedback/LoadedContent.tsx';

const $money = asyncStore<MoneyDto>();

const loadMoney = (orderId: string): Promise<boolean> =>
  fetchInto(
    $money,
    async () =>
      (await readJson(api.gig.order[':orderId'].money.$get({ param: { orderId } }))).money,
  );

/** Every part, payment, refund and dispute, adding up to the amount that the seller holds. */
export function OrderMoney({ order }: { order: BuyerOrderDto }) {
  const money = useStore($money);
  const [isOpen, setOpen] = useState(false);
  // The data is fetched again after every change of the order.
  useEffect(() => {
    if (isOpen) void loadMoney(order._id);
  }, [isOpen, order]);
  return (
    <details className="card collapsible" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>Where is my money</h2>
        <ChevronDown className="collapsible__icon" aria-hidden="true" />
      </summary>
      {isOpen && (
        <LoadedContent loaded={money} retry={() => loadMoney(order._id)} failedTitle={null}>
          {(value) => (
            <div className="stack">
              <MoneyLines money={value} orderId={order._id} />
              <a href="/money">All orders, and asking Razorpay now</a>
            </div>
          )}
        </LoadedContent>
      )}
    </details>
  );
}
