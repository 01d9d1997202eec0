import { MessageSquare, RefreshCw, Star } from 'lucide-react';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import {
  NO_REVISIONS_LEFT,
  reasonNoRevision,
} from '../../../api/modules/orders/revisions/rules.ts';
import { openChat } from '../chat/actions.ts';
import { canReview, reviewOrder } from '../reviews/stores.ts';
import { askForRevision } from '../revisions/stores.ts';

/** The conversation and the review, from an order card. */
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

// When all revisions are used the dialog still opens and explains it; on a closed order it does not.
const offersRevision = (order: OrderDto): boolean => {
  const reason = reasonNoRevision({ ...order, paidAmount: order.paymentInfo.paidAmount });
  return reason === null || reason === NO_REVISIONS_LEFT;
};

/** The conversation and a revision request, from the order's page. */
export const PageActions = ({ order }: { order: OrderDto }) => (
  <p className="row">
    {offersRevision(order) && (
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
