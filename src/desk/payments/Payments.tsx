import '../orders/orders.css';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { shortId } from '../../../api/orders/rules.ts';
import { api, read } from '../../lib/api.ts';
import { paymentDate, rupees } from '../../lib/format.ts';
import { load, loaded } from '../loaded.ts';
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
  useEffect(() => void loadBooks(), []);
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

function List({ title, none, rows }: { title: string; none: string; rows: Books['due'] }) {
  return (
    <section className="sheet sheet--pad stack" aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 && <p className="muted">{none}</p>}
      <ul className="queue">
        {rows.map((row) => (
          <li key={row._id} className="queue__line">
            <span className="queue__main">
              <strong>{row.buyer ?? row._id}</strong>
              <span className="fine">
                {row.method}, {paymentDate(row.capturedAt)}
              </span>
            </span>
            <span className="price">{rupees(row.amount - row.refunded)}</span>
            {row.orderId && (
              <a className="button button--small" href={pathOfOne('order', row.orderId)}>
                Order #{shortId(row.orderId)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
