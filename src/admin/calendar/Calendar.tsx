import { useStore } from '@nanostores/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { readableDay } from '../../../api/modules/catalog/availability/calendar-rules.ts';
import type { SavedAvailability } from '../../../api/modules/catalog/availability/schema.ts';
import type { CalendarMonth } from '../../../api/modules/order-pages/calendar-month.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';
import { Folded } from '../../features/orders/Folded.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { pluralize } from '../../lib/format.ts';
import { isPhone } from '../../lib/is-phone.ts';
import { useLiveUpdates } from '../live-updates.ts';
import { runAdminAction } from '../requests.ts';
import { itemPath } from '../router.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { CalendarFeed } from './CalendarFeed.tsx';
import { CalendarSettings } from './CalendarSettings.tsx';
import {
  $availability,
  $day,
  $month,
  $question,
  chooseDay,
  showToday,
  turnMonth,
} from './calendar-store.ts';
import { DayList, DayPanel } from './DayPanel.tsx';
import { DaysOff } from './DaysOff.tsx';
import { MonthTable } from './MonthTable.tsx';
import { longMonth } from './month-marks.ts';

const loadAll = async () => void (await Promise.all([$month.load(), $availability.load()]));

/** When work is done: a month with all that is on its days, the days off, and how many orders run at once. */
export function Calendar() {
  const month = useStore($month);
  const availability = useStore($availability);
  useLiveUpdates(loadAll);
  return (
    <ScreenLayout title="Calendar">
      <div className="stack">
        {month.state === 'loaded' && availability.state === 'loaded' && (
          <Folded
            title="How you work"
            note={workText(availability.value.availability, month.value)}
          >
            <CalendarSettings saved={availability.value.availability} today={month.value.today} />
          </Folded>
        )}
        <LoadedContent
          loaded={month}
          retry={loadAll}
          skeleton={<SkeletonRows rows={1} rowClass="skeleton--card" />}
        >
          {(value) => <Month month={value} />}
        </LoadedContent>
        {month.state === 'loaded' && (
          <LoadedContent loaded={availability} retry={$availability.load}>
            {({ availability: saved, feedSince }) => (
              <div className="two-columns">
                <DaysOff saved={saved} today={month.value.today} />
                <CalendarFeed since={feedSince} />
              </div>
            )}
          </LoadedContent>
        )}
      </div>
      <LateOrders />
    </ScreenLayout>
  );
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** How many orders at once, on which days, and whether the shop takes any. */
function workText(
  { capacity, workingDays, pausedUntil }: SavedAvailability,
  { today }: CalendarMonth,
): string {
  const days = WEEKDAYS.filter((_, at) => workingDays.includes(at)).join(', ');
  return [
    capacity > 0 ? `${pluralize(capacity, 'order')} at once` : 'As many orders as come',
    workingDays.length === 7 ? 'every day' : days,
    pausedUntil > today ? `paused until ${readableDay(pausedUntil)}` : 'open',
  ].join(' · ');
}

function Month({ month }: { month: CalendarMonth }) {
  const wanted = useStore($day);
  const day =
    month.days.find((each) => each.day === wanted) ??
    month.days.find((each) => each.day === month.today) ??
    month.days[0];
  if (!day) return null;
  return (
    <>
      <div className="row space-between">
        <h2 id="month" className="title-20" aria-live="polite">
          {longMonth(month.month)}
        </h2>
        <div className="row">
          <Button
            variant="quiet"
            icon={ChevronLeft}
            aria-label="Previous month"
            onClick={() => void turnMonth(-1)}
          />
          <Button onClick={() => void showToday()}>Today</Button>
          <Button
            variant="quiet"
            icon={ChevronRight}
            aria-label="Next month"
            onClick={() => void turnMonth(1)}
          />
        </div>
      </div>
      {isPhone() ? (
        <DayList month={month} />
      ) : (
        <div className="with-aside">
          <MonthTable
            month={month}
            chosen={day.day}
            choose={(each) => void chooseDay(each)}
            turn={(months) => void turnMonth(months)}
            labelledBy="month"
          />
          <DayPanel key={day.day} month={month} day={day} />
        </div>
      )}
    </>
  );
}

/** Asks before time off in which orders run. */
function LateOrders() {
  const question = useStore($question);
  if (!question) return null;
  return (
    <ConfirmModal
      title="Orders run in this time off"
      confirmLabel="Save anyway"
      cancelLabel="Go back"
      onConfirm={() =>
        void runAdminAction(async () => {
          await question.confirm();
          return {};
        })
      }
      onClose={() => $question.set(null)}
    >
      <p>Their delivery dates stay, so they may be late:</p>
      <ul>
        {question.orders.map(({ orderId, buyer, deliverBy }) => (
          <li key={orderId}>
            <a href={itemPath('order', orderId)}>
              {buyer}, due {readableDay(deliverBy)}
            </a>
          </li>
        ))}
      </ul>
    </ConfirmModal>
  );
}
