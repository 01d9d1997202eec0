import './chat.css';
import { useStore } from '@nanostores/react';
import { CloudOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { isOffline } from '../../lib/api.ts';
import { $connection } from '../../lib/socket.ts';
import { ChatHeader } from './ChatHeader.tsx';
import { Composer, type Template } from './Composer.tsx';
import { loadConversation, markSeenByMe } from './chat-actions.ts';
import { $conversation, $openChat, $targetOffer } from './conversation-store.ts';
import type { Offer } from './group-messages.ts';
import { Messages } from './Messages.tsx';

interface Props {
  onClose: () => void;
  /** Texts that can be inserted into a message. */
  templates?: readonly Template[] | undefined;
  /** Whether the conversation is beside other content, which keeps the focus. */
  inline?: boolean;
  /** Quotes and changes, in the order of their times. */
  offers?: Offer[] | undefined;
  /** Beside the templates. */
  tools?: ReactNode;
  /** Where more about the other person is. */
  personPage?: string;
}

const NONE: Offer[] = [];
/** After so many messages an offer is out of view. */
const MANY = 5;

/** The title of a question that has no order. */
const questionTitle = (title: string): string => (title ? `Question about ${title}` : 'A question');

/** The open conversation: the other person, the messages and the input. */
export function Conversation(props: Props) {
  const { onClose, templates, inline = false, offers = NONE, tools, personPage } = props;
  const open = useStore($openChat);
  const chat = useStore($conversation);
  const connection = useStore($connection);
  useEffect(() => {
    // Its messages were asked for while this code was loaded, and failed with it.
    if ($conversation.get().state === 'failed') void loadConversation();
    addEventListener('focus', markSeenByMe);
    return () => removeEventListener('focus', markSeenByMe);
  }, []);
  if (!open) return null;
  const above = chat.state === 'loaded' ? chat.value.messages.at(-MANY)?.createdAt : undefined;
  const waiting = offers.findLast(({ isWaiting, at }) => isWaiting && above && at < above);
  return (
    <>
      <ChatHeader topic={open} personPage={personPage} onClose={onClose} />
      <p className="chat__about text-13" id="chat-about">
        {open.order ? (
          <>
            Conversation for Order <span className="mono">#{orderNumber(open.id)}</span>
          </>
        ) : (
          questionTitle(open.title)
        )}
        {waiting && (
          <>
            {' · '}
            <button className="link" type="button" onClick={() => $targetOffer.set(waiting.id)}>
              An offer waits for your answer
            </button>
          </>
        )}
      </p>
      {connection === 'reconnecting' && chat.state !== 'failed' && (
        <p className="with-icon text-13 chat__offline" data-tone="amber" role="status">
          <CloudOff aria-hidden="true" />{' '}
          <span>{isOffline() ? 'You are offline.' : 'No connection.'}</span> Messages you write are
          sent when you are back online.
        </p>
      )}
      {chat.state === 'loading' && <Skeletons />}
      {chat.state === 'failed' && <EmptyState title={chat.message} retry={loadConversation} />}
      {chat.state === 'loaded' && <Messages chat={chat.value} offers={offers} />}
      <Composer
        ready={chat.state === 'loaded'}
        templates={templates}
        tools={tools}
        takesFocus={!inline}
      />
    </>
  );
}

const Skeletons = () => (
  <div className="chat__skeletons" role="status" aria-label="Loading the conversation">
    {['other', 'other', 'mine', 'other', 'mine'].map((side, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list is constant.
      <div className="skeleton" data-side={side} key={at} aria-hidden="true" />
    ))}
  </div>
);
