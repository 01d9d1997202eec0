import type { ReactNode } from 'react';
import type { AttachmentDto, MessageDto } from '../../../api/modules/chat/dto.ts';
import { bracketed } from '../../../api/modules/mail-replies/texts.ts';
import { dayLabel } from '../../lib/day-label.ts';
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
  byMail?: MessageDto['byMail'];
}

/** A quote or a change, which stands among the messages at the time when it was made. */
export interface Offer {
  id: string;
  at: string;
  mine: boolean;
  /** Whether it waits for this person's answer. */
  isWaiting: boolean;
  /** The client id of the message with the same text, which is not shown beside it. */
  clientId?: string | undefined;
  card: ReactNode;
}

/** Consecutive bubbles of one person, close in time; or an offer, which has none. */
export interface Group {
  key: string;
  mine: boolean;
  bubbles: Bubble[];
  offer?: Offer;
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
  // What stands for the whole message is not said again.
  byMail: message.byMail && {
    ...message.byMail,
    notes: message.byMail.notes.filter((note) => message.messageText !== bracketed(note)),
  },
});

const waitingBubble = (each: OutboxMessage): Bubble => ({
  key: each.clientId,
  mine: true,
  text: each.text,
  at: each.at,
  attachments: each.attachments,
  state: each.state,
});

interface View {
  me: string;
  now: number;
  /** In the order of their times. */
  offers?: Offer[];
}

/** Groups messages by day and sender, with the offers at their time; the outbox comes last. */
export function groupMessages(
  messages: MessageDto[],
  waiting: OutboxMessage[],
  { me, now, offers = [] }: View,
): Day[] {
  const stored = new Set(messages.map((each) => each.clientId));
  const shownAsOffer = new Set(offers.map((each) => each.clientId));
  const bubbles = messages
    .filter((each) => !shownAsOffer.has(each.clientId))
    .map((each) => bubbleOf(each, me));
  const queued = waiting.filter((each) => !stored.has(each.clientId)).map(waitingBubble);
  const days: Day[] = [];
  for (const entry of [...withOffers(bubbles, offers), ...queued]) {
    const key = isoDay(entry.at);
    let day = days.at(-1);
    // After a clock rollback no earlier day may start below a later one.
    if (!day || Date.parse(key) > Date.parse(day.key)) {
      day = { key, label: dayLabel(entry.at, now), groups: [] };
      days.push(day);
    }
    if ('card' in entry) {
      day.groups.push({ key: `offer-${entry.id}`, mine: entry.mine, bubbles: [], offer: entry });
      continue;
    }
    const last = day.groups.at(-1);
    const before = last?.bubbles.at(-1);
    const near = before && Date.parse(entry.at) - Date.parse(before.at) < GROUP_WINDOW_MS;
    if (last && near && last.mine === entry.mine) last.bubbles.push(entry);
    else day.groups.push({ key: entry.key, mine: entry.mine, bubbles: [entry] });
  }
  return days;
}

/** Each offer before the first bubble that is newer. */
function withOffers(bubbles: Bubble[], offers: Offer[]): (Bubble | Offer)[] {
  const left = [...offers];
  const all: (Bubble | Offer)[] = [];
  for (const bubble of bubbles) {
    for (let [next] = left; next && next.at < bubble.at; [next] = left)
      all.push(...left.splice(0, 1));
    all.push(bubble);
  }
  return [...all, ...left];
}
