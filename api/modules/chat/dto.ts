import type { Conversation, Message, User } from '../../../db/schema.ts';
import { mediaUrl } from '../../platform/files/dto.ts';
import type { AttachmentDetails } from './queries.ts';
import type { ByMail } from './schema.ts';

export const toAttachmentDto = (row: AttachmentDetails) => ({
  _id: row.id,
  name: row.name,
  kind: row.kind,
  mime: row.mime,
  size: row.size,
  width: row.width,
  height: row.height,
  url: `/api/v1/communicate/attachment/${row.id}`,
  /** Of a client's picture: the file itself. */
  original: row.original_name && {
    name: row.original_name,
    url: `/api/v1/communicate/attachment/${row.id}?original`,
  },
});

export type AttachmentDto = ReturnType<typeof toAttachmentDto>;

const byMail = ({ by_mail }: Message): { byMail?: ByMail | undefined } =>
  by_mail === null ? {} : { byMail: JSON.parse(by_mail) as ByMail };

/** Whether a message of the owner quotes a mail that nobody is proved to have written. */
export const isTakenMail = (by_mail: string | null): boolean =>
  by_mail !== null && (JSON.parse(by_mail) as ByMail).takenFrom !== undefined;

export const toMessageDto = (row: Message, attachments: AttachmentDetails[] = []) => ({
  _id: row.id,
  conversationId: row.conversation_id,
  senderId: row.sender_id,
  messageText: row.text,
  createdAt: row.created_at,
  /** The position in the conversation; each message gets the next number. */
  seq: row.seq,
  seen: row.seen_at !== null,
  /** The id that the sender's browser generated. */
  clientId: row.client_id,
  attachments: attachments.filter((each) => each.message_id === row.id).map(toAttachmentDto),
  /** Only of a message that came by mail. */
  ...byMail(row),
});

export type MessageDto = ReturnType<typeof toMessageDto>;

type Person = Pick<User, 'id' | 'name' | 'avatar_hash'>;

export const toPersonDto = (user: Person | undefined) =>
  user
    ? {
        _id: user.id,
        name: user.name,
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
    answersWithin: number | null;
  },
) => ({
  _id: row.id,
  orderId: row.order_id,
  adminId: toPersonDto(more.owner),
  buyerId: toPersonDto(more.buyer),
  lastMessage: more.last ? { messageText: more.last.text, senderId: more.last.sender_id } : null,
  /** The newest of the reader's own messages that the other person has seen. */
  seenThrough: more.seenThrough,
  /** The usual minutes until the owner answers; null if there are too few answers. */
  answersWithin: more.answersWithin,
});

export type ConversationDto = ReturnType<typeof toConversationDto>;
