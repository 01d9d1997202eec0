import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { OrderStep, TodayOrder } from '../../../api/modules/dashboard/today.ts';
import type { AdminReviewDto } from '../../../api/modules/reviews/admin-queries.ts';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { Modal } from '../../components/Modal.tsx';
import { OwnerChanges } from '../../features/order-changes/OwnerChanges.tsx';
import { $order, openOrder } from '../../features/orders/owner-orders-store.ts';
import { PaidDialog } from '../../features/payments/OwnerCompensations.tsx';
import type { OwedCompensation } from '../../features/payments/owner-payments-store.ts';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { OwnerReviewRow } from '../../features/reviews/OwnerReviewRow.tsx';
import { OwnerRevisionList } from '../../features/revisions/OwnerRevisions.tsx';
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
      <OwnerReviewRow review={question.review} onChanged={answered} isReplying />
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
            <OwnerRevisionList order={value} isOpen />
          ) : (
            <OwnerChanges order={value} isOpen />
          )
        }
      </LoadedContent>
    </Modal>
  );
}
