import { useStore } from '@nanostores/react';
import {
  CreditCard,
  DatabaseBackup,
  FlaskConical,
  HardDriveDownload,
  KeyRound,
  MailWarning,
  MessageSquare,
  Package,
  PackageCheck,
  Percent,
  RefreshCw,
  Scale,
  Star,
  Stethoscope,
  Sun,
} from 'lucide-react';
import { useState } from 'react';
import type { OrderStep } from '../../../api/modules/dashboard/open-tasks.ts';
import type { Task, TodayOrder } from '../../../api/modules/dashboard/today.ts';
import { describeNext } from '../../../api/modules/orders/next-rules.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { WHAT_TO_DO } from '../../../api/platform/mail/texts.ts';
import type { UndeliverableMail } from '../../../api/platform/mail/undeliverable.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { List, ListRow, type RowProps as ListRowProps } from '../../components/List.tsx';
import { useAfterFirstRender } from '../../components/use-after-first-render.ts';
import { readJson } from '../../lib/api.ts';
import {
  dateAndTime,
  exactPrice,
  monthName,
  plainDate,
  pluralize,
  price,
  promisedDay,
  timeAgo,
} from '../../lib/format.ts';
import { disputeDeadline } from '../disputes/deadline.ts';
import { openFromList } from '../inbox/conversations-store.ts';
import { deadlineSentence } from '../orders/deadline.ts';
import { postAcceptance } from '../orders/orders-store.ts';
import { CompensationRow } from '../payments/Compensations.tsx';
import { adminApi } from '../requests.ts';
import { itemPath, screenPath } from '../router.ts';
import { AnswerDialog, type Question } from './AnswerDialog.tsx';
import {
  $done,
  $leaving,
  acceptAll,
  finishTasks,
  hideRefusal,
  hideRestores,
  keyOf,
  type Summary,
  showAllTasks,
} from './today-store.ts';

const SENT_BACK = 'The bank has sent it back';

/** More than the first view of a screen holds. */
const FIRST_ROWS = 12;

/** From this number on, failed mail with the same cause is one row, and so are new orders. */
const MANY = 4;

/** Everything that waits for the owner, each as a row with its action. */
export function Tasks({ tasks, count, nextDelivery, steps }: Summary) {
  const leaving = useStore($leaving);
  const done = useStore($done);
  const [question, ask] = useState<Question | null>(null);
  const isAfter = useAfterFirstRender();
  const shown = tasks.filter((task) => !leaving.includes(keyOf(task)));
  const mails = Object.groupBy(
    shown.flatMap((task) => (task.kind === 'mail' ? [task.mail] : [])),
    ({ trouble }) => trouble,
  );
  const orders = shown.flatMap((task) => (isNewOrder(task) ? [task.order] : []));
  const rows = shown.flatMap((task, at) => {
    if (isNewOrder(task) && orders.length >= MANY)
      return task.order === orders[0]
        ? [<NewOrders key="new" {...{ orders, isFirst: at === 0 }} />]
        : [];
    const sameMail = (task.kind === 'mail' && mails[task.mail.trouble]) || [];
    if (task.kind !== 'mail' || sameMail.length < MANY)
      return [<TaskRow key={keyOf(task)} task={task} isFirst={at === 0} ask={ask} />];
    return sameMail[0] === task.mail ? [<MailRow key={task.mail.trouble} mails={sameMail} />] : [];
  });
  return (
    <>
      <p className="visually-hidden" role="status">
        {done}
      </p>
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
      {question && <AnswerDialog question={question} close={() => ask(null)} />}
    </>
  );
}

/** A paid order to accept; late ones stay rows of their own. */
const isNewOrder = (task: Task): task is Task & { kind: 'order' } =>
  task.kind === 'order' && task.step === 'start' && !task.isLate;

/** Many new orders, accepted by one press. */
function NewOrders({ orders, isFirst }: { orders: TodayOrder[]; isFirst: boolean }) {
  return (
    <ListRow
      icon={Package}
      tone="amber"
      title={`${orders.length} new orders`}
      text={orders.map((order) => (
        <span key={order._id}>
          <a href={itemPath('order', order._id)}>{boughtIn(order)}</a> · {order.buyer.name} ·{' '}
          <span className="price">
            {price(order.paymentInfo.totalAmount, order.paymentInfo.currency)}
          </span>
          {order.deliveryDate && ` · ${deadlineSentence(order.deliveryDate).toLowerCase()}`}
        </span>
      ))}
    >
      <Button small variant={variant(isFirst)} onClick={() => void acceptAll(orders)}>
        Accept {orders.length} orders
      </Button>
    </ListRow>
  );
}

