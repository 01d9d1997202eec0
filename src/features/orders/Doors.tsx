import { MessageSquare, RefreshCw, Star } from 'lucide-react';
import type { WireOrder } from '../../../api/orders/present.ts';
import { NO_REVISIONS_LEFT, whyNoRevision } from '../../../api/revisions/rules.ts';
import { openChat } from '../chat/stores.ts';
import { canReview, reviewOrder } from '../reviews/stores.ts';
import { askForRevision } from '../revisions/stores.ts';

/** From a ticket to the conversation and the review. */
export const CardDoors = ({ order }: { order: WireOrder }) => (
  <>
    {canReview(order) && (
      <button className="button" type="button" onClick={() => reviewOrder(order)}>
        <Star aria-hidden="true" /> Write Review
      </button>
    )}
    <ChatDoor order={order} />
  </>
);

// With all of them used the dialog opens and says so (spec §2); on a closed order there is nothing to say.
const mayAsk = (order: WireOrder): boolean => {
  const reason = whyNoRevision({ ...order, paidAmount: order.paymentInfo.paidAmount });
  return reason === null || reason === NO_REVISIONS_LEFT;
};

/** From the page of an order to its conversation and to a revision. */
export const PageDoors = ({ order }: { order: WireOrder }) => (
  <p className="row">
    {mayAsk(order) && (
      <button className="button" type="button" onClick={() => askForRevision(order)}>
        <RefreshCw aria-hidden="true" /> Request Revision
      </button>
    )}
    <ChatDoor order={order} />
  </p>
);

const ChatDoor = ({ order }: { order: WireOrder }) => (
  <button className="button" type="button" onClick={() => openChat(order)}>
    <MessageSquare aria-hidden="true" /> Chat with Admin
  </button>
);
