import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { OrderBadge } from '../../features/orders/status-badges.tsx';
import { timeAgo } from '../../lib/format.ts';
import { type Conversations, openFromList, topicIdOf } from './conversations-store.ts';

interface Props {
  list: Conversations;
  /** The id of the open conversation's order or question. */
  openId: string | undefined;
}

/** One row for each conversation: who wrote what, about which order or question, and when. */
export const ConversationList = ({ list, openId }: Props) => (
  <ul className="card inbox__list divided" aria-label="Conversations">
    {list.map((row) => (
      <li key={row._id}>
        <button
          className="inbox__row"
          type="button"
          aria-current={topicIdOf(row) === openId}
          onClick={() => void openFromList(row)}
        >
          <strong className="inbox__name">{row.buyerId?.name ?? 'Somebody who has left'}</strong>
          <span className="text-13">{row.lastMessageAt ? timeAgo(row.lastMessageAt) : ''}</span>
          <span className="text-13 inbox__text">
            {row.lastMessage.messageText || 'Nothing yet'}
          </span>
          <span className="row">
            {row.orderId === null ? (
              <span className="text-13 inbox__about">{row.gigTitle ?? 'No gig'}</span>
            ) : (
              <span className="mono text-13">#{orderNumber(row.orderId)}</span>
            )}
            {row.orderStatus ? (
              <OrderBadge status={row.orderStatus} />
            ) : (
              <span className="badge badge--blue">Question</span>
            )}
            {row.unread > 0 && <span className="badge badge--blue">{row.unread} new</span>}
          </span>
        </button>
      </li>
    ))}
  </ul>
);
