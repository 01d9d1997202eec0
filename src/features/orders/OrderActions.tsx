import { MessageSquare, RefreshCw, Star } from 'lucide-react';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { reasonNoRevision } from '../../../api/modules/orders/revisions/rules.ts';
import { NO_REVISIONS_LEFT } from '../../../api/modules/orders/revisions/texts.ts';
import { Button } from '../../components/Button.tsx';
import { openChat } from '../chat/chat-actions.ts';
import { canReview, openReviewDialog } from '../reviews/review-dialog-store.ts';
import { openRevisionDialog } from '../revisions/revisions-store.ts';

/** The conversation and the review, from an order card. */
export const CardActions = ({ order }: { order: OrderDto }) => (
  <>
    {canReview(order) && (
      <Button small icon={Star} onClick={() => openReviewDialog(order)}>
        <span>Write Review</span>
      </Button>
    )}
    <ChatButton small order={order} />
  </>
);

// When all revisions are used the dialog still opens and explains it; on a closed order it does not.
const offersRevision = (order: OrderDto): boolean => {
  const reason = reasonNoRevision({ ...order, paidAmount: order.paymentInfo.paidAmount });
  return reason === null || reason === NO_REVISIONS_LEFT;
};

/** A revision request, from the order's page. */
export const RequestRevision = ({ order }: { order: OrderDto }) =>
  offersRevision(order) && (
    <Button small icon={RefreshCw} onClick={() => openRevisionDialog(order)}>
      Request Revision
    </Button>
  );

export const ChatButton = ({ order, small = false }: { order: OrderDto; small?: boolean }) => (
  <Button small={small} icon={MessageSquare} onClick={() => openChat(order)}>
    <span>Chat with Admin</span>
  </Button>
);
