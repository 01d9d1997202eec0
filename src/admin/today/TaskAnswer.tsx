import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Task } from '../../../api/modules/dashboard/today.ts';
import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import { OwnerChanges } from '../../features/order-changes/OwnerChanges.tsx';
import { OwnerNextStep } from '../../features/orders/OwnerNextStep.tsx';
import { $order, enterCertificate, openOrder } from '../../features/orders/owner-orders-store.ts';
import { DeductedTax } from '../../features/payments/DeductedTax.tsx';
import { OwnerDispute } from '../../features/payments/OwnerDispute.tsx';
import { RefundForm } from '../../features/payments/OwnerRefund.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { OwnerReviewRow } from '../../features/reviews/OwnerReviewRow.tsx';
import { OwnerRevisionList } from '../../features/revisions/OwnerRevisions.tsx';
import { exactPrice } from '../../lib/format.ts';
import { reloadOnChanges } from '../live-updates.ts';
import { DeclarationForm } from '../tax/DeclarationForm.tsx';
import { $summary } from './today-store.ts';

interface Props {
  task: Task;
  close: () => void;
}

/** The answer to a task, filled in, with the forms of the order's page. */
export function TaskAnswer({ task, close }: Props) {
  const answered = () => {
    close();
    void $summary.load();
  };
  if (task.kind === 'review') {
    const onChanged = async () => answered();
    return <OwnerReviewRow review={task.review} onChanged={onChanged} isReplying />;
  }
  if (task.kind === 'declaration') {
    return (
      <div className="stack">
        <p>
          {task.first.invoice} · {exactPrice(task.first.amount, task.first.currency)}
        </p>
        <DeclarationForm
          key={task.first.invoice}
          row={task.first}
          month={task.month}
          done={() => void $summary.load()}
          cancel={close}
        />
      </div>
    );
  }
  const orderId = orderOf(task);
  if (orderId) return <OfOrder {...{ task, orderId, answered }} />;
  if (task.kind !== 'refund' && task.kind !== 'unmatched') return null;
  return <RefundForm payment={task.payment} order={null} close={answered} />;
}

function orderOf(task: Task): string | null {
  switch (task.kind) {
    case 'order':
      return task.order._id;
    case 'refund':
      return task.payment.orderId;
    case 'dispute':
      return task.dispute.orderId;
    case 'certificate':
      return task.orderId;
    default:
      return null;
  }
}

interface OrderProps extends Pick<Props, 'task'> {
  orderId: string;
  answered: () => void;
}

function OfOrder({ task, orderId, answered }: OrderProps) {
  const loaded = useStore($order);
  // What was loaded before may say that the task is done, which waits again.
  const [before] = useState(loaded);
  useEffect(() => reloadOnChanges(() => openOrder(orderId), orderId), [orderId]);
  const isOther = loaded.state === 'loaded' && loaded.value._id !== orderId;
  const current = isOther || loaded === before ? { state: 'loading' as const } : loaded;
  const isAnswered = current.state === 'loaded' && isDone(task, current.value);
  useEffect(() => {
    if (isAnswered) answered();
  }, [isAnswered, answered]);
  return (
    <LoadedContent loaded={current} retry={() => openOrder(orderId)} failedTitle={null}>
      {(order) => <Form {...{ task, order, answered }} />}
    </LoadedContent>
  );
}

const partOf = ({ part }: Task & { kind: 'certificate' }, { parts }: AdminOrderDto) =>
  parts.find(({ _id }) => _id === part);

const disputeOf = ({ dispute }: Task & { kind: 'dispute' }, { disputes }: AdminOrderDto) =>
  disputes.find(({ _id }) => _id === dispute._id);

function isDone(task: Task, order: AdminOrderDto): boolean {
  if (task.kind === 'order')
    return !order.next.actions.includes(task.step) || Boolean(order.act?.undoUntil);
  if (task.kind === 'certificate') return partOf(task, order)?.certificate !== null;
  return task.kind === 'dispute' && disputeOf(task, order)?.status !== 'open';
}

function Form({
  task,
  order,
  answered,
}: Pick<OrderProps, 'task' | 'answered'> & { order: AdminOrderDto }) {
  if (task.kind === 'refund') {
    const payment = order.payments.find(({ _id }) => _id === task.payment._id);
    return payment ? <RefundForm {...{ payment, order }} close={answered} /> : null;
  }
  if (task.kind === 'dispute') {
    const dispute = disputeOf(task, order);
    return dispute ? <OwnerDispute dispute={dispute} orderId={order._id} /> : null;
  }
  if (task.kind === 'certificate') {
    const part = partOf(task, order);
    const save = (number: string) => enterCertificate(order._id, task.part, number);
    return part ? <DeductedTax {...{ part, save }} isEntering /> : null;
  }
  if (task.kind !== 'order') return null;
  if (task.step === 'answerRevision') return <OwnerRevisionList order={order} isOpen />;
  if (task.step === 'answerProposal') return <OwnerChanges order={order} isOpen />;
  return <OwnerNextStep order={order} isNext />;
}
