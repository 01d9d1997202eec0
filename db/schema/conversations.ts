import type { Generated } from 'kysely';
import type { Flag, Instant } from './columns.ts';

/** The conversation between a buyer and the owner: about one order, or a question before one. */
export interface Conversation {
  id: string;
  /** Null for a question that has led to no order. */
  order_id: string | null;
  /** The gig that a question is about. */
  gig_id: string | null;
  buyer_id: string;
  last_message_id: string | null;
  last_message_at: Instant | null;
  /** Grows with every message of any conversation: the newest has the highest. */
  last_message_seq: number;
  created_at: Instant;
}

export interface Message {
  id: string;
  conversation_id: string;
  sender_id: string;
  /** The UUID the client makes; unique, so a repeated send stores one message. */
  client_id: string;
  /** Its number within the conversation; lists are ordered by it, because a clock may be rolled back. */
  seq: number;
  text: string;
  seen_at: Instant | null;
  created_at: Instant;
}

export interface Attachment {
  id: string;
  conversation_id: string;
  uploader_id: string;
  /** Null until its message is sent. */
  message_id: string | null;
  kind: 'image' | 'file';
  name: string;
  mime: string;
  size: number;
  width: number | null;
  height: number | null;
  bytes: Buffer;
  created_at: Instant;
  /** Its position among the files of its message. */
  position: Generated<number>;
}

export interface Notification {
  id: string;
  user_id: string;
  /** Grows with every notification of its reader, and when one is renewed. */
  seq: number;
  type: 'order' | 'payment' | 'revision' | 'review' | 'new_message';
  message: string;
  order_id: string | null;
  /** The question it is about; null for everything else. */
  conversation_id: string | null;
  /** The live type, where it differs from the stored one. */
  live: 'update_order_status' | 'update_revision_status' | null;
  /** When it was pushed to open sockets; the row is stored first. */
  pushed_at: Instant | null;
  read_at: Instant | null;
  created_at: Instant;
}

export interface NotificationPreference {
  user_id: string;
  type: Notification['type'];
  in_app: Flag;
  email: Flag;
}

export interface ConversationsTables {
  conversations: Conversation;
  messages: Message;
  attachments: Attachment;
  notifications: Notification;
  notification_preferences: NotificationPreference;
}
