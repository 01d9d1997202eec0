import './calendar.css';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { CalendarMonth } from '../../../api/modules/order-pages/calendar-month.ts';
import {
  type Day,
  dayAfterKey,
  describeDay,
  linesOf,
  type Mark,
  marksOf,
  reasonOf,
  weeksOf,
} from './month-marks.ts';

/** More of a day is told by a number. */
const LINES = 3;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface Props {
  month: CalendarMonth;
  chosen: string;
  choose: (day: string) => void;
  /** Shows an earlier or later month. */
  turn: (months: number) => void;
  labelledBy: string;
}

/** A month as a table of buttons, from Monday to Sunday; arrow keys go from day to day and on into the next month. */
export function MonthTable({ month, chosen, choose, turn, labelledBy }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const follows = useRef(false);
  const marks = marksOf(month);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = dayAfterKey(chosen, event.key);
    const pages = { PageUp: -1, PageDown: 1 }[event.key];
    if (!next && !pages) return;
    event.preventDefault();
    follows.current = true;
    if (next) choose(next);
    else turn(pages ?? 0);
  };
  // The focus goes along, also into a month that is shown only later.
  useEffect(() => {
    const button = table.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (follows.current && button?.dataset['day'] === chosen) {
      follows.current = false;
      button.focus();
    }
  }, [chosen]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is the table whose cells take arrow keys.
    <table ref={table} className="month card" role="grid" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={onKeyDown}>
        {weeksOf(month.days).map((week) => {
          const lines = linesOf(marks, week);
          const first = week.find((each) => each !== null)?.day ?? '';
          return (
            <tr key={first}>
              {week.map((day, at) => (
                <td key={WEEKDAYS[at]}>
                  {day && (
                    <DayButton
                      {...{ month, day, lines }}
                      isFirst={day.day === first}
                      isChosen={day.day === chosen}
                      choose={() => choose(day.day)}
                    />
                  )}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface DayProps {
  month: CalendarMonth;
  day: Day;
  lines: Mark[][];
  /** Of its week: marks that began before are named again. */
  isFirst: boolean;
  isChosen: boolean;
  choose: () => void;
}

function DayButton({ month, day, lines, isFirst, isChosen, choose }: DayProps) {
  const on = lines.map((line) => line.find(({ from, to }) => from <= day.day && day.day <= to));
  const hidden = on.slice(LINES).filter(Boolean).length;
  const reason = reasonOf(day);
  const hasPlaces = month.capacity > 0 && day.taken !== null && (!reason || day.taken > 0);
  const isFull = (day.taken ?? 0) >= month.capacity;
  return (
    <button
      type="button"
      className="month__day"
      data-day={day.day}
      data-off={reason !== ''}
      aria-pressed={isChosen}
      aria-current={day.day === month.today ? 'date' : undefined}
      aria-label={describeDay(month, day)}
      tabIndex={isChosen ? 0 : -1}
      onClick={choose}
    >
      <span className="row space-between month__head">
        <span className="month__number">{Number(day.day.slice(8))}</span>
        {hasPlaces && (
          <span className="mono" data-tone={isFull ? 'amber' : undefined}>
            {day.taken}/{month.capacity}
          </span>
        )}
      </span>
      {day.holiday && <span className="month__reason truncate">{day.holiday}</span>}
      {on.slice(0, LINES).map((mark, at) =>
        mark ? (
          <MarkPart key={mark.key} mark={mark} day={day.day} isFirst={isFirst} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: an empty line is nothing but its place.
          <span key={at} className="month__mark" />
        ),
      )}
      {hidden > 0 && <span className="month__more">+{hidden}</span>}
    </button>
  );
}

function MarkPart({ mark, day, isFirst }: { mark: Mark; day: string; isFirst: boolean }) {
  const begins = day === mark.from;
  const isDue = day === mark.dueOn;
  const text = [isDue && 'Due', (begins || isFirst) && mark.text].filter(Boolean).join(' ');
  return (
    <span
      className="month__mark"
      data-tone={mark.tone}
      data-begins={begins}
      data-ends={day === mark.to}
      data-due={isDue}
    >
      {text}
    </span>
  );
}