const boughtIn = ({ OrderItems: [item] }: TodayOrder): string =>
  [item?.title, item?.selectedPlan.planType].filter(Boolean).join(', ');

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
  ask: (question: Question) => void;
}

const variant = (isFirst: boolean) => (isFirst ? 'solid' : undefined);

interface RowProps extends Pick<ListRowProps, 'icon' | 'tone' | 'title' | 'note' | 'aside'> {
  /** The address or the dialog behind the row, and behind its button unless that has its own. */
  open?: string | (() => void);
  run?: string | (() => void);
  action: string;
  /** What the button is about, for screen readers. */
  about?: string | undefined;
  isFirst: boolean;
}

/** A row with its one action. */
function Row({ open, run, action, about, isFirst, ...row }: RowProps) {
  const label = about && `${action}: ${about}`;
  const does = run ?? open;
  return (
    <ListRow {...row} open={open}>
      {typeof does === 'string' ? (
        <a
          className={`button button--small ${isFirst ? 'button--solid' : ''}`}
          href={does}
          aria-label={label}
          rel={does.startsWith('/desk') ? undefined : 'external'}
        >
          {action}
        </a>
      ) : (
        <Button small variant={variant(isFirst)} aria-label={label} onClick={does}>
          {action}
        </Button>
      )}
    </ListRow>
  );
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
          open={orderId ? itemPath('order', orderId) : screenPath('payments')}
          note={[buyer, reason].filter(Boolean).join(' · ')}
          aside={<span className="price">{price(amount, currency)}</span>}
          action={preparedAt ? 'Submit the evidence' : 'Prepare the evidence'}
          about={buyer ?? ''}
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
          {...{ isFirst, action: 'Refund…' }}
        />
      );
    case 'refund': {
      const { orderId, buyer, due, isSentBack, currency, _id } = task.payment;
      const said = task.words && `Razorpay says: ${task.words}`;
      const about = [said, isSentBack && SENT_BACK, orderId && `#${orderNumber(orderId)}`, _id];
      return (
        <PaymentRow
          title={`Refund ${buyer ?? 'the buyer'}${isSentBack ? ' again' : ''}`}
          note={about.filter(Boolean).join(' · ')}
          amount={due}
          to={orderId ? itemPath('order', orderId) : undefined}
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
          note={`“${words}” · ${exactPrice(amount, currency)} · ${dateAndTime(at)}. Ask Razorpay, and write to the buyer.`}
          {...{ action: 'Done', about: 'refused payments' }}
        />
      );
    }
    case 'compensation': {
      const { owed } = task;
      return <CompensationRow {...{ owed, isFirst }} enter={() => ask({ kind: 'paid', owed })} />;
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
      const { buyerId, lastMessage, lastMessageAt, unread, gigTitle, orderId } = task.conversation;
      const name = buyerId?.name ?? 'Deleted account';
      const about = orderId ? `#${orderNumber(orderId)}` : (gigTitle ?? 'Question');
      return (
        <Row
          {...{ icon: MessageSquare, tone: 'blue', isFirst }}
          title={unread > 1 ? `${name}, ${unread} messages` : name}
          open={() => void openFromList(task.conversation)}
          note={`${about} · ${lastMessage.messageText}`}
          aside={lastMessageAt && timeAgo(lastMessageAt)}
          {...{ action: 'Reply', about: `${name}, ${about}` }}
        />
      );
    }
    case 'review': {
      const { review } = task;
      return (
        <Row
          {...{ icon: Star, tone: 'blue', isFirst }}
          title={`${review.name} gave ${review.rating} of 5`}
          open={() => ask({ kind: 'review', review })}
          note={`${review.gig} · ${review.comment}`}
          aside={timeAgo(review.createdAt)}
          {...{ action: 'Reply', about: `the review of ${review.name}` }}
        />
      );
    }
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
          open={screenPath('tax')}
          note={`${pluralize(task.count, 'invoice')} to buyers abroad, by ${plainDate(task.by)}. Confirm the day with your bank.`}
          {...{ action: 'Enter the declaration', about: monthName(task.month) }}
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
          open={() => ask({ kind: 'testOrders' })}
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
  to?: string | undefined;
}

