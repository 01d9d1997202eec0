import { Package, PackageCheck, RefreshCw } from 'lucide-react';
import type { OrderStep, Task, TodayOrder } from '../../../api/modules/dashboard/today.ts';
import { describeNext } from '../../../api/modules/orders/next-rules.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { ListRow } from '../../components/List.tsx';
import { deadlineSentence } from '../../features/orders/owner-deadline.ts';
import { postAcceptance } from '../../features/orders/owner-orders-store.ts';
import { price, promisedDay } from '../../lib/format.ts';
import { Row } from './Row.tsx';
import { finishTasks, keyOf } from './today-store.ts';

export type OrderTask = Task & { kind: 'order' };

interface OrderProps {
  task: OrderTask;
  ask: (task: Task) => void;
}

export const STEP_ICONS: Record<OrderStep, typeof Package> = {
  start: Package,
  deliver: PackageCheck,
  answerRevision: RefreshCw,
  answerProposal: RefreshCw,
  openFiles: PackageCheck,
};

const titleOf = ({ order, step }: OrderTask): string =>
  describeNext({ ...order, next: { ...order.next, turn: 'owner', step } }, 'owner', {
    day: promisedDay,
    now: new Date(),
  }).title;

/** The amount, and below it the day of what is to be done by then. */
function OrderAside({ order, step, isLate }: OrderTask) {
  const { totalAmount, currency } = order.paymentInfo;
  const isToDeliver = step === 'start' || step === 'deliver';
  return (
    <>
      <span className="price">{price(totalAmount, currency)}</span>
      <br />
      {isToDeliver && order.deliveryDate && (
        <span data-tone={isLate ? 'red' : undefined}>{deadlineSentence(order.deliveryDate)}</span>
      )}
    </>
  );
}

/** One order with its action. */
export function OrderTaskRow({ task, isFirst, ask }: OrderProps & { isFirst: boolean }) {
  const { order, step, isLate } = task;
  const about = `#${orderNumber(order._id)}`;
  const action = {
    start: {
      action: order.isQuoted ? 'Start work' : 'Accept',
      run: () => void finishTasks([keyOf(task)], () => postAcceptance(order._id)),
    },
    deliver: { action: 'Deliver…' },
    openFiles: { action: 'Open the files…' },
    answerRevision: { action: 'Answer…' },
    answerProposal: { action: 'Answer…' },
  };
  return (
    <Row
      {...{
        icon: STEP_ICONS[step],
        tone: isLate ? 'red' : 'amber',
        title: titleOf(task),
        open: () => ask(task),
        isFirst,
        about,
      }}
      note={[order.buyer.name, boughtIn(order), about].filter(Boolean).join(' · ')}
      aside={<OrderAside {...task} />}
      {...action[step]}
    />
  );
}

/** One of many orders in a row. */
export function OrderLine({ task, ask }: OrderProps) {
  const { order } = task;
  return (
    <ListRow
      title={order.buyer.name}
      open={() => ask(task)}
      note={`${boughtIn(order)} · #${orderNumber(order._id)}`}
      aside={<OrderAside {...task} />}
    />
  );
}

const boughtIn = ({ OrderItems: [item] }: TodayOrder): string =>
  [item?.selectedPlan.planType, item?.title].filter(Boolean).join(', ');
