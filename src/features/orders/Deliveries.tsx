import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import type { OrderPageDto } from '../../../api/modules/buyer-pages/order-page.ts';
import type { DeliveryDto } from '../../../api/modules/orders/deliveries/dto.ts';
import { toast } from '../../components/toast.ts';
import { api, messageOf, readJson } from '../../lib/api.ts';
import { timeAgo } from '../../lib/format.ts';

const $deliveries = atom<{ orderId: string; list: DeliveryDto[] }>({ orderId: '', list: [] });

async function loadDeliveries(orderId: string): Promise<void> {
  const call = api.gig.delivery[':orderId'].$get({ param: { orderId } });
  await readJson(call).then(
    ({ deliveries }) => $deliveries.set({ orderId, list: deliveries }),
    (error) => toast('error', messageOf(error)),
  );
}

/** What the owner delivered, newest first, and the button to accept it. */
export function Deliveries({ order }: { order: OrderPageDto }) {
  const deliveries = useStore($deliveries);
  const { _id: id, orderStatus } = order;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new status may come with a new version.
  useEffect(() => void loadDeliveries(id), [id, orderStatus]);
  const list = deliveries.orderId === id ? [...deliveries.list].reverse() : [];
  if (list.length === 0) return null;
  return (
    <section className="card card--padded" aria-labelledby="delivered">
      <h2 id="delivered">Delivered</h2>
      {list.map(({ _id, number, message, createdAt, files }) => (
        <article className="delivery" key={_id}>
          <p>
            <strong>Version {number}</strong> <span className="text-13">{timeAgo(createdAt)}</span>
          </p>
          <p className="delivery__text" dir="auto">
            {message}
          </p>
          {files.map((file) => (
            <a
              key={file._id}
              className="button button--small"
              href={`/api/v1/gig/delivery/file/${file._id}`}
              download
            >
              <Download aria-hidden="true" /> {file.name}
            </a>
          ))}
        </article>
      ))}
    </section>
  );
}
