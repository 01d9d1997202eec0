import type { MessageDto } from '../../../api/modules/chat/dto.ts';

/** So many are drawn, however long a talk is: some screens each way. */
export const MAX_SHOWN = 200;
const STEP = 100;

/** A talk and how many of its messages come after those that are drawn. */
export interface Span {
  messages: MessageDto[];
  later: number;
}

/** How many come before those that are drawn. */
export const earlierThanShown = ({ messages, later }: Span): number =>
  Math.max(0, messages.length - later - MAX_SHOWN);

export const shown = (span: Span): MessageDto[] =>
  span.messages.slice(earlierThanShown(span), span.messages.length - span.later);

/** Moves what is drawn; most of it stays, so that the reader's place can be found again. */
export function moved<T extends Span>(span: T, to: 'earlier' | 'later'): T {
  const by = to === 'earlier' ? STEP : -STEP;
  const most = Math.max(0, span.messages.length - MAX_SHOWN);
  return { ...span, later: Math.min(most, Math.max(0, span.later + by)) };
}

/** With other messages whoever is at the end stays there; for others the same ones stay drawn. */
export function withMessages<T extends Span>(span: T, messages: MessageDto[], atEnd: boolean): T {
  const last = span.messages[span.messages.length - span.later - 1];
  if (atEnd || !last) return { ...span, messages, later: 0 };
  const at = messages.findLastIndex((each) => each._id === last._id);
  return { ...span, messages, later: messages.length - 1 - at };
}
