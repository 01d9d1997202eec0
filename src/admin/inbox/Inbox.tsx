import '../orders/orders.css';
import { useStore } from '@nanostores/react';
import { MessagesSquare } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { shortId } from '../../../api/modules/orders/rules.ts';
import { Empty } from '../../components/Empty.tsx';
import { LoadedContent } from '../../features/loading/LoadedContent.tsx';
import { OrderBadge } from '../../features/orders/badges.tsx';
import { ago } from '../../lib/format.ts';
import { useLiveUpdates } from '../live-updates.ts';
import { Screen } from '../Screen.tsx';
import { $conversations, loadConversations, openConversationForOrder } from './stores.ts';

/** Moves the focus through the list with J and K or the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[Math.min(buttons.length - 1, Math.max(0, at + step))]?.focus();
}

export function Inbox() {
  const conversations = useStore($conversations);
  useLiveUpdates(loadConversations);
  return (
    <Screen title="Inbox" note="Unread first. J and K walk, Enter opens.">
      <LoadedContent loaded={conversations} retry={loadConversations}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={MessagesSquare} title="No conversations yet">
              <p>What buyers write about their orders arrives here.</p>
            </Empty>
          ) : (
            <ul className="sheet queue queue--cols" onKeyDown={moveFocus}>
              {list.map(({ _id, orderId, orderStatus, buyerId, lastMessage, unread, ...rest }) => (
                <li key={_id}>
                  <button
                    className="queue__line"
                    type="button"
                    onClick={() => void openConversationForOrder(orderId)}
                  >
                    <span className="mono">#{shortId(orderId)}</span>
                    <span className="queue__main">
                      <strong>{buyerId?.name ?? 'Somebody who has left'}</strong>
                      <span className="fine">{lastMessage.messageText || 'Nothing yet'}</span>
                    </span>
                    <span className="row">
                      {unread > 0 && <span className="badge badge--blue">{unread} new</span>}
                      <OrderBadge status={orderStatus} />
                    </span>
                    <span className="fine queue__when">
                      {rest.lastMessageAt ? ago(rest.lastMessageAt) : ''}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </LoadedContent>
    </Screen>
  );
}
