import './inbox.css';
import { useStore } from '@nanostores/react';
import { MessagesSquare } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Empty } from '../../components/Empty.tsx';
import { closeChat } from '../../features/chat/actions.ts';
import { $open } from '../../features/chat/conversation.ts';
import { LoadedContent } from '../../features/loading/LoadedContent.tsx';
import { useLiveUpdates } from '../live-updates.ts';
import { REPLY_TEMPLATES } from '../reply-templates.ts';
import { Screen } from '../Screen.tsx';
import { ConversationList } from './ConversationList.tsx';
import { $isInline, followWidth } from './inline.ts';
import { listenInInbox } from './keyboard.ts';
import { OrderAside } from './OrderAside.tsx';
import { $conversations, loadConversations } from './stores.ts';

const Conversation = lazy(async () => ({
  default: (await import('../../features/chat/Conversation.tsx')).Conversation,
}));

/** The conversations, and on a wide screen the open one beside them with its order. */
export function Inbox() {
  const conversations = useStore($conversations);
  const isInline = useStore($isInline);
  const open = useStore($open);
  const inbox = useRef<HTMLDivElement>(null);
  useLiveUpdates(loadConversations);
  useEffect(followWidth, []);
  useEffect(() => (inbox.current ? listenInInbox(inbox.current) : undefined), []);
  useEffect(() => closeChat, []);
  return (
    <Screen title="Inbox" note="Unread first. J and K walk, Enter opens, R replies.">
      <div className="inbox" ref={inbox}>
        <LoadedContent loaded={conversations} retry={loadConversations}>
          {(list) =>
            list.length === 0 ? (
              <Empty icon={MessagesSquare} title="No conversations yet">
                <p>What buyers write about their orders arrives here.</p>
              </Empty>
            ) : (
              <div className="inbox__panes">
                <ConversationList list={list} openOrderId={open?.order._id} />
                {isInline && (
                  <section className="sheet chat inbox__chat" aria-label="Conversation">
                    {open ? (
                      <Suspense>
                        <Conversation
                          key={open.order._id}
                          inline
                          onClose={closeChat}
                          templates={REPLY_TEMPLATES}
                        />
                      </Suspense>
                    ) : (
                      <p className="chat__none">Choose a conversation.</p>
                    )}
                  </section>
                )}
                {isInline && open && <OrderAside order={open.order} />}
              </div>
            )
          }
        </LoadedContent>
      </div>
    </Screen>
  );
}
