import { atom } from 'nanostores';
import type { WireConversation, WireMessage } from '../../../api/chat/present.ts';
import type { WireOrder } from '../../../api/orders/present.ts';
import { api, read } from '../../lib/api.ts';
import { loaded } from '../../lib/loaded.ts';
import { markSeen, merge } from './merge.ts';
import { type Span, withMessages } from './window.ts';

export interface Talk extends Span {
  conversation: WireConversation;
  /** The server has messages before the first of ours. */
  hasMore: boolean;
}

/** Whose conversation is open, as whom. */
export const $open = atom<{ order: WireOrder; me: string } | null>(null);
export const $talk = loaded<Talk>();
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

export function here(): Talk | null {
  const talk = $talk.get();
  return talk.state === 'here' ? talk.value : null;
}

export function change(to: (talk: Talk) => Talk): void {
  const talk = here();
  if (talk) $talk.set({ state: 'here', value: to(talk) });
}

/** Puts messages where they belong; nobody loses the place where they read. */
export const takeIn = (more: WireMessage[]): void =>
  change((talk) => withMessages(talk, merge(talk.messages, more), $atEnd.get()));

export const fetchPage = (orderId: string, before?: string) =>
  read(
    api.communicate.order['user-conversation'].$post({
      json: { orderId, limit: before ? OLDER_PAGE : PAGE, ...(before ? { before } : {}) },
    }),
  );

/** Fetches page by page what came while there was no connection. */
export async function catchUp(open: { order: WireOrder; me: string }, talk: Talk): Promise<void> {
  const known = new Set(talk.messages.map((each) => each._id));
  let before: string | undefined;
  for (let page = 0; page < CATCH_UP_PAGES; page += 1) {
    const { conversation, messages, hasMore } = await fetchPage(open.order._id, before);
    if ($open.get() !== open) return;
    takeIn(messages);
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
