import './chat.css';
import { useStore } from '@nanostores/react';
import { CloudOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { shortId } from '../../../api/modules/orders/rules.ts';
import { Button } from '../../components/Button.tsx';
import { useClickOutside } from '../../components/use-click-outside.ts';
import { $connection } from '../../lib/socket.ts';
import { closeChat, load, markSeenByMe } from './actions.ts';
import { ChatHeader } from './ChatHeader.tsx';
import { Composer } from './Composer.tsx';
import { $conversation, $open } from './conversation.ts';
import { Messages } from './Messages.tsx';

/** The conversation about an order: a drawer on wide screens, full screen on phones. */
export function Chat() {
  const open = useStore($open);
  return open ? <Drawer key={open.order._id} /> : null;
}

function Drawer() {
  const ref = useRef<HTMLDialogElement>(null);
  const outsideClick = useClickOutside();
  const open = useStore($open);
  const chat = useStore($conversation);
  const connection = useStore($connection);

  useEffect(() => {
    ref.current?.showModal();
    addEventListener('focus', markSeenByMe);
    return () => removeEventListener('focus', markSeenByMe);
  }, []);

  if (!open) return null;
  return (
    <dialog
      className="drawer chat"
      ref={ref}
      aria-labelledby="chat-about"
      onClose={closeChat}
      {...outsideClick}
    >
      <ChatHeader order={open.order} onClose={() => ref.current?.close()} />
      <p className="chat__about fine" id="chat-about">
        Conversation for Order <span className="mono">#{shortId(open.order._id)}</span>
      </p>
      {connection === 'away' && (
        <p className="chat__away" role="status">
          <CloudOff aria-hidden="true" /> No connection. What you write is kept and sent later.
        </p>
      )}
      {chat.state === 'loading' && <Skeletons />}
      {chat.state === 'failed' && (
        <div className="chat__none" role="alert">
          <p>{chat.message}</p>
          <Button onClick={() => void load()}>Try again</Button>
        </div>
      )}
      {chat.state === 'loaded' && <Messages chat={chat.value} />}
      <Composer ready={chat.state === 'loaded'} />
    </dialog>
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
