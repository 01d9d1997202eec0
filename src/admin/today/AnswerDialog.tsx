import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { OrderStep } from '../../../api/modules/dashboard/open-tasks.ts';
import type { TodayOrder } from '../../../api/modules/dashboard/today.ts';
import type { AdminReviewDto } from '../../../api/modules/reviews/admin-queries.ts';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { Modal } from '../../components/Modal.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { AdminChanges } from '../order-changes/AdminChanges.tsx';
import { $order, openOrder } from '../orders/orders-store.ts';
import { RevisionList } from '../orders/Revisions.tsx';
import { PaidDialog } from '../payments/Compensations.tsx';
import type { OwedCompensation } from '../payments/payments-store.ts';
import { ReviewRow } from '../reviews/ReviewRow.tsx';
import { $summary, removeTestOrders } from './today-store.ts';

/** What is answered without leaving Today. */
export type Question =
  | { kind: 'order'; order: TodayOrder; step: OrderStep; title: string }
  | { kind: 'paid'; owed: OwedCompensation }
  | { kind: 'review'; review: AdminReviewDto }
  | { kind: 'testOrders' };

interface Props {
  question: Question;
  close: () => void;
}

export function AnswerDialog({ question, close }: Props) {
  if (question.kind === 'order') return <OrderQuestion {...question} close={close} />;
  if (question.kind === 'paid')
    return <PaidDialog owed={question.owed} close={close} onSaved={() => void $summary.load()} />;
  if (question.kind === 'testOrders') {
    return (
      <ConfirmModal
        title="Remove the test orders?"
        confirmLabel="Remove"
        cancelLabel="Keep them"
        danger
        onConfirm={() => void removeTestOrders()}
        onClose={close}
      >
        <p>
          Every order that was placed with test keys is deleted, with its messages, papers and
          reviews. Real orders stay.
        </p>
      </ConfirmModal>
    );
  }
  const answered = async () => {
    close();
    await $summary.load();
  };
  return (
    <Modal title="Reply to the review" onClose={close}>
      <ReviewRow review={question.review} onChanged={answered} isReplying />
    </Modal>
  );
}

/** A revision or a request for more, with the buttons of the order's page. */
function OrderQuestion({
  order,
  step,
  title,
  close,
}: Question & { kind: 'order' } & Omit<Props, 'question'>) {
  const id = order._id;
  const loaded = useStore($order);
  useEffect(() => void openOrder(id), [id]);
  const isAnswered =
    loaded.state === 'loaded' &&
    loaded.value._id === id &&
    !loaded.value.next.actions.includes(step);
  useEffect(() => {
    if (!isAnswered) return;
    close();
    void $summary.load();
  }, [isAnswered, close]);
  const current =
    loaded.state === 'loaded' && loaded.value._id !== id ? { state: 'loading' as const } : loaded;
  return (
    <Modal title={title} onClose={close}>
      <LoadedContent loaded={current} retry={() => openOrder(id)} failedTitle={null}>
        {(value) =>
          step === 'answerRevision' ? (
            <RevisionList order={value} isOpen />
          ) : (
            <AdminChanges order={value} isOpen />
          )
        }
      </LoadedContent>
    </Modal>
  );
}
