import '../orders/orders.css';
import './payments.css';
import { useStore } from '@nanostores/react';
import { CircleCheck } from 'lucide-react';
import { shortId } from '../../../api/modules/orders/rules.ts';
import { api, read } from '../../lib/api.ts';
import { paymentDate, rupees } from '../../lib/format.ts';
import { loaded } from '../../lib/loaded.ts';
import { useLive } from '../live-updates.ts';
import { load } from '../loaded.ts';
import { pathOfOne } from '../router.ts';
import { Screen, Shown } from '../Screen.tsx';

const ask = async () => ({
  due: (await read(api.desk.payments['refunds-due'].$get())).payments,
  unmatched: (await read(api.desk.payments.unmatched.$get())).payments,
});
type Books = Awaited<ReturnType<typeof ask>>;
const $books = loaded<Books>();
const loadBooks = () => load($books, ask);

/** Money that waits for the owner's word. */
export function Payments() {
  const books = useStore($books);
  useLive(loadBooks);
  return (
    <Screen title="Payments" note="Money that is owed back, and money that belongs to no order.">
      <Shown from={books} retry={() => void loadBooks()}>
        {({ due, unmatched }) => (
          <div className="stack">
            <List title="Refunds due" none="Nothing is owed back." rows={due} />
            <List title="Without an order" none="Every payment has its order." rows={unmatched} />
          </div>
        )}
      </Shown>
    </Screen>
  );
}

const leftOf = (row: Books['due'][number]) => row.amount - row.refunded;

function List({ title, none, rows }: { title: string; none: string; rows: Books['due'] }) {
  return (
    <section className="sheet owed" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {rows.length > 0 && (
          <p className="price">{rupees(rows.reduce((sum, row) => sum + leftOf(row), 0))}</p>
        )}
      </header>
      {rows.length === 0 && (
        <p className="all-good">
          <CircleCheck aria-hidden="true" /> {none}
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
            <span className="price queue__end">{rupees(leftOf(row))}</span>
            {row.orderId ? (
              <a className="button button--small" href={pathOfOne('order', row.orderId)}>
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
