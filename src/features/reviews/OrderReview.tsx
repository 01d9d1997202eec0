import './review-form.css';
import { useStore } from '@nanostores/react';
import { Modal } from '../../components/Modal.tsx';
import { ReviewForm } from './ReviewForm.tsx';
import { $orderToReview, closeReviewDialog } from './review-dialog-store.ts';

/** The review of an order, from the orders list. */
export function OrderReview({ onWritten }: { onWritten: () => void }) {
  const about = useStore($orderToReview);
  if (!about) return null;
  return (
    <Modal title="Enter your review" onClose={closeReviewDialog}>
      <div className="stack">
        <p className="muted text-15">{about.title}</p>
        <p className="notice">Sending the review accepts the delivery and completes the order.</p>
        <ReviewForm gigId={about.gigId} orderId={about.orderId} onWritten={onWritten} />
      </div>
    </Modal>
  );
}
