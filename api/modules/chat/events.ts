import type { Conversation, User } from '../../../db/schema.ts';
import { defineEvent } from '../../platform/events.ts';
import type { MessageDto } from './dto.ts';

export interface SentMessage {
  message: MessageDto;
  excerpt: string;
  /** The order of the conversation; null in a question before an order. */
  orderId: string | null;
  sender: User;
  /** The person who receives the message; null if nobody else takes part in the conversation. */
  reader: Pick<User, 'id' | 'email' | 'name'> | null;
}

export interface ConversationRead {
  conversation: Conversation;
  userId: string;
  at: string;
}

/** A message was stored. Emitted once, even if the browser repeats the request. */
export const messageSent = defineEvent<SentMessage>('message.sent');

/** A person has seen new messages. */
export const conversationRead = defineEvent<ConversationRead>('conversation.read');

export interface MovedConversation {
  conversationId: string;
  orderId: string;
}

/** A conversation before an order has become that of the order. */
export const conversationMoved = defineEvent<MovedConversation>('conversation.moved');
