import { CalendarCheck, CalendarOff, Package, PackageCheck, WalletCards } from 'lucide-react';
import { useState } from 'react';
import { readableDay } from '../../../api/modules/catalog/availability/calendar-rules.ts';
import {
  withTimeOff,
  withWorkOn,
} from '../../../api/modules/catalog/availability/days-off-rules.ts';
import type { CalendarMonth } from '../../../api/modules/order-pages/calendar-month.ts';
import { Button } from '../../components/Button.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { price } from '../../lib/format.ts';
import { runAdminAction } from '../requests.ts';
import { itemPath } from '../router.ts';
import { $month, changeDaysOff } from './calendar-store.ts';
import { contentOf, type Day, dayName, isLate, placesOf, reasonOf } from './month-marks.ts';

/** A day without what is on it: why it is off, and how many places are taken. */
const factsOf = (month: CalendarMonth, day: Day): string =>
  [reasonOf(day), placesOf(day, month.capacity)].filter(Boolean).join(' · ');

/** All that is on a day, each with its link: deliveries and payments first. */
function rowsOf(month: CalendarMonth, day: Day) {
  const { due, parts, work } = contentOf(month, day.day);
  return [
    ...due.map((order) => (
      <ListRow
        key={`due-${order.orderId}`}
        icon={order.isOpen ? PackageCheck : CalendarCheck}
        tone={isLate(order, month.today) ? 'red' : order.isOpen ? 'accent' : 'green'}
        title={`${order.isOpen ? 'Deliver to' : `${order.status}:`} ${order.buyer}`}
        open={itemPath('order', order.orderId)}
        note={order.title}
      />
    )),
    ...parts.map((part) => (
      <ListRow
        key={part.id}
        icon={WalletCards}
        tone={part.dueOn < month.today ? 'red' : 'amber'}
        title={`Payment of ${part.buyer}`}
        open={itemPath('order', part.orderId)}
        note={part.name}
        aside={<span className="price">{price(part.amount, part.currency)}</span>}
      />
    )),
    ...work.map((order) => (
      <ListRow
        key={order.orderId}
        icon={Package}
        tone={isLate(order, month.today) ? 'red' : undefined}
        title={`${order.work?.from === day.day ? 'Start for' : 'Work for'} ${order.buyer}`}
        open={itemPath('order', order.orderId)}
        note={order.title}
        aside={dueText(order.dueOn, month.today)}
      />
    )),
  ];
}

/** What is on a day, and whether it is worked on. */
export function DayPanel({ month, day }: { month: CalendarMonth; day: Day }) {
  const facts = factsOf(month, day);
  const rows = rowsOf(month, day);
  return (
    <section className="card card--padded stack" aria-labelledby="day">
      <div className="stack stack--small">
        <h2 id="day">{dayName(day.day)}</h2>
        <p className="muted text-15" aria-live="polite">
          {facts || (rows.length === 0 ? 'Nothing on this day.' : '')}
        </p>
      </div>
      {rows.length > 0 && (
        <List isPlain label="On this day">
          {rows}
        </List>
      )}
      {day.day >= month.today && <DayOff key={day.day} day={day} />}
    </section>
  );
}

/** The month as a list, for a phone: each day that has something on it, from today on. */
export function DayList({ month }: { month: CalendarMonth }) {
  const from = month.today.startsWith(month.month) ? month.today : '';
  const days = month.days.filter(
    (day) => day.day === month.today || (day.day >= from && rowsOf(month, day).length > 0),
  );
  if (days.length === 0) return <p className="muted">Nothing in this month.</p>;
  return (
    <List label="Days">
      {days.map((day) => {
        const rows = rowsOf(month, day);
        return (
          <ListRow
            key={day.day}
            title={dayName(day.day)}
            note={factsOf(month, day) || (rows.length === 0 && 'Nothing on this day.')}
            text={
              <>
                {rows.length > 0 && (
                  <List isPlain label={dayName(day.day)}>
                    {rows}
                  </List>
                )}
                {day.day >= month.today && <DayOff day={day} />}
              </>
            }
          />
        );
      })}
    </List>
  );
}

const dueText = (dueOn: string | null, today: string): string =>
  dueOn ? `${dueOn < today ? 'was due' : 'due'} ${readableDay(dueOn).replace(/ \d+$/, '')}` : '';

/** One tap sets a day free, another takes it back. */
function DayOff({ day: { day, isWorking, isTimeOff, holiday } }: { day: Day }) {
  const [isBusy, setBusy] = useState(false);
  const isOff = isTimeOff || holiday !== null;
  if (!isOff && !isWorking) return null;
  const span = { from: day, to: day };
  const change = isOff ? withWorkOn : withTimeOff;
  const press = async () => {
    setBusy(true);
    const isSaved = await runAdminAction(async () => {
      await changeDaysOff((saved, today) => change(saved, span, today));
      return {};
    });
    setBusy(false);
    // Another tab may have been faster: the month shows what is saved.
    if (!isSaved) void $month.load();
  };
  return (
    <p className="row">
      <Button
        icon={isOff ? CalendarCheck : CalendarOff}
        disabled={isBusy}
        onClick={() => void press()}
      >
        {isOff ? 'Work on this day' : 'Take this day off'}
      </Button>
    </p>
  );
}
