import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { instalmentNote } from '../../features/orders/Instalments.tsx';
import { exactRupees } from '../../lib/format.ts';
import { itemPath } from '../router.ts';
import type { OpenPayments } from './payments-store.ts';

/** The unpaid instalments of all orders; renders nothing when all are paid. */
export function OpenInstalments({ instalments, total }: OpenPayments['owed']) {
  if (instalments.length === 0) return null;
  return (
    <section className="card payment-list" aria-labelledby="open-instalments">
      <header>
        <h2 id="open-instalments">Still to be paid</h2>
        <p className="price">{exactRupees(total)}</p>
      </header>
      <ul className="row-list row-list--columns">
        {instalments.map((instalment) => (
          <li key={instalment._id} className="row-list__row">
            <span className={`badge badge--${instalment.isOverdue ? 'red' : 'amber'}`}>
              {instalment.isOverdue ? 'Overdue' : 'Open'}
            </span>
            <span className="row-list__main">
              <strong>{instalment.buyer}</strong>
              <span className="text-13">
                {instalment.name} · {instalmentNote({ ...instalment, status: 'Open' })}
              </span>
            </span>
            <a className="ledger__order" href={itemPath('order', instalment.orderId)}>
              #{orderNumber(instalment.orderId)}
            </a>
            <span className="price row-list__end">{exactRupees(instalment.amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
