import './owner-inbox.css';
import { useStore } from '@nanostores/react';
import { Check, MessagesSquare, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { isTyping } from '../../admin/keyboard-shortcuts.ts';
import { useLiveUpdates } from '../../admin/live-updates.ts';
import { $isAssistant } from '../../admin/permissions.ts';
import { itemPath } from '../../admin/router.ts';
import { ScreenLayout } from '../../admin/ScreenLayout.tsx';
import { Button } from '../../components/Button.tsx';
import { DefinitionList } from '../../components/DefinitionList.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { loadOnDemand } from '../../components/load-on-demand.tsx';
import { price, timeAgo } from '../../lib/format.ts';
import { $factors } from '../account/settings/second-factor-store.ts';
import { FilteredList } from '../lists/FilteredList.tsx';
import { deliveryDay, OrderBadge, PaymentBadge } from '../orders/status-badges.tsx';
import { closeChat } from './chat-actions.ts';
import { $openChat } from './conversation-store.ts';
import {
  type ConversationRow,
  type Conversations,
  conversationList,
  type InboxFilter,
  isMine,
  openAddressed,
  openFromList,
  setWaits,
  topicIdOf,
} from './owner-conversations-store.ts';
import { $replyTemplates, loadTemplates } from './owner-reply-templates.ts';
import { $hasTwoPanes, followWindowWidth } from './owner-two-pane-layout.ts';

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * J and K move through the list, R focuses the reply, Escape the list, E says that no answer is needed. Returns a function
 * that stops listening.
 */
function listenForInboxShortcuts(inbox: HTMLElement): () => void {
  const rows = () => [...inbox.querySelectorAll<HTMLElement>('.inbox__row')];
  const current = () => rows().findIndex((row) => row.ariaCurrent === 'true');
  const listen = (event: KeyboardEvent) => {
    // The sequences of the dashboard, such as G R, have been handled before.
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    if (document.querySelector('dialog[open]')) return;
    if (isTyping(event.target)) {
      if (event.key === 'Escape') rows()[Math.max(0, current())]?.focus();
      return;
    }
    const step = STEPS[event.key];
    const isInList = rows().includes(event.target as HTMLElement);
    // Elsewhere the arrow keys scroll.
    if (step && (isInList || event.key.length === 1)) {
      event.preventDefault();
      const from = isInList ? rows().indexOf(event.target as HTMLElement) : current();
      rows()[Math.min(rows().length - 1, Math.max(0, from + step))]?.focus();
    } else if (event.key === 'r') {
      const field = inbox.querySelector<HTMLElement>('textarea');
      if (field) event.preventDefault();
      field?.focus();
    } else if (event.key === 'e') {
      const row = isInList ? (event.target as HTMLElement) : rows()[current()];
      row?.parentElement?.querySelector<HTMLElement>('.inbox__settle')?.click();
    }
  };
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}

const AdminConversation = loadOnDemand(
  async () => (await import('./OwnerChat.tsx')).OwnerConversation,
);

const TABS: Record<InboxFilter | '', string> = {
  ...{ '': 'Mine', mine: 'Mine', client: 'With client', all: 'All' },
};

/** The conversations, and on a wide screen the open one beside them with its order. */
export function OwnerInbox() {
  const list = useStore(conversationList.$list);
  const isInline = useStore($hasTwoPanes);
  const open = useStore($openChat);
  const templates = useStore($replyTemplates);
  const isAssistant = useStore($isAssistant);
  const isOpen = open !== null;
  const isEmpty = list.state !== 'loaded' || (list.value.conversations.length === 0 && !open);
  const inbox = useRef<HTMLDivElement>(null);
  useLiveUpdates(conversationList.reload);
  useEffect(followWindowWidth, []);
  useEffect(() => (inbox.current ? listenForInboxShortcuts(inbox.current) : undefined), []);
  useEffect(() => closeChat, []);
  useEffect(openAddressed, []);
  useEffect(() => {
    if (isOpen) void loadTemplates();
  }, [isOpen]);
  return (
    <ScreenLayout
      title="Inbox"
      note={isInline && 'J and K move, Enter opens, R replies, E needs no answer.'}
    >
      {isAssistant && <SecondFactorNotice />}
      <div className="inbox" ref={inbox}>
        <div className="inbox__panes">
          <div className="inbox__list">
            <FilteredList
              list={conversationList}
              choices={{
                ...{ label: 'Which conversations', filter: 'show', isTabs: true },
                values: ['', 'client', 'all'],
                nameOf: (each) => TABS[each],
                countOf: (each) =>
                  each === '' && list.state === 'loaded' ? list.value.waiting : undefined,
              }}
              search={['Find a conversation', 'Name, order, gig …']}
              count={(page) => page.conversations.length}
              empty={[
                'Nothing waits here',
                'What clients ask and write about their orders arrives here.',
                MessagesSquare,
              ]}
            >
              {(page) => <ConversationList list={page.conversations} openId={open?.id} />}
            </FilteredList>
          </div>
          {isInline && !isEmpty && (
            <section className="card chat inbox__chat" aria-label="Conversation">
              {open ? (
                <AdminConversation key={open.id} templates={templates} />
              ) : (
                <EmptyState title="Choose a conversation">
                  <p>Until you open one, its client does not see that it is read.</p>
                </EmptyState>
              )}
            </section>
          )}
          {isInline && open?.order && <OrderAside order={open.order} />}
        </div>
      </div>
    </ScreenLayout>
  );
}

/** Asks an assistant for a second factor, as the owner is asked on the first screen. */
function SecondFactorNotice() {
  const factors = useStore($factors);
  useEffect(() => void $factors.load(), []);
  if (factors.state !== 'loaded') return null;
  const { totp, passkeys } = factors.value;
  return totp || passkeys.length > 0 ? null : (
    <AddSecondFactor reason="You read what buyers write and order." />
  );
}

/** Asks the person to add a passkey or an authenticator app; `reason` says why. */
const AddSecondFactor = ({ reason }: { reason: string }) => (
  <section className="notice row space-between second-factor" aria-labelledby="second-factor">
    <div>
      <h2 id="second-factor">Protect your account with more than a password</h2>
      <p>A passkey or an authenticator app takes a minute. {reason}</p>
    </div>
    <a className="button button--small" href="/settings#keys" rel="external">
      Add a passkey
    </a>
  </section>
);

interface Props {
  list: Conversations;
  /** The id of the open conversation's order or question. */
  openId: string | undefined;
}

/** One row for each person, who waits longest first in "mine". */
const ConversationList = ({ list, openId }: Props) => (
  <ul className="card divided" aria-label="Conversations">
    {[...Map.groupBy(list, ({ buyerId }) => buyerId?._id).entries()].map(([id, rows]) => (
      <Person key={id} rows={rows} openId={openId} />
    ))}
  </ul>
);

/** What is shown of a person at once, beside all that waits. */
const FIRST_ROWS = 3;

/** A person with their orders and questions inside. */
function Person({ rows, openId }: { rows: Conversations; openId: string | undefined }) {
  const [isWhole, setWhole] = useState(false);
  const shown = rows.slice(
    0,
    isWhole ? rows.length : Math.max(FIRST_ROWS, rows.filter(isMine).length),
  );
  const name = rows[0]?.buyerId?.name ?? 'Deleted account';
  return (
    <li>
      {shown.map((row, at) => (
        <Thread
          key={row._id}
          row={row}
          name={name}
          isFirst={at === 0}
          isOpen={topicIdOf(row) === openId}
        />
      ))}
      {shown.length < rows.length && (
        <p className="row">
          <Button small variant="quiet" onClick={() => setWhole(true)}>
            {rows.length - shown.length} more
          </Button>
        </p>
      )}
    </li>
  );
}

interface ThreadProps {
  row: ConversationRow;
  name: string;
  /** The name stands in a person's first row. */
  isFirst: boolean;
  isOpen: boolean;
}

/** A conversation: about what, the last words, how long it waits; and a press that says that it needs no answer. */
function Thread({ row, name, isFirst, isOpen }: ThreadProps) {
  const at = row.waitsSince ?? row.lastMessageAt;
  const about = row.title ?? 'Question';
  const isClients = row.lastMessage.senderId === row.buyerId?._id;
  return (
    <div className="inbox__thread">
      <button
        className="inbox__row"
        type="button"
        aria-current={isOpen}
        onClick={() => openFromList(row)}
      >
        <strong className="truncate">{isFirst ? name : about}</strong>
        <span className="text-13">{at ? timeAgo(at) : ''}</span>
        <span className="text-13 clamp">
          {isClients ? '' : 'You: '}
          {row.lastMessage.messageText || 'Nothing yet'}
        </span>
        <span className="row">
          {isFirst && <span className="text-13 truncate">{about}</span>}
          {row.orderStatus ? (
            <OrderBadge status={row.orderStatus} />
          ) : (
            row.title && <span className="badge">Question</span>
          )}
          {row.hasOpenQuote && <span className="badge badge--blue">Quote</span>}
          {row.unproved > 0 && <span className="badge badge--amber">{row.unproved} unproved</span>}
          {row.unread > 0 && <span className="badge badge--blue">{row.unread} new</span>}
        </span>
      </button>
      {isClients && (
        <Button
          small
          variant="quiet"
          className="inbox__settle"
          icon={row.waitsSince ? Check : Undo2}
          aria-label={`${row.waitsSince ? 'No answer needed' : 'Needs an answer'}: ${name}, ${about}`}
          title={row.waitsSince ? 'No answer needed (E)' : 'Needs an answer'}
          onClick={() => void setWaits(row, row.waitsSince === null)}
        />
      )}
    </div>
  );
}

/** The order or question of the conversation, shown beside it. */
function OrderAside({ order }: { order: OrderDto }) {
  const [item] = order.OrderItems;
  const { totalAmount, paidAmount, taxDeducted, currency } = order.paymentInfo;
  return (
    <aside className="card card--padded stack inbox__order" aria-label="The order">
      <h2>{item?.title}</h2>
      <p className="row">
        <OrderBadge status={order.orderStatus} />
        <PaymentBadge order={order} />
      </p>
      <DefinitionList
        rows={[
          ['Package', item?.selectedPlan.planType ?? '—'],
          ['Deliver by', deliveryDay(order)],
          ['Total', price(totalAmount, currency)],
          [
            'Paid',
            `${price(paidAmount, currency)}${taxDeducted > 0 ? ` + ${price(taxDeducted, currency)} deducted` : ''}`,
          ],
          ['Revisions', `${order.usedRevisions} of ${order.maxRevisions}`],
        ]}
      />
      <a className="button" href={itemPath('order', order._id)}>
        Open the order
      </a>
    </aside>
  );
}
