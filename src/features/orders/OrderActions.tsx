import { MessageSquare, RefreshCw, Star } from 'lucide-react';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import {
  NO_REVISIONS_LEFT,
  reasonNoRevision,
} from '../../../api/modules/orders/revisions/rules.ts';
import { openChat } from '../chat/actions.ts';
import { canReview, reviewOrder } from '../reviews/stores.ts';
import { askForRevision } from '../revisions/stores.ts';

/** From a ticket to the conversation and the review. */
export const CardActions = ({ order }: { order: OrderDto }) => (
  <>
    {canReview(order) && (
      <button className="button" type="button" onClick={() => reviewOrder(order)}>
        <Star aria-hidden="true" /> Write Review
      </button>
    )}
    <ChatButton order={order} />
  </>
);

// With all of them used the dialog opens and says so (spec §2); on a closed order there is nothing to say.
const mayAsk = (order: OrderDto): boolean => {
  const reason = reasonNoRevision({ ...order, paidAmount: order.paymentInfo.paidAmount });
  return reason === null || reason === NO_REVISIONS_LEFT;
};

/** From the page of an order to its conversation and to a revision. */
export const PageActions = ({ order }: { order: OrderDto }) => (
  <p className="row">
    {mayAsk(order) && (
      <button className="button" type="button" onClick={() => askForRevision(order)}>
        <RefreshCw aria-hidden="true" /> Request Revision
      </button>
    )}
    <ChatButton order={order} />
  </p>
);

const ChatButton = ({ order }: { order: OrderDto }) => (
  <button className="button" type="button" onClick={() => openChat(order)}>
    <MessageSquare aria-hidden="true" /> Chat with Admin
  </button>
);
