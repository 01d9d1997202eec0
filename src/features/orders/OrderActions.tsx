import { FilePen, MapPin, MessageSquare, RefreshCw } from 'lucide-react';
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

/** The one action of an order in a list, the same as on its page and solid when it waits for the buyer. */
export function NextAction({ order }: { order: ListedOrder }) {
  const { turn, actions } = order.next;
  if (isPaymentNext(order)) return <PayButton order={order} small />;
  const label = actions[0] && ON_THE_PAGE[actions[0]];
  if (!label) return null;
  return (
    <a
      className={`button button--small ${turn === 'buyer' ? 'button--solid' : ''}`}
      href={`/orders/${order._id}`}
    >
      {label}
    </a>
  );
}

/** What else can be done from an order card, small in one line. */
export const CardActions = ({ order }: { order: ListedOrder }) => (
  <p className="row text-13 order-card__links">
    <a className="link covering-link" href={`/orders/${order._id}`}>
      View Full Details
    </a>
    {!isPaymentNext(order) && <PayButton order={order} isLink />}
    {canReview(order) && (
      <button className="link" type="button" onClick={() => openReviewDialog(order)}>
        Write Review
      </button>
    )}
    <button className="link" type="button" onClick={() => openChat(order)}>
      Chat with Admin
    </button>
  </p>
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
  solid = false,
  label = 'Chat with Admin',
}: {
  order: OrderDto;
  solid?: boolean;
  label?: string;
}) => (
  <Button
    variant={solid ? 'solid' : undefined}
    icon={MessageSquare}
    onClick={() => openChat(order)}
  >
    <span>{label}</span>
  </Button>
);
