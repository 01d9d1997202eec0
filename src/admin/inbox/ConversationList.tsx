import { shortId } from '../../../api/modules/orders/rules.ts';
import { OrderBadge } from '../../features/orders/badges.tsx';
import { ago } from '../../lib/format.ts';
import { type Conversations, openConversationForOrder } from './stores.ts';

interface Props {
  list: Conversations;
  openOrderId: string | undefined;
}

/** One row for each conversation: who wrote what, about which order, and when. */
export const ConversationList = ({ list, openOrderId }: Props) => (
  <ul className="sheet inbox__list" aria-label="Conversations">
    {list.map(({ _id, orderId, orderStatus, buyerId, lastMessage, lastMessageAt, unread }) => (
      <li key={_id}>
        <button
          className="inbox__row"
          type="button"
          aria-current={orderId === openOrderId}
          onClick={() => void openConversationForOrder(orderId)}
        >
          <strong className="inbox__name">{buyerId?.name ?? 'Somebody who has left'}</strong>
          <span className="fine">{lastMessageAt ? ago(lastMessageAt) : ''}</span>
          <span className="fine inbox__text">{lastMessage.messageText || 'Nothing yet'}</span>
          <span className="row">
            <span className="mono fine">#{shortId(orderId)}</span>
            <OrderBadge status={orderStatus} />
            {unread > 0 && <span className="badge badge--blue">{unread} new</span>}
          </span>
        </button>
      </li>
    ))}
  </ul>
);
