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
