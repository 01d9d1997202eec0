import { useStore } from '@nanostores/react';
import { Chat } from '../features/chat/Chat.tsx';
import type { Template } from '../features/chat/Composer.tsx';
import { $isAssistant } from './permissions.ts';
import { AdminQuotePanel } from './quotes/AdminQuotePanel.tsx';

/** The conversation over any screen of the dashboard, with its quotes. */
export function AdminChat({ templates }: { templates: readonly Template[] }) {
  const isAssistant = useStore($isAssistant);
  return <Chat templates={templates} panel={isAssistant ? null : <AdminQuotePanel />} />;
}
