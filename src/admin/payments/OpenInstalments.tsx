import { shortId } from '../../../api/modules/orders/rules.ts';
import { partNote } from '../../features/orders/Parts.tsx';
import { rupees } from '../../lib/format.ts';
import { itemPath } from '../router.ts';
import type { OpenPayments } from './stores.ts';

/** What buyers still have to pay, across orders; nothing where all is paid. */
export function OpenInstalments({ list }: { list: OpenPayments['instalments'] }) {
  if (list.length === 0) return null;
  const sum = list.reduce((total, { amount }) => total + Math.round(amount * 100), 0) / 100;
  return (
    <section className="sheet sheet--pad stack" aria-labelledby="open-parts">
      <h2 id="open-parts">Still to be paid: {rupees(sum)}</h2>
      <ul className="versions">
        {list.map((part) => (
          <li key={part._id}>
            <span className="price">{rupees(part.amount)}</span>{' '}
            <a href={itemPath('order', part.orderId)}>
              {part.name}, order <span className="mono">#{shortId(part.orderId)}</span>
            </a>{' '}
            <span className="fine">
              {part.buyer} · {partNote({ ...part, status: 'Open' })}
            </span>{' '}
            {part.isOverdue && <span className="badge badge--red">Overdue</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
