import { z } from 'zod';
import { isVisible } from '../../platform/characters.ts';
import { ATTACHMENTS_MANY, MAX_ATTACHMENTS } from '../../platform/files/limits.ts';
import { searchText } from '../../platform/http/text-schema.ts';
import type { ConversationKey } from './queries.ts';
import { MAX_MESSAGE_LENGTH, MESSAGE_EMPTY, MESSAGE_LONG, QUESTION_EMPTY } from './texts.ts';

const MESSAGES_PER_PAGE = 50;

const UNKNOWN = 'There is no such order.';
const id = z.string(UNKNOWN).min(1, UNKNOWN).max(64, UNKNOWN);
const about = { orderId: id.optional(), conversationId: id.optional() };
/** True for exactly one of the two: an order or a question. */
const isOneOf = ({ orderId, conversationId }: ConversationKey) =>
  (orderId === undefined) !== (conversationId === undefined);
const CLIENT_ID = 'The message has no proper id.';

const messageText = z
  .string(MESSAGE_EMPTY)
  .transform((text) => (isVisible(text) ? text.replace(/\r\n?/g, '\n').trim() : ''))
  .pipe(z.string().max(MAX_MESSAGE_LENGTH, MESSAGE_LONG));

export const sendBody = z
  .object({
    ...about,
    messageText,
    clientId: z.uuid(CLIENT_ID).optional(),
    attachments: z.array(id).max(MAX_ATTACHMENTS, ATTACHMENTS_MANY).default([]),
  })
  .refine(({ messageText, attachments }) => messageText !== '' || attachments.length > 0, {
    message: MESSAGE_EMPTY,
    path: ['messageText'],
  })
  .refine(isOneOf, { message: UNKNOWN, path: ['orderId'] });

/** What a message has that came by mail. */
export interface ByMail {
  /** Sentences about what could not be read. */
  notes: string[];
  /** The mail of ours that it quotes. */
  quoted?: string | undefined;
  /** Of a message of the owner that quotes a mail as the buyer's: the address that it says it is from. */
  takenFrom?: string | undefined;
}

export type MessageInput = z.output<typeof sendBody> & { byMail?: ByMail | undefined };

export const conversationBody = z
  .object({
    ...about,
    before: z.string().max(64).optional(),
    limit: z.int().min(1).max(100).default(MESSAGES_PER_PAGE),
  })
  .refine(isOneOf, { message: UNKNOWN, path: ['orderId'] });

export const questionBody = z.object({
  /** Generated when the dialog opens, so that a repeated request is the same question (idempotency key). */
  questionId: z.uuid('The question needs an id of its own.'),
  gigId: z.string().max(64).nullable().default(null),
  messageText: messageText.pipe(z.string().min(1, QUESTION_EMPTY)),
});

export type QuestionInput = z.output<typeof questionBody>;

/** Which people the inbox lists: those who wait for the owner, or for whom the owner waits. */
export const INBOX_FILTERS = ['mine', 'client'] as const;

export const listQuery = z.object({
  show: z.enum(INBOX_FILTERS).optional().catch(undefined),
  find: searchText.optional().catch(undefined),
  before: z.coerce.number().int().optional().catch(undefined),
  limit: z.coerce.number().int().min(1).max(100).catch(MESSAGES_PER_PAGE),
});

/** Whether a conversation waits for the owner, who has read it to this message. */
export const waitBody = z.object({ waits: z.boolean(), lastMessage: id });

export const uploadQuery = z
  .object({ ...about, name: z.string().max(400).default('file') })
  .refine(isOneOf, { message: UNKNOWN, path: ['orderId'] });

const conversationId = z.string().min(1).max(64);
export const seenEvent = z.object({ conversationId, userId: z.string().max(64) });
export const typingEvent = z.object({ conversationId });
export const roomEvent = conversationId;
