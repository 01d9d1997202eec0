import type { BuyerOrderDto } from '../../../api/modules/buyer-pages/order-document.ts';
import { timeAgo } from '../../lib/format.ts';
import { ChatButton } from './OrderActions.tsx';

/** The last message of the conversation, and one tap to it. */
export function LastMessage({ order }: { order: BuyerOrderDto }) {
  const { conversation: last } = order;
  const name = order.seller.split(' ')[0];
  return (
    <section className="card card--padded stack last-message" aria-labelledby="conversation">
      <h2 className="row" id="conversation">
        Conversation
        {last && last.unread > 0 && <span className="badge badge--blue">{last.unread} new</span>}
      </h2>
      {last ? (
        <blockquote className="last-message__text">
          <p className="text-13">
            {last.isMine ? 'You' : name}, {timeAgo(last.at)}
          </p>
          <p dir="auto">{last.text}</p>
        </blockquote>
      ) : (
        <p className="muted text-15">Ask {name} anything about the order.</p>
      )}
      <p className="row">
        <ChatButton order={order} />
      </p>
    </section>
  );
}
