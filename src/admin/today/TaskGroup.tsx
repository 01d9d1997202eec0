import { MessageSquare, Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MAX_OF_A_ROW } from '../../../api/modules/dashboard/task-group-rules.ts';
import type { OrderStep, Task, TodayOrder } from '../../../api/modules/dashboard/today.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { List, ListRow, type RowProps } from '../../components/List.tsx';
import { openFromList } from '../../features/chat/owner-conversations-store.ts';
import { plainDate, pluralize, timeAgo } from '../../lib/format.ts';
import { screenPath } from '../router.ts';
import { MailRow } from './MailRow.tsx';
import { OrderLine, type OrderTask, STEP_ICONS } from './OrderTask.tsx';
import { variant } from './Row.tsx';
import { acceptAll, keyOf } from './today-store.ts';

/** The others are shown on request. */
const FIRST_LINES = 4;

const ORDER_TITLES: Record<OrderStep, [planned: string, late: string]> = {
  start: ['new orders', 'late orders to accept'],
  deliver: ['orders to deliver', 'late orders to deliver'],
  answerRevision: ['revision requests', 'revision requests'],
  answerProposal: ['requests for changes', 'requests for changes'],
  openFiles: ['orders with files to open', 'orders with files to open'],
};

/** There may be more than a row is given. */
const howMany = ({ length }: readonly Task[]) =>
  length === MAX_OF_A_ROW ? `The first ${length}` : length;

interface Props {
  tasks: readonly [Task, ...Task[]];
  isFirst: boolean;
  ask: (task: Task) => void;
}

/** Like tasks in one row: a line for each, and one button where one press may do them all. */
export function TaskGroup({ tasks, isFirst, ask }: Props) {
  const [{ kind }] = tasks;
  if (kind === 'order') {
    return (
      <OrderGroup tasks={tasks.filter((task) => task.kind === 'order')} {...{ isFirst, ask }} />
    );
  }
  if (kind === 'mail') {
    return <MailRow mails={tasks.flatMap((task) => (task.kind === 'mail' ? [task.mail] : []))} />;
  }
  const isMessage = kind === 'message';
  return (
    <Group
      icon={isMessage ? MessageSquare : Star}
      tone="blue"
      title={`${howMany(tasks)} ${isMessage ? 'conversations' : 'reviews'} to answer`}
      lines={tasks.map((task) => {
        if (task.kind === 'message') return <MessageLine key={keyOf(task)} task={task} />;
        if (task.kind !== 'review') return null;
        return <ReviewLine key={keyOf(task)} {...{ task, ask }} />;
      })}
    >
      <a
        className={`button button--small ${isFirst ? 'button--solid' : ''}`}
        href={screenPath(isMessage ? 'inbox' : 'reviews')}
      >
        {isMessage ? 'Open the inbox' : 'Open the reviews'}
      </a>
    </Group>
  );
}

interface GroupProps extends Pick<RowProps, 'icon' | 'tone'> {
  title: string;
  lines: ReactNode[];
  /** Below the lines: a press on it follows their reading, and no toast covers it. */
  children?: ReactNode;
}

function Group({ title, lines, children, ...row }: GroupProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, FIRST_LINES);
  return (
    <ListRow
      {...row}
      title={title}
      text={
        <>
          <List isPlain label={title}>
            {shown}
          </List>
          <p className="row">
            {children}
            {shown.length < lines.length && (
              <Button small onClick={() => setWhole(true)}>
                {lines.length - shown.length} more
              </Button>
            )}
          </p>
        </>
      }
    />
  );
}

interface OrderGroupProps extends Pick<Props, 'isFirst' | 'ask'> {
  tasks: OrderTask[];
}

function OrderGroup({ tasks, isFirst, ask }: OrderGroupProps) {
  const [first] = tasks;
  if (!first) return null;
  const { step, isLate } = first;
  const orders = tasks.map(({ order }) => order);
  return (
    <Group
      icon={STEP_ICONS[step]}
      tone={isLate ? 'red' : 'amber'}
      title={`${howMany(tasks)} ${ORDER_TITLES[step][isLate ? 1 : 0]}`}
      lines={tasks.map((task) => <OrderLine key={keyOf(task)} task={task} ask={ask} />)}
    >
      {step === 'start' && <AcceptAll orders={orders} isFirst={isFirst} />}
    </Group>
  );
}

/** Asks once for all, with what is to be known of each. */
function AcceptAll({ orders, isFirst }: { orders: TodayOrder[]; isFirst: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const label = `Accept ${orders.length} orders`;
  return (
    <>
      <Button small variant={variant(isFirst)} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <ConfirmModal
          title={`${label}?`}
          confirmLabel="Accept all"
          cancelLabel="Not now"
          onConfirm={() => void acceptAll(orders)}
          onClose={() => setAsking(false)}
        >
          <ul className="bullets">
            {orders.map((order) => (
              <li key={order._id}>
                {[
                  order.buyer.name,
                  order.OrderItems[0]?.title,
                  datesOf(order),
                  overlap(order, orders),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </li>
            ))}
          </ul>
        </ConfirmModal>
      )}
    </>
  );
}

const startOf = ({ startsOn, createdAt }: TodayOrder): string => startsOn ?? createdAt;

const datesOf = (order: TodayOrder): string =>
  order.deliveryDate ? `${plainDate(startOf(order))} to ${plainDate(order.deliveryDate)}` : '';

/** With how many of the others its days overlap. */
function overlap(order: TodayOrder, orders: TodayOrder[]): string {
  const { deliveryDate } = order;
  const others = orders.filter(
    (each) =>
      each !== order &&
      deliveryDate !== null &&
      each.deliveryDate !== null &&
      startOf(each) < deliveryDate &&
      startOf(order) < each.deliveryDate,
  );
  return others.length > 0 ? `beside ${others.length} of these` : '';
}

type Conversation = (Task & { kind: 'message' })['conversation'];

export function nameOf({ buyerId, unread }: Conversation): string {
  const name = buyerId?.name ?? 'Deleted account';
  return unread > 1 ? `${name}, ${unread} messages` : name;
}

/** What a conversation waits for: an answer to the last message, and answers by mail that are not proved. */
export const waitsFor = ({ waitsSince, lastMessage, unproved }: Conversation): string =>
  [waitsSince && lastMessage.messageText, unproved > 0 && pluralize(unproved, 'unproved answer')]
    .filter(Boolean)
    .join(' · ');

function MessageLine({ task: { conversation } }: { task: Task & { kind: 'message' } }) {
  const { waitsSince } = conversation;
  return (
    <ListRow
      title={nameOf(conversation)}
      open={() => openFromList(conversation)}
      note={[waitsSince && timeAgo(waitsSince), waitsFor(conversation)].filter(Boolean).join(' · ')}
    />
  );
}

const ReviewLine = ({ task, ask }: { task: Task & { kind: 'review' }; ask: Props['ask'] }) => (
  <ListRow
    title={`${task.review.name} gave ${task.review.rating} of 5`}
    open={() => ask(task)}
    note={[timeAgo(task.review.createdAt), task.review.gig, task.review.comment].join(' · ')}
  />
);
