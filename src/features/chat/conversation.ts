import { atom } from 'nanostores';
import type { ConversationDto, MessageDto } from '../../../api/modules/chat/dto.ts';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { api, read } from '../../lib/api.ts';
import { loaded } from '../../lib/loaded.ts';
import { markSeen, merge } from './merge-messages.ts';
import { type Span, withMessages } from './visible-messages.ts';

export interface OpenConversation extends Span {
  conversation: ConversationDto;
  /** The server has messages before the first of ours. */
  hasMore: boolean;
}

/** Whose conversation is open, as whom. */
export const $open = atom<{ order: OrderDto; me: string } | null>(null);
export const $conversation = loaded<OpenConversation>();
/** How the page before the first message fares. */
export const $older = atom<'idle' | 'loading' | 'failed'>('idle');
/** Messages that came while the reader was further up. */
export const $below = atom(0);
/** The newest message is in view; the list says so. */
export const $atEnd = atom(true);

const PAGE = 50;
/** Who goes back goes far. */
const OLDER_PAGE = 100;
const CATCH_UP_PAGES = 40;

export function here(): OpenConversation | null {
  const talk = $conversation.get();
  return talk.state === 'loaded' ? talk.value : null;
}

export function change(to: (talk: OpenConversation) => OpenConversation): void {
  const talk = here();
  if (talk) $conversation.set({ state: 'loaded', value: to(talk) });
}

/** Puts messages where they belong; nobody loses the place where they read. */
export const receiveMessages = (more: MessageDto[]): void =>
  change((talk) => withMessages(talk, merge(talk.messages, more), $atEnd.get()));

export const fetchPage = (orderId: string, before?: string) =>
  read(
    api.communicate.order['user-conversation'].$post({
      json: { orderId, limit: before ? OLDER_PAGE : PAGE, ...(before ? { before } : {}) },
    }),
  );

/** Fetches page by page what came while there was no connection. */
export async function catchUp(
  open: { order: OrderDto; me: string },
  talk: OpenConversation,
): Promise<void> {
  const known = new Set(talk.messages.map((each) => each._id));
  let before: string | undefined;
  for (let page = 0; page < CATCH_UP_PAGES; page += 1) {
    const { conversation, messages, hasMore } = await fetchPage(open.order._id, before);
    if ($open.get() !== open) return;
    receiveMessages(messages);
    const through = conversation.seenThrough ?? 'nothing';
    change((now) => ({
      ...now,
      conversation,
      messages: markSeen(now.messages, open.me, through),
    }));
    if (!hasMore || known.size === 0 || messages.some((each) => known.has(each._id))) break;
    before = messages[0]?._id;
  }
}
