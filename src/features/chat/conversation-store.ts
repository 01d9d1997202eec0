import { atom } from 'nanostores';
import type { ConversationDto, MessageDto } from '../../../api/modules/chat/dto.ts';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { api, readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { markSeen, mergeMessages } from './merge-messages.ts';
import { type LoadedMessages, replaceMessages } from './visible-messages.ts';

export interface OpenConversation extends LoadedMessages {
  conversation: ConversationDto;
  /** Whether the server has messages before the first loaded one. */
  hasMore: boolean;
}

/** The subject of a conversation: an order, or a question before one. */
export interface ChatTopic {
  /** The id of the order, or of a question's conversation. */
  id: string;
  order: OrderDto | null;
  /** The gig of a question. */
  title: string;
}

interface OpenChat extends ChatTopic {
  /** The id of the signed-in user, or of the owner whom they act for. */
  me: string;
}

/** The subject of the open conversation. */
export const $openChat = atom<OpenChat | null>(null);

/** The subject in the form of the API. */
export const topicKey = ({ id, order }: Pick<ChatTopic, 'id' | 'order'>) =>
  order ? { orderId: id } : { conversationId: id };
export const $conversation = asyncStore<OpenConversation>();
/** The state of loading the page before the first message. */
export const $olderPage = atom<'idle' | 'loading' | 'failed'>('idle');
/** How many messages arrived while the list was scrolled up. */
export const $newBelowCount = atom(0);
/** The offer to scroll to. */
export const $targetOffer = atom<string | null>(null);
/** A text to add to the message that is being written. */
export const $insertion = atom<string | null>(null);
/** Whether the newest message is in view; set by the list. */
export const $isAtEnd = atom(true);

const PAGE = 50;
/** Larger, because people who scroll back usually read many messages. */
const OLDER_PAGE = 100;
export const CATCH_UP_PAGES = 40;

export function currentChat(): OpenConversation | null {
  const chat = $conversation.get();
  return chat.state === 'loaded' ? chat.value : null;
}

export function updateConversation(to: (chat: OpenConversation) => OpenConversation): void {
  const chat = currentChat();
  if (chat) $conversation.set({ state: 'loaded', value: to(chat) });
}

/** Merges messages into the conversation without moving the reader's position. */
export const receiveMessages = (more: MessageDto[]): void =>
  updateConversation((chat) =>
    replaceMessages(chat, mergeMessages(chat.messages, more), $isAtEnd.get()),
  );

const fetchPageOf = (key: ReturnType<typeof topicKey>, before?: string) =>
  readJson(
    api.communicate.order['user-conversation'].$post({
      json: { ...key, limit: before ? OLDER_PAGE : PAGE, ...(before ? { before } : {}) },
    }),
  );

export const fetchPage = (topic: ChatTopic, before?: string) =>
  fetchPageOf(topicKey(topic), before);

const early = new Map<string, ReturnType<typeof fetchPage>>();

/** Fetches the newest messages about an order while the order itself is still on its way. */
export function fetchNewestEarly(orderId: string): void {
  const page = fetchPageOf({ orderId });
  page.catch(() => {});
  early.set(orderId, page);
}

/** The newest messages, which may have been asked for early. */
export function fetchNewest(topic: ChatTopic): ReturnType<typeof fetchPage> {
  const page = early.get(topic.id);
  early.delete(topic.id);
  return page ?? fetchPage(topic);
}

/** Fetches, page by page, the messages missed while there was no connection. */
export async function fetchMissedMessages(open: OpenChat, chat: OpenConversation): Promise<void> {
  const known = new Set(chat.messages.map((each) => each._id));
  let before: string | undefined;
  for (let page = 0; page < CATCH_UP_PAGES; page += 1) {
    const { conversation, messages, hasMore } = await fetchPage(open, before);
    if ($openChat.get() !== open) return;
    receiveMessages(messages);
    const through = conversation.seenThrough ?? 'nothing';
    updateConversation((now) => ({
      ...now,
      conversation,
      messages: markSeen(now.messages, open.me, through),
    }));
    if (!hasMore || known.size === 0 || messages.some((each) => known.has(each._id))) break;
    before = messages[0]?._id;
  }
}
