import { useStore } from '@nanostores/react';
import {
  CreditCard,
  DatabaseBackup,
  FlaskConical,
  HardDriveDownload,
  KeyRound,
  MailWarning,
  MessageSquare,
  Percent,
  Scale,
  Star,
  Stethoscope,
  Sun,
  Undo2,
} from 'lucide-react';
import { Fragment, useEffect, useState } from 'react';
import { toRows } from '../../../api/modules/dashboard/task-group-rules.ts';
import type { Task, TodayOrder } from '../../../api/modules/dashboard/today.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { useAfterFirstRender } from '../../components/after-next-paint.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { List } from '../../components/List.tsx';
import { loadOnDemand } from '../../components/load-on-demand.tsx';
import { openFromList } from '../../features/chat/owner-conversations-store.ts';
import { deadlineSentence } from '../../features/orders/owner-deadline.ts';
import { PRESSED, postUndo } from '../../features/orders/owner-orders-store.ts';
import { CompensationRow, PaidDialog } from '../../features/payments/OwnerCompensations.tsx';
import { disputeDeadline } from '../../features/payments/OwnerDispute.tsx';
import { dateAndTime, monthName, plainDate, pluralize, price, timeAgo } from '../../lib/format.ts';
import { itemPath, screenPath } from '../router.ts';
import { MailRow } from './MailRow.tsx';
import { OrderTaskRow } from './OrderTask.tsx';
import { Row, type RowProps } from './Row.tsx';
import { nameOf, TaskGroup, waitsFor } from './TaskGroup.tsx';
import {
  $done,
  $leaving,
  $summary,
  finishTasks,
  hideRefusal,
  hideRestores,
  keyOf,
  removeTestOrders,
  type Summary,
  showAllTasks,
  undoAll,
} from './today-store.ts';

const TaskAnswer = loadOnDemand(async () => (await import('./TaskAnswer.tsx')).TaskAnswer);

const SENT_BACK = 'The bank has sent it back';

/** More than the first view of a screen holds. */
const FIRST_ROWS = 12;

/** Everything that waits for the owner, each as a row with its action. */
export function Tasks({ tasks, pressed, count, nextDelivery, steps }: Summary) {
  const leaving = useStore($leaving);
  const done = useStore($done);
  const [opened, setOpened] = useState<string | null>(null);
  const ask = (task: Task) => setOpened(opened === keyOf(task) ? null : keyOf(task));
  const close = () => setOpened(null);
  // An answer ends with its task: one that comes back, undone, begins closed.
  const isOpen = tasks.some((task) => keyOf(task) === opened);
  useEffect(() => {
    if (!isOpen) setOpened(null);
  }, [isOpen]);
  const isAfter = useAfterFirstRender();
  const shown = tasks.filter((task) => !leaving.includes(keyOf(task)));
  const rows = toRows(shown).map((like, at) => {
    const [task] = like;
    const props = { isFirst: at === 0, ask };
    const asked = like.find((each) => keyOf(each) === opened);
    return (
      <Fragment key={`${like.length > 1} ${keyOf(task)}`}>
        {like.length > 1 ? (
          <TaskGroup tasks={like} {...props} />
        ) : (
          <TaskRow {...{ task, ...props }} />
        )}
        {asked && <Answer task={asked} close={close} />}
      </Fragment>
    );
  });
  return (
    <>
      <p className="visually-hidden" role="status">
        {done}
      </p>
      <Pressed acts={pressed.filter(({ orderId }) => !leaving.includes(orderId))} />
      {rows.length > 0 ? (
        <List label="Waiting for you">{isAfter ? rows : rows.slice(0, FIRST_ROWS)}</List>
      ) : (
        !steps && (
          <EmptyState icon={Sun} title="Nothing is waiting for you">
            {nextDelivery && <NextDelivery order={nextDelivery} />}
          </EmptyState>
        )
      )}
      {count > tasks.length && (
        <p className="row space-between">
          <span className="text-13" role="status">
            The most urgent {tasks.length} of {count}
          </span>
          <Button onClick={showAllTasks}>Show all</Button>
        </p>
      )}
    </>
  );
}

/** What can be undone: like things with one button, however many tabs they were pressed in. */
const Pressed = ({ acts }: { acts: Summary['pressed'] }) =>
  [...Map.groupBy(acts, ({ name }) => name)].map(([name, like]) => (
    <p className="notice row space-between" key={name}>
      {PRESSED[name]}: {[...new Set(like.map(({ buyer }) => buyer))].join(', ')}. The client does
      not know yet.
      <Button
        aria-label={`Undo: ${PRESSED[name]}`}
        onClick={() => void undoAll(like.map(({ orderId }) => orderId))}
      >
        Undo
      </Button>
    </p>
  ));

