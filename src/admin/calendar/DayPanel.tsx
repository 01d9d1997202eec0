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

/** The rest is shown on request. */
const MAX_ROWS = 12;

/** What is on a day, each with its link, and whether it is worked on. */
export function DayPanel({ month, day }: { month: CalendarMonth; day: Day }) {
  const [isWhole, setWhole] = useState(false);
  const { due, parts, work } = contentOf(month, day.day);
  const facts = [reasonOf(day), placesOf(day, month.capacity)].filter(Boolean).join(' · ');
  const rows = [
    ...due.map((order) => (
      <ListRow
        key={`due-${order.orderId}`}
        icon={order.isOpen ? PackageCheck : CalendarCheck}
        tone={isLate(order, month.today) ? 'red' : order.isOpen ? 'accent' : 'green'}
        title={`${order.isOpen ? 'Deliver' : order.status} #${order.number}`}
        open={itemPath('order', order.orderId)}
        note={`${order.buyer} · ${order.title}`}
      />
    )),
    ...parts.map((part) => (
      <ListRow
        key={part.id}
        icon={WalletCards}
        tone={part.dueOn < month.today ? 'red' : 'amber'}
        title={`Payment of #${part.number}`}
        open={itemPath('order', part.orderId)}
        note={`${part.buyer} · ${part.name}`}
        aside={<span className="price">{price(part.amount, part.currency)}</span>}
      />
    )),
    ...work.map((order) => (
      <ListRow
        key={order.orderId}
        icon={Package}
        tone={isLate(order, month.today) ? 'red' : undefined}
        title={`${order.work?.from === day.day ? 'Start' : 'Work on'} #${order.number}`}
        open={itemPath('order', order.orderId)}
        note={`${order.buyer} · ${order.title}`}
        aside={dueText(order.dueOn, month.today)}
      />
    )),
  ];
  const shown = isWhole ? rows : rows.slice(0, MAX_ROWS);
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
          {shown}
        </List>
      )}
      {shown.length < rows.length && (
        <p className="row">
          <Button small onClick={() => setWhole(true)}>
            Show all {rows.length}
          </Button>
        </p>
      )}
      {day.day >= month.today && <DayOff key={day.day} day={day} />}
    </section>
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
