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
import { type ReactNode, useState } from 'react';
import type { OrderStep } from '../../../api/modules/dashboard/open-tasks.ts';
import type { Task, TodayOrder } from '../../../api/modules/dashboard/today.ts';
import { describeNext } from '../../../api/modules/orders/next-rules.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { WHAT_TO_DO } from '../../../api/platform/mail/texts.ts';
import type { UndeliverableMail } from '../../../api/platform/mail/undeliverable.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { readJson } from '../../lib/api.ts';
import { dateAndTime, exactPrice, plainDate, pluralize, price, timeAgo } from '../../lib/format.ts';
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
  finishTasks,
  hideRestores,
  keyOf,
  type Summary,
  showAllTasks,
} from './today-store.ts';

/** From this number on, failed mail with the same cause is one row. */
const MANY_MAILS = 4;

/** Everything that waits for the owner, each as a row with its action. */
export function Tasks({ tasks, count, nextDelivery, steps }: Summary) {
  const leaving = useStore($leaving);
  const done = useStore($done);
  const [question, ask] = useState<Question | null>(null);
  const shown = tasks.filter((task) => !leaving.includes(keyOf(task)));
  const mails = Object.groupBy(
    shown.flatMap((task) => (task.kind === 'mail' ? [task.mail] : [])),
    ({ trouble }) => trouble,
  );
  const rows = shown.flatMap((task, at) => {
    const sameMail = (task.kind === 'mail' && mails[task.mail.trouble]) || [];
    if (task.kind !== 'mail' || sameMail.length < MANY_MAILS)
      return [<TaskRow key={keyOf(task)} task={task} isFirst={at === 0} ask={ask} />];
    return sameMail[0] === task.mail ? [<MailRow key={task.mail.trouble} mails={sameMail} />] : [];
  });
  return (
    <>
      <p className="visually-hidden" role="status">
        {done}
      </p>
      {rows.length > 0 ? (
        <List label="Waits for you">{rows}</List>
      ) : (
        !steps && (
          <EmptyState icon={Sun} title="Nothing waits for you">
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

interface LinkProps {
  to: string;
  isFirst: boolean;
  about?: string;
  children: string;
}

const ActionLink = ({ to, isFirst, about, children }: LinkProps) => (
  <a
    className={`button button--small ${isFirst ? 'button--solid' : ''}`}
    href={to}
    aria-label={about && `${children}: ${about}`}
    rel={to.startsWith('/desk') ? undefined : 'external'}
  >
    {children}
  </a>
);

function TaskRow({ task, isFirst, ask }: TaskProps<Task>) {
  switch (task.kind) {
    case 'order':
      return <OrderTaskRow {...{ task, isFirst, ask }} />;
    case 'mail':
      return <MailRow mails={[task.mail]} isFirst={isFirst} />;
    case 'dispute': {
      const { orderId, buyer, reason, amount, currency, preparedAt } = task.dispute;
      const path = orderId ? itemPath('order', orderId) : screenPath('payments');
      return (
        <ListRow
          icon={Scale}
          tone="red"
          title={disputeDeadline(task.dispute)}
          open={path}
          note={[buyer, reason].filter(Boolean).join(' · ')}
          aside={<span className="price">{price(amount, currency)}</span>}
        >
          <ActionLink to={path} isFirst={isFirst} about={buyer ?? ''}>
            {preparedAt ? 'Submit the evidence' : 'Prepare the evidence'}
          </ActionLink>
        </ListRow>
      );
    }
    case 'unsettled':
      return (
        <PaymentRow
          title="A payment cannot be credited"
          note={`${task.payment._id} · since ${dateAndTime(task.payment.since)}`}
          amount={task.payment.amount}
          currency={task.payment.currency}
          to={screenPath('payments')}
          {...{ isFirst, action: 'See what to do' }}
        />
      );
    case 'unmatched':
      return (
        <PaymentRow
          title="A payment without an order"
          note={`${task.payment._id} · ${dateAndTime(task.payment.capturedAt)}`}
          amount={task.payment.amount}
          currency={task.payment.currency}
          to={screenPath('payments')}
          {...{ isFirst, action: 'Refund…' }}
        />
      );
    case 'refund': {
      const { orderId, buyer, amount, refunded, lost } = task.payment;
      return (
        <PaymentRow
          title={`Refund ${buyer ?? 'the buyer'}`}
          note={[orderId && `#${orderNumber(orderId)}`, task.payment._id]
            .filter(Boolean)
            .join(' · ')}
          amount={amount - refunded - lost}
          currency={task.payment.currency}
          to={orderId ? itemPath('order', orderId) : screenPath('payments')}
          {...{ isFirst, action: 'Refund…' }}
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
      const path = screenPath(isBackup ? 'backups' : 'doctor');
      return (
        <ListRow
          icon={isBackup ? HardDriveDownload : Stethoscope}
          tone="red"
          title={`Needs your attention: ${part}`}
          open={path}
          note={text}
        >
          <ActionLink to={path} isFirst={isFirst} about={part}>
            {isBackup ? 'Set up backups' : 'See the check'}
          </ActionLink>
        </ListRow>
      );
    }
    case 'stuckMail':
      return (
        <ListRow
          icon={MailWarning}
          tone="amber"
          title={`${pluralize(task.count, 'mail')} ${task.count === 1 ? 'waits' : 'wait'} for the mail server`}
          open={screenPath('doctor')}
          note={`Since ${dateAndTime(task.since)}. Nothing is lost: each is tried again.`}
        >
          <ActionLink to={screenPath('doctor')} isFirst={isFirst} about="Mail">
            Check the mail settings
          </ActionLink>
        </ListRow>
      );
    case 'message': {
      const { buyerId, lastMessage, lastMessageAt, unread, gigTitle, orderId } = task.conversation;
      const name = buyerId?.name ?? 'Somebody who has left';
      const about = orderId ? `#${orderNumber(orderId)}` : (gigTitle ?? 'Question');
      const open = () => void openFromList(task.conversation);
      return (
        <ListRow
          icon={MessageSquare}
          tone="blue"
          title={unread > 1 ? `${name}, ${unread} messages` : name}
          open={open}
          note={`${about} · ${lastMessage.messageText}`}
          aside={lastMessageAt && timeAgo(lastMessageAt)}
        >
          <Button
            small
            variant={variant(isFirst)}
            aria-label={`Reply: ${name}, ${about}`}
            onClick={open}
          >
            Reply
          </Button>
        </ListRow>
      );
    }
    case 'review': {
      const { review } = task;
      const open = () => ask({ kind: 'review', review });
      return (
        <ListRow
          icon={Star}
          tone="blue"
          title={`${review.name} gave ${review.rating} of 5`}
          open={open}
          note={`${review.gig} · ${review.comment}`}
          aside={timeAgo(review.createdAt)}
        >
          <Button
            small
            variant={variant(isFirst)}
            aria-label={`Reply: the review of ${review.name}`}
            onClick={open}
          >
            Reply
          </Button>
        </ListRow>
      );
    }
    case 'letter':
      return (
        <ListRow
          icon={Percent}
          tone="amber"
          title={`Letter of undertaking for ${task.year}`}
          open={screenPath('tax')}
          note="Without it, exports carry IGST from 1 April. File it and enter its number."
        >
          <ActionLink to={screenPath('tax')} isFirst={isFirst} about={task.year}>
            Enter the number
          </ActionLink>
        </ListRow>
      );
    case 'restored': {
      const { at, last, first } = task.backup;
      return (
        <ListRow
          icon={DatabaseBackup}
          tone="amber"
          title={`New paper numbers since the restore of ${plainDate(at)}`}
          open={screenPath('tax')}
          note={`${last[0] ? `Receipts after ${last[0]} may be missing here.` : 'Papers may be missing here.'} New ones begin at ${first}.`}
        >
          <Button small variant={variant(isFirst)} onClick={hideRestores}>
            Done
          </Button>
        </ListRow>
      );
    }
    case 'testOrders': {
      const open = () => ask({ kind: 'testOrders' });
      return (
        <ListRow
          icon={FlaskConical}
          tone="amber"
          title={`${pluralize(task.count, 'order')} placed with test keys`}
          open={open}
          note="The keys are live now. Remove them before they are taken for real ones."
        >
          <Button small variant={variant(isFirst)} onClick={open}>
            Remove…
          </Button>
        </ListRow>
      );
    }
    default:
      return (
        <ListRow
          icon={KeyRound}
          tone="amber"
          title="Protect your account with more than a password"
          note="Refunds and backups of a published studio need a passkey or an authenticator app."
        >
          <ActionLink to="/settings#keys" isFirst={isFirst}>
            Add a passkey
          </ActionLink>
        </ListRow>
      );
  }
}

interface PaymentRowProps {
  title: string;
  note: ReactNode;
  amount: number;
  currency: string;
  to: string;
  action: string;
  isFirst: boolean;
}

const PaymentRow = ({ title, note, amount, currency, to, action, isFirst }: PaymentRowProps) => (
  <ListRow
    icon={CreditCard}
    tone="red"
    title={title}
    open={to}
    note={note}
    aside={<span className="price">{exactPrice(amount, currency)}</span>}
  >
    <ActionLink to={to} isFirst={isFirst} about={title}>
      {action}
    </ActionLink>
  </ListRow>
);

const STEP_ICONS: Record<OrderStep, typeof Package> = {
  start: Package,
  deliver: PackageCheck,
  answerRevision: RefreshCw,
  answerProposal: RefreshCw,
};

function OrderTaskRow({ task, isFirst, ask }: TaskProps<Task & { kind: 'order' }>) {
  const { order, step, isLate } = task;
  const next = { ...order.next, turn: 'owner' as const, step };
  const { title } = describeNext({ ...order, next }, 'owner', { day: plainDate, now: new Date() });
  const about = `#${orderNumber(order._id)}`;
  const path = itemPath('order', order._id);
  const isToDeliver = step === 'start' || step === 'deliver';
  return (
    <ListRow
      icon={STEP_ICONS[step]}
      tone={isLate ? 'red' : 'amber'}
      title={title}
      open={path}
      note={[order.buyer.name, order.OrderItems[0]?.title, about].filter(Boolean).join(' · ')}
      aside={
        isToDeliver && order.deliveryDate ? (
          <span data-late={isLate || undefined}>{deadlineSentence(order.deliveryDate)}</span>
        ) : undefined
      }
    >
      {step === 'start' && (
        <Button
          small
          variant={variant(isFirst)}
          aria-label={`${order.isQuoted ? 'Start work' : 'Accept'}: ${about}`}
          onClick={() => void finishTasks([keyOf(task)], () => postAcceptance(order._id))}
        >
          {order.isQuoted ? 'Start work' : 'Accept'}
        </Button>
      )}
      {step === 'deliver' && (
        <ActionLink to={path} isFirst={isFirst} about={about}>
          Deliver
        </ActionLink>
      )}
      {!isToDeliver && (
        <Button
          small
          variant={variant(isFirst)}
          aria-label={`Answer: ${about}`}
          onClick={() => ask({ kind: 'order', order, step, title })}
        >
          Answer…
        </Button>
      )}
    </ListRow>
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
