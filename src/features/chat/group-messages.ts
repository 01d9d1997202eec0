import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { lightFormat } from 'date-fns/lightFormat';
import type { AttachmentDto, MessageDto } from '../../../api/modules/chat/dto.ts';
import { isoDay } from '../../lib/format.ts';
import type { OutboxMessage } from './outbox.ts';

/** A message as it is shown: stored on the server, or still in the outbox. */
export interface Bubble {
  key: string;
  mine: boolean;
  text: string;
  at: string;
  attachments: AttachmentDto[];
  state: 'sending' | 'failed' | 'delivered' | 'seen';
}

/** Consecutive bubbles of one person, close in time. */
export interface Group {
  key: string;
  mine: boolean;
  bubbles: Bubble[];
}

interface Day {
  key: string;
  label: string;
  groups: Group[];
}

const GROUP_WINDOW_MS = 5 * 60_000;

const bubbleOf = (message: MessageDto, me: string): Bubble => ({
  key: message.senderId === me ? message.clientId : message._id,
  mine: message.senderId === me,
  text: message.messageText,
  at: message.createdAt,
  attachments: message.attachments,
  state: message.seen ? 'seen' : 'delivered',
});

const waitingBubble = (each: OutboxMessage): Bubble => ({
  key: each.clientId,
  mine: true,
  text: each.text,
  at: each.at,
  attachments: each.attachments,
  state: each.state,
});

/** Groups messages by day and sender; the outbox comes last. */
export function groupMessages(
  messages: MessageDto[],
  waiting: OutboxMessage[],
  { me, now }: { me: string; now: number },
): Day[] {
  const stored = new Set(messages.map((each) => each.clientId));
  const bubbles = [
    ...messages.map((each) => bubbleOf(each, me)),
    ...waiting.filter((each) => !stored.has(each.clientId)).map(waitingBubble),
  ];
  const days: Day[] = [];
  for (const bubble of bubbles) {
    const key = isoDay(bubble.at);
    let day = days.at(-1);
    // After a clock rollback no earlier day may start below a later one.
    if (!day || Date.parse(key) > Date.parse(day.key)) {
      day = { key, label: dayLabel(bubble.at, now), groups: [] };
      days.push(day);
    }
    const last = day.groups.at(-1);
    const before = last?.bubbles.at(-1);
    const near = before && Date.parse(bubble.at) - Date.parse(before.at) < GROUP_WINDOW_MS;
    if (last && near && last.mine === bubble.mine) last.bubbles.push(bubble);
    else day.groups.push({ key: bubble.key, mine: bubble.mine, bubbles: [bubble] });
  }
  return days;
}

/** Today, Yesterday, a weekday, or the date. */
export function dayLabel(iso: string, now: number): string {
  const days = differenceInCalendarDays(now, iso);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  const day = new Date(iso);
  if (days > 1 && days < 6) return day.toLocaleDateString('en-GB', { weekday: 'long' });
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}

/** hh:mm am/pm */
export const clockTime = (iso: string): string => lightFormat(iso, 'hh:mm aaa');
