import './inbox.css';
import { useStore } from '@nanostores/react';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { DefinitionList } from '../../components/DefinitionList.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { loadOnDemand } from '../../components/load-on-demand.tsx';
import { $factors } from '../../features/account/settings/second-factor-store.ts';
import { closeChat } from '../../features/chat/chat-actions.ts';
import { $openChat } from '../../features/chat/conversation-store.ts';
import { deliveryDay, OrderBadge, PaymentBadge } from '../../features/orders/status-badges.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { price, timeAgo } from '../../lib/format.ts';
import { useLiveUpdates } from '../live-updates.ts';
import { $isAssistant } from '../permissions.ts';
import { $replyTemplates, loadTemplates } from '../reply-templates.ts';
import { itemPath } from '../router.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import {
  $conversations,
  type Conversations,
  openFromList,
  openLinkedConversation,
  topicIdOf,
} from './conversations-store.ts';
import { listenForInboxShortcuts } from './keyboard-shortcuts.ts';
import { $hasTwoPanes, followWindowWidth } from './two-pane-layout.ts';

const AdminConversation = loadOnDemand(
  async () => (await import('../AdminChat.tsx')).AdminConversation,
);

/** The conversations, and on a wide screen the open one beside them with its order. */
export function Inbox() {
  const conversations = useStore($conversations);
  const isInline = useStore($hasTwoPanes);
  const open = useStore($openChat);
  const templates = useStore($replyTemplates);
  const isAssistant = useStore($isAssistant);
  const isOpen = open !== null;
  const inbox = useRef<HTMLDivElement>(null);
  useLiveUpdates($conversations.load);
  useEffect(followWindowWidth, []);
  useEffect(() => (inbox.current ? listenForInboxShortcuts(inbox.current) : undefined), []);
  useEffect(() => closeChat, []);
  useEffect(openLinkedConversation, []);
  useEffect(() => {
    if (isOpen) void loadTemplates();
  }, [isOpen]);
  return (
    <ScreenLayout
      title="Inbox"
      note={`Unread first.${isInline ? ' J and K move, Enter opens, R replies.' : ''}`}
    >
      {isAssistant && <SecondFactorNotice />}
      <div className="inbox" ref={inbox}>
        <LoadedContent loaded={conversations} retry={$conversations.load}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState icon={MessagesSquare} title="No conversations yet">
                <p>What buyers ask and write about their orders arrives here.</p>
              </EmptyState>
            ) : (
              <div className="inbox__panes">
                <ConversationList list={list} openId={open?.id} />
                {isInline && (
                  <section className="card chat inbox__chat" aria-label="Conversation">
                    {open ? (
                      <AdminConversation key={open.id} templates={templates} />
                    ) : (
                      <EmptyState title="Choose a conversation" />
                    )}
                  </section>
                )}
                {isInline && open?.order && <OrderAside order={open.order} />}
              </div>
            )
          }
        </LoadedContent>
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

/** One row for each conversation: who wrote what, about which order or question, and when. */
const ConversationList = ({ list, openId }: Props) => (
  <ul className="card inbox__list divided" aria-label="Conversations">
    {list.map((row) => (
      <li key={row._id}>
        <button
          className="inbox__row"
          type="button"
          aria-current={topicIdOf(row) === openId}
          onClick={() => void openFromList(row)}
        >
          <strong className="truncate">{row.buyerId?.name ?? 'Deleted account'}</strong>
          <span className="text-13">{row.lastMessageAt ? timeAgo(row.lastMessageAt) : ''}</span>
          <span className="text-13 clamp inbox__text">
            {row.lastMessage.messageText || 'Nothing yet'}
          </span>
          <span className="row">
            {row.orderId === null ? (
              <span className="text-13 inbox__about">{row.gigTitle ?? 'No gig'}</span>
            ) : (
              <span className="mono text-13">#{orderNumber(row.orderId)}</span>
            )}
            {row.orderStatus ? (
              <OrderBadge status={row.orderStatus} />
            ) : (
              <span className="badge badge--blue">Question</span>
            )}
            {row.unread > 0 && <span className="badge badge--blue">{row.unread} new</span>}
          </span>
        </button>
      </li>
    ))}
  </ul>
);

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
