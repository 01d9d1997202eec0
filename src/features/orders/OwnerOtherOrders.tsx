import { useEffect, useState } from 'react';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { type OtherOrders as Found, fetchOtherOrders } from '../../admin/clients/clients-store.ts';
import { itemPath } from '../../admin/router.ts';
import { List, ListRow } from '../../components/List.tsx';
import { price } from '../../lib/format.ts';

interface Props {
  clientId: string;
  orderId: string;
}

/** A few other orders of the client; fetched once the order is shown. */
export function OwnerOtherOrders({ clientId, orderId }: Props) {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // The order is complete without them.
    fetchOtherOrders(clientId, orderId).then(
      (others) => isCurrent && setFound(others),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [clientId, orderId]);
  if (!found || found.orders.length === 0) return null;
  return (
    <section className="card card--padded stack" aria-labelledby="others">
      <h2 id="others">Other orders of this client</h2>
      <List isPlain label="Other orders of this client">
        {found.orders.map(({ _id, title, orderStatus, total, currency }) => (
          <ListRow
            key={_id}
            title={title}
            open={itemPath('order', _id)}
            note={
              <>
                <span className="mono">#{orderNumber(_id)}</span> · {price(total, currency)} ·{' '}
                {orderStatus}
              </>
            }
          />
        ))}
      </List>
      {found.hasMore && (
        <p>
          <a className="link" href={itemPath('client', clientId)}>
            All orders of this client
          </a>
        </p>
      )}
    </section>
  );
}
