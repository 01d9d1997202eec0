import type { Conversation, User } from '../../../db/schema.ts';
import { defineEvent } from '../../platform/events.ts';
import type { MessageDto } from './dto.ts';

export interface SentMessage {
  message: MessageDto;
  /** The message in short. */
  excerpt: string;
  /** Null in a question before an order. */
  orderId: string | null;
  sender: User;
  /** Null where nobody else is left in the conversation. */
  reader: Pick<User, 'id' | 'email' | 'name'> | null;
}

export interface ConversationRead {
  conversation: Conversation;
  userId: string;
  at: string;
}

/** A message is stored: once, however often its sender's browser repeats it. */
export const messageSent = defineEvent<SentMessage>('message.sent');

/** Somebody has seen messages that they had not seen before. */
export const conversationRead = defineEvent<ConversationRead>('conversation.read');
