import type { openTargets } from './targets.ts';

type Name = keyof Awaited<ReturnType<typeof openTargets>>['targets'];

/** A comparison of one run; `aim` as in the README. */
export interface Row {
  title: string;
  of: Name;
  against: Name;
  limit: string;
  aim: number | null;
  /** The work waits for the disk, so processor time alone is not enough to compare. */
  waits?: true;
}

export const ROWS: Row[] = [
  {
    title: 'public list, hot',
    of: 'list',
    against: 'expressList',
    limit: 'Express, prepared SQL',
    aim: 10,
  },
  {
    title: '  (against ready bytes)',
    of: 'list',
    against: 'bareList',
    limit: 'node:http, ready bytes',
    aim: null,
  },
  { title: '  (Hono alone)', of: 'honoList', against: 'bareList', limit: 'the same', aim: null },
  {
    title: 'public list, 304',
    of: 'unchanged',
    against: 'expressList',
    limit: 'Express, prepared SQL',
    aim: 10,
  },
  { title: 'one gig', of: 'gig', against: 'bareGig', limit: 'node:http, ready bytes', aim: null },
  { title: 'page /', of: 'page', against: 'barePage', limit: 'node:http, ready bytes', aim: null },
  {
    title: 'orders list of 20',
    of: 'orders',
    against: 'expressOrders',
    limit: 'Express, prepared SQL',
    aim: 1.7,
  },
  {
    title: 'place and settle, FULL',
    of: 'sell',
    against: 'expressSell',
    limit: 'Express, raw SQL',
    aim: 0.3,
    waits: true,
  },
  {
    title: '  (one after the other)',
    of: 'sellOne',
    against: 'expressSellOne',
    limit: 'the same',
    aim: null,
  },
];

/** One round of one target: answers a second, processor µs an answer. */
export interface Round {
  rate: number;
  cpu: number | null;
}

export type Rounds = Record<Name, Round[]>;

export interface Memory {
  idle: number;
  loaded: number;
}

const IDLE_MB = 150;

export function printTable(rounds: Rounds, memory: Memory): void {
  print(['', 'ours/s', 'µs', 'limit/s', 'µs', 'ratio', 'by CPU', 'aim', '', 'against']);
  for (const { title, of, against, limit, aim, waits } of ROWS) {
    const rate = ratio(rounds[of], rounds[against], (ours, theirs) => ours.rate / theirs.rate);
    const cpu = ratio(
      rounds[of],
      rounds[against],
      (ours, theirs) => (theirs.cpu ?? NaN) / (ours.cpu ?? NaN),
    );
    print([
      title,
      whole(middle(rounds[of].map((each) => each.rate))),
      whole(middle(rounds[of].map((each) => each.cpu ?? NaN))),
      whole(middle(rounds[against].map((each) => each.rate))),
      whole(middle(rounds[against].map((each) => each.cpu ?? NaN))),
      rate.toFixed(2),
      Number.isNaN(cpu) ? '–' : cpu.toFixed(2),
      aim === null ? '' : `≥ ${aim}`,
      aim === null ? '' : mark((waits || Number.isNaN(cpu) ? rate : cpu) >= aim),
      limit,
    ]);
  }
  const { idle, loaded } = memory;
  console.log(
    `\nmemory  idle ${whole(idle)} MB (≤ ${IDLE_MB} ${mark(idle <= IDLE_MB)}), under load ${whole(loaded)} MB`,
  );
}

const WIDTHS = [26, 8, 6, 8, 6, 7, 7, 7, 3, 0];
const print = (cells: string[]) =>
  console.log(
    cells
      .map((cell, at) =>
        at === 0 ? cell.padEnd(26) : at === 9 ? `  ${cell}` : cell.padStart(WIDTHS[at] ?? 0),
      )
      .join(''),
  );

const mark = (reached: boolean) => (reached ? '✓' : '✗');
const whole = (value: number) =>
  Number.isNaN(value) ? '–' : Math.round(value).toLocaleString('en');

/** The median of each round's ratio, so that a disturbance affects both sides. */
function ratio(ours: Round[], theirs: Round[], of: (a: Round, b: Round) => number): number {
  return middle(ours.flatMap((round, at) => (theirs[at] ? [of(round, theirs[at])] : [])));
}

function middle(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
