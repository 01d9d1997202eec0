import { Download } from 'lucide-react';
import type { AdminOrderDto } from '../../../api/modules/dashboard/order-dto.ts';
import { timeAgo } from '../../lib/format.ts';
import { fileSize } from './NextStep.tsx';

/** The deliveries of an order, newest first. */
export function Deliveries({ deliveries }: { deliveries: AdminOrderDto['deliveries'] }) {
  if (deliveries.length === 0) return null;
  return (
    <section className="card card--padded stack" aria-labelledby="deliveries">
      <h2 id="deliveries">Delivered</h2>
      <ol className="entry-list stack stack--large">
        {[...deliveries].reverse().map(({ _id, number, message, createdAt, files }) => (
          <li key={_id} className="stack">
            <p>
              <strong>Version {number}</strong>{' '}
              <span className="text-13">{timeAgo(createdAt)}</span>
            </p>
            <p className="written-text" dir="auto">
              {message}
            </p>
            {files.length > 0 && (
              <p className="row">
                {files.map((file) => (
                  <a
                    key={file._id}
                    className="button button--small"
                    href={`/api/v1/desk/orders/file/${file._id}`}
                    download={file.name}
                  >
                    <Download aria-hidden="true" /> {file.name}
                    <span className="text-13">{fileSize(file.size)}</span>
                  </a>
                ))}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
