import {
  addDays,
  type Dates,
  describeDates,
  numberOfDay,
  readableDay,
} from '../catalog/availability/calendar-rules.ts';
import { DAYS_TO_ANSWER, isOpen, type ShownStatus } from './rules.ts';

/** What an open order is drawn from; days are YYYY-MM-DD in the shop's time zone. */
export interface Drawn {
  status: ShownStatus;
  today: string;
  paidOn: string | null;
  startsOn: string | null;
  dueOn: string | null;
  /** The day of the newest delivery. */
  deliveredOn: string | null;
  /** The day on which the delivery counts as accepted; null while an answer to a request is awaited. */
  yoursOn: string | null;
  /** Every delivery, the oldest first. */
  versions?: { number: number; on: string }[];
  parts?: Part[];
  pauses?: { from: string; to: string | null; days: number }[];
}

/** A part that is open, `on` null without a date of its own, with its amount as text. */
interface Part {
  number: number;
  amount: string;
  on: string | null;
  due: string;
}

type MarkKind = 'paid' | 'start' | 'part' | 'version' | 'today' | 'due' | 'yours';

export interface Drawing {
  /** In the order of their days. */
  marks: { kind: MarkKind; on: string; text: string }[];
  /** Days on which the clock stood still, and days after the promised one. */
  spans: { kind: 'pause' | 'late'; from: string; to: string; text: string }[];
  /** What is ahead, each with its day: 'Delivery 19 Dec'. */
  ahead: string[];
  /** The same in one line: 'Day 9 of 21 · delivery 19 Dec · part 2, ₹20,000, due 3 Dec'. */
  sentence: string;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** '19 Dec'. */
const short = (day: string): string => readableDay(day).replace(/ \d+$/, '');

const daysFrom = (one: string, other: string): number => numberOfDay(other) - numberOfDay(one);

const countDays = (count: number): string => `${count} day${count === 1 ? '' : 's'}`;

/** An order from its payment until it is the buyer's, to scale; null of one that is not open or has no date. */
export function drawOrder(order: Drawn): Drawing | null {
  const { status, today, paidOn, startsOn, dueOn, versions = [], parts = [], pauses = [] } = order;
  if (!isOpen(status) || !paidOn || !dueOn) return null;
  const first = startsOn && startsOn > paidOn ? startsOn : paidOn;
  const { deliveredOn } = order;
  const isDelivered = status === 'Delivered' && deliveredOn !== null;
  const late = isDelivered ? 0 : Math.max(0, daysFrom(dueOn, today));
  const expected = late > 0 ? today : dueOn;
  const yoursOn = isDelivered ? order.yoursOn : addDays(expected, DAYS_TO_ANSWER);
  const stateNow = () => {
    if (isDelivered) return `delivered ${short(deliveredOn)}`;
    if (late > 0) return `${countDays(late)} late`;
    if (today < first) return `starts ${short(first)}`;
    return `day ${daysFrom(first, today) + 1} of ${daysFrom(first, dueOn) + 1}`;
  };
  const state = stateNow();
  const marks: Drawing['marks'] = [
    { kind: 'paid', on: paidOn, text: `paid ${short(paidOn)}` },
    ...(first > paidOn
      ? [{ kind: 'start' as const, on: first, text: `start ${short(first)}` }]
      : []),
    ...parts.flatMap(({ number, amount, on, due }) => {
      const day = on ?? (due === 'delivery' ? dueOn : null);
      return day ? [{ kind: 'part' as const, on: day, text: `part ${number}, ${amount}` }] : [];
    }),
    ...versions.map(({ number, on }) => ({ kind: 'version' as const, on, text: `v${number}` })),
    { kind: 'due', on: dueOn, text: `delivery ${short(dueOn)}` },
    { kind: 'today', on: today, text: state },
    ...(yoursOn ? [{ kind: 'yours' as const, on: yoursOn, text: `yours ${short(yoursOn)}` }] : []),
  ];
  const [open] = parts;
  const words = [
    state,
    !isDelivered && `delivery ${short(dueOn)}`,
    isDelivered && yoursOn && `yours ${short(yoursOn)}`,
    open && `part ${open.number}, ${open.amount}, ${dueText(open)}`,
  ]
    .filter(Boolean)
    .join(' · ');
  const inOrder = marks.toSorted((one, other) => daysFrom(other.on, one.on));
  return {
    marks: inOrder,
    ahead: inOrder
      .filter(({ kind, on }) => on > today || (on === today && kind === 'due'))
      .map(({ kind, on, text }) => capital(kind === 'part' ? `${text}, ${short(on)}` : text)),
    spans: [
      ...pauses
        .filter(({ to, days }) => !to || days > 0)
        .map(({ from, to, days }) => ({
          ...{ kind: 'pause' as const, from, to: to ?? today },
          text: to ? `waited ${countDays(days)}` : 'waits',
        })),
      ...(late > 0 ? [{ kind: 'late' as const, from: dueOn, to: today, text: state }] : []),
    ],
    sentence: capital(words),
  };
}

const dueText = ({ on, due }: { on: string | null; due: string }): string =>
  on ? `due ${short(on)}` : due === 'delivery' ? 'due on delivery' : 'to be paid';

/** What an order would look like whose quote is accepted today. */
export function forecast(
  { today, startsOn, deliverBy }: Dates & { today: string },
  parts: Part[],
): Drawing | null {
  const facts = { today, paidOn: today, startsOn, dueOn: deliverBy, parts };
  const drawn = drawOrder({ ...facts, status: 'Accepted', deliveredOn: null, yoursOn: null });
  if (!drawn) return null;
  const marks = drawn.marks
    .filter(({ kind }) => kind !== 'paid')
    .map((mark) => (mark.kind === 'today' ? { ...mark, text: 'today' } : mark));
  const sentence = `If you accept today: ${describeDates({ startsOn, deliverBy })}`;
  return { ...drawn, marks, sentence };
}
