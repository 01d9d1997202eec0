import './chat.css';
import { useStore } from '@nanostores/react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { useClickOutside } from '../../components/use-click-outside.ts';
import { Conversation } from './Conversation.tsx';
import { closeChat } from './chat-actions.ts';
import { $openChat } from './conversation-store.ts';

type Props = Pick<
  ComponentProps<typeof Conversation>,
  'templates' | 'offers' | 'tools' | 'personPage'
>;

/** The conversation about an order: a drawer on wide screens, full screen on phones. */
export function Chat(props: Props) {
  const open = useStore($openChat);
  return open ? <Drawer key={open.id} {...props} /> : null;
}

function Drawer(props: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const outsideClick = useClickOutside();
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog
      className="drawer chat"
      ref={ref}
      aria-labelledby="chat-about"
      onClose={closeChat}
      {...outsideClick}
    >
      <Conversation onClose={() => ref.current?.close()} {...props} />
    </dialog>
  );
}
