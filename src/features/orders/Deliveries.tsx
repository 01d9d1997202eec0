import { Download } from 'lucide-react';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { List, ListRow } from '../../components/List.tsx';
import { timeAgo } from '../../lib/format.ts';
import { fileSize, LinkedText } from '../chat/MessageContent.tsx';

interface Props {
  deliveries: BuyerOrderDto['deliveries'];
  /** The address of their files, without a file's id. */
  files: string;
}

/** What the owner delivered, newest first. */
export const Deliveries = ({ deliveries, files: address }: Props) =>
  deliveries.length > 0 && (
    <section className="card card--padded stack stack--medium" aria-labelledby="delivered">
      <h2 id="delivered">Delivered</h2>
      <List isPlain label="Deliveries">
        {deliveries.toReversed().map(({ _id, number, message, createdAt, files }) => (
          <ListRow
            key={_id}
            title={`Version ${number}`}
            note={timeAgo(createdAt)}
            text={
              <>
                <p dir="auto">
                  <LinkedText text={message} />
                </p>
                {files.length > 0 && (
                  <p className="row">
                    {files.map(({ _id: id, name, size }) => (
                      <a
                        className="button button--small"
                        key={id}
                        href={`${address}/${id}`}
                        // With a name: the dashboard's router follows a link without one.
                        download={name}
                      >
                        <Download aria-hidden="true" /> {`${name}, ${fileSize(size)}`}
                      </a>
                    ))}
                  </p>
                )}
              </>
            }
          />
        ))}
      </List>
    </section>
  );
