import { useEffect, useRef } from 'react';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { Stars } from '../../components/Stars.tsx';
import { $acceptedOrderId } from '../orders/orders-store.ts';
import { ReviewForm } from './ReviewForm.tsx';
import { hasGig } from './review-dialog-store.ts';

interface Props {
  order: BuyerOrderDto;
  onWritten: () => void;
}

/** On the page of a completed order: the buyer's review, or the form for it. */
export function OwnReview({ order, onWritten }: Props) {
  const { orderStatus, paymentInfo, review, balance } = order;
  const canWrite =
    hasGig(order) &&
    orderStatus === 'Completed' &&
    paymentInfo.paymentStatus === 'Paid' &&
    balance > 0;
  return review || canWrite ? <Section order={order} onWritten={onWritten} /> : null;
}

function Section({ order, onWritten }: Props) {
  const section = useRef<HTMLElement>(null);
  const { review, OrderItems: items } = order;
  // After accepting the delivery the focus moves to the review.
  useEffect(() => {
    if ($acceptedOrderId.get() === order._id) section.current?.focus();
    $acceptedOrderId.set(null);
  }, [order._id]);
  return (
    <section
      className="card card--padded"
      aria-labelledby="your-review"
      ref={section}
      tabIndex={-1}
    >
      <h2 id="your-review">{review ? 'Your review' : 'How was it? Write a review'}</h2>
      {review ? (
        <>
          <p>
            <Stars rating={review.rating} />
          </p>
          <p className="written-text" dir="auto">
            {review.comment}
          </p>
        </>
      ) : (
        <ReviewForm
          inPlace
          gigId={items[0]?.gigId ?? ''}
          orderId={order._id}
          onWritten={onWritten}
        />
      )}
    </section>
  );
}
