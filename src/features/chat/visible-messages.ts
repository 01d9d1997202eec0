import type { MessageDto } from '../../../api/modules/chat/dto.ts';

/** The most messages rendered at once, a few screens in each direction. */
export const MAX_VISIBLE = 200;
const STEP = 100;

/** The loaded messages, and how many of them come after the rendered ones. */
export interface LoadedMessages {
  messages: MessageDto[];
  later: number;
}

/** How many come before the rendered ones. */
export const countEarlier = ({ messages, later }: LoadedMessages): number =>
  Math.max(0, messages.length - later - MAX_VISIBLE);

export const visibleMessages = (span: LoadedMessages): MessageDto[] =>
  span.messages.slice(countEarlier(span), span.messages.length - span.later);

/** The offers among the rendered messages: each one stays with the message before it. */
export function visibleOffers<O extends { at: string }>(
  offers: O[],
  span: LoadedMessages & { hasMore: boolean },
): O[] {
  const isStart = countEarlier(span) === 0 && !span.hasMore;
  const first = isStart ? undefined : visibleMessages(span)[0];
  const next = span.later > 0 ? span.messages.at(-span.later) : undefined;
  return offers.filter(
    ({ at }) => (!first || at >= first.createdAt) && (!next || at < next.createdAt),
  );
}

/** Moves the rendered window so that what was written at this time is in it. */
export function moveWindowTo<T extends LoadedMessages>(span: T, at: string): T {
  const first = span.messages.findIndex(({ createdAt }) => createdAt > at);
  const newer = first < 0 ? 0 : span.messages.length - first;
  const most = Math.max(0, span.messages.length - MAX_VISIBLE);
  return { ...span, later: Math.min(most, Math.max(0, newer - STEP)) };
}

/** Moves the rendered window by half, so that the scroll position can be restored. */
export function moveVisibleWindow<T extends LoadedMessages>(span: T, to: 'earlier' | 'later'): T {
  const by = to === 'earlier' ? STEP : -STEP;
  const most = Math.max(0, span.messages.length - MAX_VISIBLE);
  return { ...span, later: Math.min(most, Math.max(0, span.later + by)) };
}

/** Replaces the messages: at the end the newest are rendered, otherwise the same ones as before. */
export function replaceMessages<T extends LoadedMessages>(
  span: T,
  messages: MessageDto[],
  atEnd: boolean,
): T {
  const last = span.messages[span.messages.length - span.later - 1];
  if (atEnd || !last) return { ...span, messages, later: 0 };
  const at = messages.findLastIndex((each) => each._id === last._id);
  return { ...span, messages, later: messages.length - 1 - at };
}
