import { FilePen, MapPin, MessageSquare, RefreshCw, Star } from 'lucide-react';
import type {
  BuyerOrderDto,
  ListedOrder,
} from '../../../api/modules/order-pages/order-document.ts';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import {
  NO_REVISIONS_LEFT,
  reasonNoRevision,
} from '../../../api/modules/orders/revisions/rules.ts';
import { isOpen } from '../../../api/modules/orders/rules.ts';
import { reasonNoChange } from '../../../api/modules/payments/order-changes/rules.ts';
import { Button } from '../../components/Button.tsx';
import { openChat } from '../chat/chat-actions.ts';
import { $viewedFile, filesToPointAt } from '../deliveries/deliveries-store.ts';
import { openChangeDialog } from '../order-changes/change-proposal-store.ts';
import { canReview, openReviewDialog } from '../reviews/review-dialog-store.ts';
import { openRevisionDialog } from '../revisions/revisions-store.ts';
import { isPaymentNext, PayButton } from './PayButton.tsx';

/** What the buyer does on the order's page, which these lead to. */
const ON_THE_PAGE: Partial<Record<ListedOrder['next']['actions'][number], string>> = {
  answerProposal: 'Answer the proposal',
  sendRequirements: 'Submit Requirements',
  sendAnswer: 'See what is needed',
  acceptDelivery: 'Accept the delivery',
};

/** The one solid action of an order in a list, the same as on its page. */
export function NextAction({ order }: { order: ListedOrder }) {
  const [first] = order.next.actions;
  const label = first && ON_THE_PAGE[first];
  return (
    <>
      {label && (
        <a className="button button--solid button--small" href={`/orders/${order._id}`}>
          {label}
        </a>
      )}
      <PayButton order={order} solid={isPaymentNext(order)} small />
    </>
  );
}

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

/** Everything that a buyer can want of an order besides what it waits for, in one place. */
export function Wishes({ order }: { order: BuyerOrderDto }) {
  const [first] = filesToPointAt(order.deliveries.at(-1)?.files ?? [], order.isClosed);
  const canPoint = first && isOpen(order.orderStatus);
  const canRevise = offersRevision(order);
  const canAsk = reasonNoChange(order.orderStatus) === null;
  const canAdd = canRevise && order.deliveries.length === 0;
  if (!canPoint && !canRevise && !canAsk) return null;
  return (
    <p className="row">
      {canPoint && (
        <Button small icon={MapPin} onClick={() => $viewedFile.set(first._id)}>
          Point at something
        </Button>
      )}
      {canAdd && (
        <Button small icon={MessageSquare} onClick={() => openChat(order)}>
          Add to what you need
        </Button>
      )}
      {canRevise && (
        <Button small icon={RefreshCw} onClick={() => openRevisionDialog(order)}>
          Request Revision
        </Button>
      )}
      {canAsk && (
        <Button small icon={FilePen} onClick={() => openChangeDialog({ orderId: order._id })}>
          Ask for more…
        </Button>
      )}
    </p>
  );
}

export const ChatButton = ({
  order,
  small = false,
  solid = false,
  label = 'Chat with Admin',
}: {
  order: OrderDto;
  small?: boolean;
  solid?: boolean;
  label?: string;
}) => (
  <Button
    small={small}
    variant={solid ? 'solid' : undefined}
    icon={MessageSquare}
    onClick={() => openChat(order)}
  >
    <span>{label}</span>
  </Button>
);
