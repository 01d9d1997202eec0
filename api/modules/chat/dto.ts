import type { Conversation, Message, User } from '../../../db/schema.ts';
import { mediaUrl } from '../../platform/files/dto.ts';
import type { AttachmentDetails } from './attachments.ts';

export interface AttachmentDto {
  _id: string;
  name: string;
  kind: 'image' | 'file';
  mime: string;
  size: number;
  width: number | null;
  height: number | null;
  url: string;
}

export interface MessageDto {
  _id: string;
  conversationId: string;
  senderId: string;
  messageText: string;
  createdAt: string;
  /** Its place in the conversation; grows by one with each message. */
  seq: number;
  seen: boolean;
  /** The id its sender's browser gave it. */
  clientId: string;
  attachments: AttachmentDto[];
}

interface PersonDto {
  _id: string;
  /** Empty while the owner has not said their name. */
  name: string;
  avatar: { url: string } | null;
}

export interface ConversationDto {
  _id: string;
  orderId: string;
  adminId: PersonDto | null;
  buyerId: PersonDto | null;
  lastMessage: { messageText: string; senderId: string } | null;
  /** The newest of the reader's own messages that the other has seen. */
  seenThrough: string | null;
}

/** The name an owner's account begins with (accounts/owner.ts). */
const UNNAMED = 'Owner';

const attachmentUrl = (id: string): string => `/api/v1/communicate/attachment/${id}`;

export const toAttachmentDto = (row: AttachmentDetails): AttachmentDto => ({
  _id: row.id,
  name: row.name,
  kind: row.kind,
  mime: row.mime,
  size: row.size,
  width: row.width,
  height: row.height,
  url: attachmentUrl(row.id),
});

export const toMessageDto = (row: Message, attachments: AttachmentDetails[] = []): MessageDto => ({
  _id: row.id,
  conversationId: row.conversation_id,
  senderId: row.sender_id,
  messageText: row.text,
  createdAt: row.created_at,
  seq: row.seq,
  seen: row.seen_at !== null,
  clientId: row.client_id,
  attachments: attachments.filter((each) => each.message_id === row.id).map(toAttachmentDto),
});

type Person = Pick<User, 'id' | 'name' | 'avatar_hash' | 'role'>;

export const toPersonDto = (user: Person | undefined): PersonDto | null =>
  user
    ? {
        _id: user.id,
        name: user.role === 'owner' && user.name === UNNAMED ? '' : user.name,
        avatar: user.avatar_hash ? { url: mediaUrl(user.avatar_hash, 'image/webp') } : null,
      }
    : null;

export const toConversationDto = (
  row: Conversation,
  more: {
    owner: Person | undefined;
    buyer: Person | undefined;
    last: Message | undefined;
    seenThrough: string | null;
  },
): ConversationDto => ({
  _id: row.id,
  orderId: row.order_id,
  adminId: toPersonDto(more.owner),
  buyerId: toPersonDto(more.buyer),
  lastMessage: more.last ? { messageText: more.last.text, senderId: more.last.sender_id } : null,
  seenThrough: more.seenThrough,
});
