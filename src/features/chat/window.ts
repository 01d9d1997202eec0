import type { WireMessage } from '../../../api/chat/present.ts';

/** So many are drawn, however long a talk is: some screens each way. */
export const SHOWN_MOST = 200;
const STEP = 100;

/** A talk and how many of its messages come after those that are drawn. */
export interface Span {
  messages: WireMessage[];
  later: number;
}

/** How many come before those that are drawn. */
export const earlierThanShown = ({ messages, later }: Span): number =>
  Math.max(0, messages.length - later - SHOWN_MOST);

export const shown = (span: Span): WireMessage[] =>
  span.messages.slice(earlierThanShown(span), span.messages.length - span.later);

/** Moves what is drawn; most of it stays, so that the reader's place can be found again. */
export function moved<T extends Span>(span: T, to: 'earlier' | 'later'): T {
  const by = to === 'earlier' ? STEP : -STEP;
  const most = Math.max(0, span.messages.length - SHOWN_MOST);
  return { ...span, later: Math.min(most, Math.max(0, span.later + by)) };
}

/** With other messages whoever is at the end stays there; for others the same ones stay drawn. */
export function withMessages<T extends Span>(span: T, messages: WireMessage[], atEnd: boolean): T {
  const last = span.messages[span.messages.length - span.later - 1];
  if (atEnd || !last) return { ...span, messages, later: 0 };
  const at = messages.findLastIndex((each) => each._id === last._id);
  return { ...span, messages, later: messages.length - 1 - at };
}