const PaymentRow = (props: PaymentRowProps) => {
  const { title, note, action, isFirst, amount, currency, to = screenPath('payments') } = props;
  return (
    <Row
      {...{ icon: CreditCard, tone: 'red', title, note, action, isFirst }}
      open={to}
      aside={<span className="price">{exactPrice(amount, currency)}</span>}
      about={title}
    />
  );
};

const STEP_ICONS: Record<OrderStep, typeof Package> = {
  start: Package,
  deliver: PackageCheck,
  answerRevision: RefreshCw,
  answerProposal: RefreshCw,
};

function OrderTaskRow({ task, isFirst, ask }: TaskProps<Task & { kind: 'order' }>) {
  const { order, step, isLate } = task;
  const next = { ...order.next, turn: 'owner' as const, step };
  const { title } = describeNext({ ...order, next }, 'owner', {
    day: promisedDay,
    now: new Date(),
  });
  const about = `#${orderNumber(order._id)}`;
  const path = itemPath('order', order._id);
  const isToDeliver = step === 'start' || step === 'deliver';
  const action = {
    start: {
      action: order.isQuoted ? 'Start work' : 'Accept',
      run: () => void finishTasks([keyOf(task)], () => postAcceptance(order._id)),
    },
    deliver: { action: 'Deliver' },
    answer: { action: 'Answer…', run: () => ask({ kind: 'order', order, step, title }) },
  };
  return (
    <Row
      {...{
        icon: STEP_ICONS[step],
        tone: isLate ? 'red' : 'amber',
        title,
        open: path,
        isFirst,
        about,
      }}
      note={[boughtIn(order), order.buyer.name, about].filter(Boolean).join(' · ')}
      aside={
        isToDeliver && order.deliveryDate ? (
          <span data-tone={isLate ? 'red' : undefined}>{deadlineSentence(order.deliveryDate)}</span>
        ) : undefined
      }
      {...action[step === 'start' || step === 'deliver' ? step : 'answer']}
    />
  );
}

const MAIL_TITLES: Record<UndeliverableMail['trouble'], [one: string, many: string]> = {
  refused: ['was refused', 'mails were refused'],
  passing: ['with a code was refused', 'mails with a code were refused'],
  unreadable: ['cannot be read', 'mails cannot be read'],
};

/** Failed mail with one cause; more than a few are one row. */
function MailRow({ mails, isFirst = false }: { mails: UndeliverableMail[]; isFirst?: boolean }) {
  const [mail] = mails;
  if (!mail) return null;
  const { trouble } = mail;
  const isOne = mails.length === 1;
  const [one, many] = MAIL_TITLES[trouble];
  const subject = mail.subject ?? `A ${mail.kind} mail`;
  const recipient = mail.to ?? 'somebody';
  const about = isOne ? `${subject}, ${recipient}` : `${mails.length} ${many}`;
  const json = { ids: mails.map(({ _id }) => _id) };
  const button = (action: 'send-again' | 'dismiss', label: string) => (
    <Button
      small
      variant={action === 'dismiss' && trouble === 'refused' ? 'quiet' : variant(isFirst)}
      aria-label={`${label}: ${about}`}
      onClick={() =>
        void finishTasks(json.ids, () => readJson(adminApi.mail[action].$post({ json })))
      }
    >
      {label}
    </Button>
  );
  return (
    <ListRow
      icon={MailWarning}
      tone="amber"
      title={isOne ? `Mail to ${recipient} ${one}` : about}
      note={`${isOne ? `${subject} · ` : ''}${WHAT_TO_DO[trouble]}`}
      aside={isOne ? timeAgo(mail.at) : undefined}
    >
      {trouble === 'refused' && button('send-again', isOne ? 'Send again' : 'Send all again')}
      {button('dismiss', isOne ? 'Dismiss' : 'Dismiss all')}
    </ListRow>
  );
}
