import './inbox.css';
import { useStore } from '@nanostores/react';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { loadOnDemand } from '../../components/load-on-demand.tsx';
import { closeChat } from '../../features/chat/chat-actions.ts';
import { $openChat } from '../../features/chat/conversation-store.ts';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { SecondFactorNotice } from '../assistants/SecondFactorNotice.tsx';
import { useLiveUpdates } from '../live-updates.ts';
import { $isAssistant } from '../permissions.ts';
import { $replyTemplates, loadTemplates } from '../reply-templates.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { ConversationList } from './ConversationList.tsx';
import {
  $conversations,
  loadConversations,
  openLinkedConversation,
} from './conversations-store.ts';
import { listenForInboxShortcuts } from './keyboard-shortcuts.ts';
import { OrderAside } from './OrderAside.tsx';
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
  useLiveUpdates(loadConversations);
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
        <LoadedContent loaded={conversations} retry={loadConversations}>
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
                      <p className="chat__none">Choose a conversation.</p>
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
