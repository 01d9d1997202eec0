import { Chat } from '../features/chat/Chat.tsx';
import type { Template } from '../features/chat/Composer.tsx';
import { Conversation } from '../features/chat/Conversation.tsx';
import { closeChat } from '../features/chat/chat-actions.ts';
import { useOwnerOffers } from './quotes/owner-offers.tsx';
import { QuoteForm } from './quotes/QuoteForm.tsx';

interface Props {
  templates: readonly Template[];
}

/** The conversation over any screen of the dashboard. */
export const AdminChat = (props: Props) => (
  <>
    <Chat {...props} {...useOwnerOffers()} />
    <QuoteForm />
  </>
);

/** The conversation beside the list of the inbox. */
export const AdminConversation = (props: Props) => (
  <>
    <Conversation inline onClose={closeChat} {...props} {...useOwnerOffers()} />
    <QuoteForm />
  </>
);
