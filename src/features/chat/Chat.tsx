import './chat.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useClickOutside } from '../../components/use-click-outside.ts';
import type { Template } from './Composer.tsx';
import { Conversation } from './Conversation.tsx';
import { closeChat } from './chat-actions.ts';
import { $openChat } from './conversation-store.ts';

interface Props {
  templates?: readonly Template[] | undefined;
  /** Content of other features between the messages and the input. */
  panel?: ReactNode;
}

/** The conversation about an order: a drawer on wide screens, full screen on phones. */
export function Chat({ templates, panel }: Props) {
  const open = useStore($openChat);
  return open ? <Drawer key={open.id} templates={templates} panel={panel} /> : null;
}

function Drawer({ templates, panel }: Props) {
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
      <Conversation onClose={() => ref.current?.close()} templates={templates} panel={panel} />
    </dialog>
  );
}
