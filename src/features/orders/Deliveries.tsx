import { Download } from 'lucide-react';
import type { BuyerOrderDto } from '../../../api/modules/buyer-pages/order-document.ts';
import { timeAgo } from '../../lib/format.ts';

/** What the owner delivered, newest first. */
export function Deliveries({ order }: { order: BuyerOrderDto }) {
  const list = order.deliveries.toReversed();
  if (list.length === 0) return null;
  return (
    <section className="card card--padded" aria-labelledby="delivered">
      <h2 id="delivered">Delivered</h2>
      {list.map(({ _id, number, message, createdAt, files }) => (
        <article className="delivery" key={_id}>
          <p>
            <strong>Version {number}</strong> <span className="text-13">{timeAgo(createdAt)}</span>
          </p>
          <p className="written-text" dir="auto">
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
