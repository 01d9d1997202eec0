import { Chat } from '../features/chat/Chat.tsx';
import type { Template } from '../features/chat/Composer.tsx';
import { AdminQuotePanel } from './quotes/AdminQuotePanel.tsx';

/** The conversation over any screen of the dashboard, with its quotes. */
export const AdminChat = ({ templates }: { templates: readonly Template[] }) => (
  <Chat templates={templates} panel={<AdminQuotePanel />} />
);
