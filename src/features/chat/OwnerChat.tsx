import { OwnerQuoteForm } from '../quotes/OwnerQuoteForm.tsx';
import { useOwnerOffers } from '../quotes/owner-offers.tsx';
import { Chat } from './Chat.tsx';
import type { Template } from './Composer.tsx';
import { Conversation } from './Conversation.tsx';
import { closeChat } from './chat-actions.ts';

interface Props {
  templates: readonly Template[];
}

/** The conversation over any screen of the dashboard. */
export const OwnerChat = (props: Props) => (
  <>
    <Chat {...props} {...useOwnerOffers()} />
    <OwnerQuoteForm />
  </>
);

/** The conversation beside the list of the inbox. */
export const OwnerConversation = (props: Props) => (
  <>
    <Conversation inline onClose={closeChat} {...props} {...useOwnerOffers()} />
    <OwnerQuoteForm />
  </>
);
