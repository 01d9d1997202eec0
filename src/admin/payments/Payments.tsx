import '../orders/orders.css';
import './payments.css';
import { useStore } from '@nanostores/react';
import { CircleCheck } from 'lucide-react';
import { shortId } from '../../../api/modules/orders/rules.ts';
import { LoadedContent } from '../../features/loading/LoadedContent.tsx';
import { read } from '../../lib/api.ts';
import { paymentDate, rupees } from '../../lib/format.ts';
import { loaded } from '../../lib/loaded.ts';
import { useLiveUpdates } from '../live-updates.ts';
import { adminApi, load } from '../requests.ts';
import { itemPath } from '../router.ts';
import { Screen } from '../Screen.tsx';

const fetchPayments = async () => ({
  refundsDue: (await read(adminApi.payments['refunds-due'].$get())).payments,
  unmatched: (await read(adminApi.payments.unmatched.$get())).payments,
});
type OpenPayments = Awaited<ReturnType<typeof fetchPayments>>;
const $payments = loaded<OpenPayments>();
const loadPayments = () => load($payments, fetchPayments);

/** Captured money that the owner has to refund or to assign. */
export function Payments() {
  const payments = useStore($payments);
  useLiveUpdates(loadPayments);
  return (
    <Screen title="Payments" note="Money that is owed back, and money that belongs to no order.">
      <LoadedContent loaded={payments} retry={loadPayments}>
        {({ refundsDue, unmatched }) => (
          <div className="stack">
            <PaymentList title="Refunds due" empty="Nothing is owed back." rows={refundsDue} />
            <PaymentList
              title="Without an order"
              empty="Every payment has its order."
              rows={unmatched}
            />
          </div>
        )}
      </LoadedContent>
    </Screen>
  );
}

const refundableAmount = (row: OpenPayments['refundsDue'][number]) => row.amount - row.refunded;

function PaymentList({
  title,
  empty,
  rows,
}: {
  title: string;
  empty: string;
  rows: OpenPayments['refundsDue'];
}) {
  return (
    <section className="sheet owed" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {rows.length > 0 && (
          <p className="price">
            {rupees(rows.reduce((sum, row) => sum + refundableAmount(row), 0))}
          </p>
        )}
      </header>
      {rows.length === 0 && (
        <p className="all-good">
          <CircleCheck aria-hidden="true" /> {empty}
        </p>
      )}
      <ul className="queue queue--cols" hidden={rows.length === 0}>
        {rows.map((row) => (
          <li key={row._id} className="queue__line">
            <span className="tag">{row.method}</span>
            <span className="queue__main">
              <strong>{row.buyer ?? 'Unknown buyer'}</strong>
              <span className="fine">
                {paymentDate(row.capturedAt)} · <span className="mono">{row._id}</span>
              </span>
            </span>
            <span className="price queue__end">{rupees(refundableAmount(row))}</span>
            {row.orderId ? (
              <a className="button button--small" href={itemPath('order', row.orderId)}>
                Order #{shortId(row.orderId)}
              </a>
            ) : (
              <span />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