/** Below its row; questions about money that nothing takes back stay dialogs. */
function Answer({ task, close }: { task: Task; close: () => void }) {
  if (task.kind === 'compensation')
    return <PaidDialog owed={task.owed} close={close} onSaved={() => void $summary.load()} />;
  if (task.kind === 'testOrders') {
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
  return (
    <li className="list__row">
      <div className="list__main">
        <section className="list__text" aria-label="Answer">
          <TaskAnswer task={task} close={close} />
          <p className="row">
            <Button small variant="quiet" onClick={close}>
              Close
            </Button>
          </p>
        </section>
      </div>
    </li>
  );
}

const NextDelivery = ({ order }: { order: TodayOrder }) => (
  <p>
    Next delivery: <a href={itemPath('order', order._id)}>{order.OrderItems[0]?.title}</a> for{' '}
    {order.buyer.name}
    {order.deliveryDate && `, ${deadlineSentence(order.deliveryDate).toLowerCase()}`}.
  </p>
);

interface TaskProps<T extends Task> {
  task: T;
  /** The first row has the one solid button. */
  isFirst: boolean;
  /** Opens its answer below the row, or closes it. */
  ask: (task: Task) => void;
}

function TaskRow({ task, isFirst, ask }: TaskProps<Task>) {
  switch (task.kind) {
    case 'order':
      return <OrderTaskRow {...{ task, isFirst, ask }} />;
    case 'mail':
      return <MailRow mails={[task.mail]} isFirst={isFirst} />;
    case 'dispute': {
      const { orderId, buyer, reason, amount, currency, preparedAt } = task.dispute;
      return (
        <Row
          {...{ icon: Scale, tone: 'red', isFirst }}
          title={disputeDeadline(task.dispute)}
          open={orderId ? () => ask(task) : screenPath('payments')}
          note={[buyer, reason].filter(Boolean).join(' · ')}
          aside={<span className="price">{price(amount, currency)}</span>}
          action={preparedAt ? 'Submit the evidence…' : 'Prepare the evidence…'}
          about={buyer ?? ''}
        />
      );
    }
    case 'undone': {
      const { name, why, buyer, orderId } = task;
      return (
        <Row
          {...{ icon: Undo2, tone: 'red', isFirst }}
          title={`Not ${PRESSED[name].toLowerCase()}: ${buyer}`}
          open={itemPath('order', orderId)}
          run={() => void finishTasks([keyOf(task)], () => postUndo(orderId))}
          note={[why, `#${orderNumber(orderId)}`].filter(Boolean).join(' · ')}
          {...{ action: 'Done', about: `#${orderNumber(orderId)}` }}
        />
      );
    }
    case 'unsettled':
      return (
        <PaymentRow
          title="A payment cannot be credited"
          note={`${task.payment._id} · since ${dateAndTime(task.payment.since)}`}
          {...task.payment}
          {...{ isFirst, action: 'See what to do' }}
        />
      );
    case 'unmatched':
      return (
        <PaymentRow
          title="A payment without an order"
          note={`${task.payment._id} · ${dateAndTime(task.payment.capturedAt)}`}
          {...task.payment}
          to={() => ask(task)}
          {...{ isFirst, action: 'Refund…' }}
        />
      );
    case 'refund': {
      const { orderId, buyer, due, isSentBack, currency, _id } = task.payment;
      const said = task.payment.failed?.words && `Razorpay says: ${task.payment.failed.words}`;
      const about = [said, isSentBack && SENT_BACK, orderId && `#${orderNumber(orderId)}`, _id];
      return (
        <PaymentRow
          title={`Refund ${buyer ?? 'the buyer'}${isSentBack ? ' again' : ''}`}
          note={about.filter(Boolean).join(' · ')}
          amount={due}
          to={() => ask(task)}
          {...{ currency, isFirst, action: 'Refund…' }}
        />
      );
    }
    case 'refused': {
      const { words, orderId, amount, currency, at, count } = task.refusal;
      return (
        <Row
          {...{ icon: CreditCard, tone: 'red', isFirst }}
          title={`Razorpay refuses to take payments${count > 1 ? `, ${count} times` : ''}`}
          open={itemPath('order', orderId)}
          run={hideRefusal}
          note={`“${words}” · ${price(amount, currency)} · ${dateAndTime(at)}. Ask Razorpay, and write to the buyer.`}
          {...{ action: 'Done', about: 'refused payments' }}
        />
      );
    }
    case 'compensation': {
      const { owed } = task;
      return <CompensationRow {...{ owed, isFirst }} enter={() => ask(task)} />;
    }
    case 'repair': {
      const { part, text } = task.check;
      const isBackup = part === 'Backup';
      return (
        <Row
          {...{ icon: isBackup ? HardDriveDownload : Stethoscope, tone: 'red', isFirst }}
          title={`Needs your attention: ${part}`}
          open={screenPath(isBackup ? 'backups' : 'doctor')}
          note={text}
          action={isBackup ? 'Set up backups' : 'See the check'}
          about={part}
        />
      );
    }
    case 'stuckMail':
      return (
        <Row
          {...{ icon: MailWarning, tone: 'amber', isFirst }}
          title={`${pluralize(task.count, 'mail')} ${task.count === 1 ? 'waits' : 'wait'} for the mail server`}
          open={screenPath('doctor')}
          note={`Since ${dateAndTime(task.since)}. Nothing is lost: each is tried again.`}
          {...{ action: 'Check the mail settings', about: 'Mail' }}
        />
      );
    case 'message': {
      const { buyerId, waitsSince, title, orderId } = task.conversation;
      const name = buyerId?.name ?? 'Deleted account';
      const about = title ?? (orderId ? `#${orderNumber(orderId)}` : 'Question');
      return (
        <Row
          {...{ icon: MessageSquare, tone: 'blue', isFirst }}
          title={nameOf(task.conversation)}
          open={() => openFromList(task.conversation)}
          note={[about, waitsFor(task.conversation)].filter(Boolean).join(' · ')}
          aside={waitsSince && timeAgo(waitsSince)}
          {...{ action: waitsSince ? 'Reply' : 'Read', about: `${name}, ${about}` }}
        />
      );
    }
    case 'review': {
      const { review } = task;
      return (
        <Row
          {...{ icon: Star, tone: 'blue', isFirst }}
          title={`${review.name} gave ${review.rating} of 5`}
          open={() => ask(task)}
          note={`${review.gig} · ${review.comment}`}
          aside={timeAgo(review.createdAt)}
          {...{ action: 'Reply', about: `the review of ${review.name}` }}
        />
      );
    }
    case 'oldReviews':
      return (
        <Row
          {...{ icon: Star, tone: 'blue', isFirst }}
          title={`${pluralize(task.count, 'older review')} without a reply`}
          open={screenPath('reviews')}
          action="Open the reviews"
        />
      );
    case 'letter':
      return (
        <Row
          {...{ icon: Percent, tone: 'amber', isFirst }}
          title={`Letter of undertaking for ${task.year}`}
          open={screenPath('tax')}
          note="Without it, exports carry IGST from 1 April. File it and enter its number."
          {...{ action: 'Enter the number', about: task.year }}
        />
      );
    case 'declaration':
      return (
        <Row
          {...{ icon: Percent, tone: 'amber', isFirst }}
          title={`Declare the exports of ${monthName(task.month)}`}
          open={() => ask(task)}
          note={`${pluralize(task.count, 'invoice')} to buyers abroad, by ${plainDate(task.by)}. Confirm the day with your bank.`}
          {...{ action: 'Enter the declaration…', about: monthName(task.month) }}
        />
      );
    case 'certificate':
      return (
        <Row
          {...{ icon: Percent, tone: 'amber', isFirst }}
          title={`${pluralize(task.count, 'certificate')} of deducted tax ${task.count === 1 ? 'is' : 'are'} late`}
          open={() => ask(task)}
          note={`${task.buyer} owes it since ${plainDate(task.by)}. Ask for it: without it you cannot claim the tax.`}
          {...{ action: 'Enter the number…', about: task.buyer }}
        />
      );
    case 'restored': {
      const { at, last, first } = task.backup;
      return (
        <Row
          {...{ icon: DatabaseBackup, tone: 'amber', isFirst }}
          title={`New paper numbers since the restore of ${plainDate(at)}`}
          open={screenPath('tax')}
          run={hideRestores}
          note={`${last[0] ? `Receipts after ${last[0]} may be missing here.` : 'Papers may be missing here.'} New ones begin at ${first}.`}
          action="Done"
        />
      );
    }
    case 'testOrders':
      return (
        <Row
          {...{ icon: FlaskConical, tone: 'amber', isFirst }}
          title={`${pluralize(task.count, 'order')} placed with test keys`}
          open={() => ask(task)}
          note="The keys are live now. Remove them before they are taken for real ones."
          action="Remove…"
        />
      );
    default:
      return (
        <Row
          {...{ icon: KeyRound, tone: 'amber', isFirst }}
          title="Protect your account with more than a password"
          run="/settings#keys"
          note="Refunds and backups of a published studio need a passkey or an authenticator app."
          action="Add a passkey"
        />
      );
  }
}

interface PaymentRowProps extends Pick<RowProps, 'note' | 'action' | 'isFirst'> {
  title: string;
  amount: number;
  currency: string;
  to?: string | (() => void) | undefined;
}

const PaymentRow = (props: PaymentRowProps) => {
  const { title, note, action, isFirst, amount, currency, to = screenPath('payments') } = props;
  return (
    <Row
      {...{ icon: CreditCard, tone: 'red', title, note, action, isFirst }}
      open={to}
      aside={<span className="price">{price(amount, currency)}</span>}
      about={title}
    />
  );
};
