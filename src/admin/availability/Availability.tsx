import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  madeLate,
  readableDay,
  upcomingHolidays,
} from '../../../api/modules/catalog/availability/calendar-rules.ts';
import type { Availability as Saved } from '../../../api/modules/catalog/availability/schema.ts';
import type { RunningOrder } from '../../../api/modules/orders/order-dates.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { Checkbox, Field, TextArea } from '../../components/Field.tsx';
import { Loaded } from '../../features/request-feedback/LoadedContent.tsx';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { isoDay } from '../../lib/format.ts';
import type { Form } from '../../lib/use-form.ts';
import { itemPath } from '../router.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { SettingsForm } from '../SettingsForm.tsx';
import { $availability, loadAvailability, saveAvailability } from './availability-store.ts';
import { CalendarFeed } from './CalendarFeed.tsx';
import { holidaysOf, holidaysToText, timeOffOf, timeOffToText } from './lines.ts';

/** When the shop takes orders. */
export function Availability() {
  return (
    <ScreenLayout title="Availability">
      <Loaded store={$availability} load={loadAvailability}>
        {({ availability, running, feedSince }) => (
          <div className="stack">
            <AvailabilityForm
              key={JSON.stringify(availability)}
              saved={availability}
              running={running}
            />
            <CalendarFeed since={feedSince} />
          </div>
        )}
      </Loaded>
    </ScreenLayout>
  );
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const numberOf = (at: number): number => (at + 1) % 7;

/** A mistake in a line is named by its number in the list. */
const linesField = ({ field }: Form, name: 'holidays' | 'timeOff', parts: string[]) => ({
  name,
  error: [field(name), ...parts.map(field)].find(({ error }) => error)?.error,
});

function AvailabilityForm({ saved, running }: { saved: Saved; running: RunningOrder[] }) {
  const today = isoDay(new Date());
  const lasts = saved.pausedUntil > today;
  const [isPaused, setPaused] = useState(lasts);
  const [late, setLate] = useState<RunningOrder[]>([]);
  const confirmed = useRef(false);
  const save = async (fields: Record<string, string>) => {
    const pausedUntil = isPaused ? (fields['pausedUntil'] ?? '') : '';
    const workingDays = DAYS.map((_, at) => numberOf(at)).filter((day) => fields[`day${day}`]);
    throwFieldErrors({
      pausedUntil: isPaused && !pausedUntil ? 'Choose the day of return.' : '',
      day1: workingDays.length === 0 ? 'Choose at least one working day.' : '',
    });
    const next: Saved = {
      pausedUntil,
      capacity: Number(fields['capacity'] || 0),
      workingDays,
      holidays: holidaysOf(fields['holidays'] ?? ''),
      timeOff: timeOffOf(fields['timeOff'] ?? ''),
      clock: fields['clock'] === 'on',
    };
    const affected = madeLate(saved, next, running);
    const isConfirmed = confirmed.current;
    confirmed.current = false;
    if (affected.length > 0 && !isConfirmed) {
      setLate(affected);
      return false;
    }
    return saveAvailability(next, { confirmed: isConfirmed });
  };
  const upcoming = upcomingHolidays(today);
  const [holidays, setHolidays] = useState(
    holidaysToText(saved.capacity > 0 ? saved.holidays : upcoming),
  );
  const missing = upcoming.filter(({ day }) => !holidays.includes(day));
  const list = useRef<HTMLTextAreaElement>(null);
  /** As if it were typed, so that it counts as not saved. */
  const addHoliday = (holiday: (typeof upcoming)[number]) => {
    if (!list.current) return;
    list.current.value = `${holidays}\n${holidaysToText([holiday])}`.trim();
    list.current.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <SettingsForm save={save}>
      {(form, submit) => (
        <>
          <section className="card card--padded stack" aria-labelledby="pause">
            <h2 id="pause">Pause</h2>
            <p>
              {lasts
                ? `Nobody can order until ${readableDay(saved.pausedUntil)}. Open orders go on.`
                : 'Pages stay, nobody can order, and open orders go on. A single gig is paused in its editor.'}
            </p>
            <Checkbox
              label="Pause the whole shop"
              checked={isPaused}
              onChange={(event) => setPaused(event.target.checked)}
            />
            {isPaused && (
              <Field
                label="Back on"
                type="date"
                min={today}
                defaultValue={lasts ? saved.pausedUntil : ''}
                required
                {...form.field('pausedUntil')}
              />
            )}
          </section>
          <section className="card card--padded stack" aria-labelledby="calendar">
            <h2 id="calendar">Calendar</h2>
            <p>
              Say how many orders you work on at once, and buyers see before they pay when the work
              starts and ends. With 0, delivery days count from the payment.
            </p>
            <Field
              label="Orders at once"
              type="number"
              inputMode="numeric"
              min={0}
              max={50}
              defaultValue={saved.capacity}
              {...form.field('capacity')}
            />
            <fieldset className="stack">
              <legend>Working days</legend>
              <div className="row">
                {DAYS.map((name, at) => (
                  <Checkbox
                    key={name}
                    label={name}
                    value="on"
                    defaultChecked={saved.workingDays.includes(numberOf(at))}
                    {...form.field(`day${numberOf(at)}`)}
                  />
                ))}
              </div>
            </fieldset>
            <TextArea
              label="Holidays"
              rows={10}
              hint="One a line: 2027-01-26 Republic Day. Check the days of festivals in your calendar."
              ref={list}
              defaultValue={holidays}
              onInput={(event) => setHolidays(event.currentTarget.value)}
              {...linesField(form, 'holidays', ['day', 'name'])}
            />
            {missing.length > 0 && (
              <p className="row">
                {missing.map((holiday) => (
                  <Button key={holiday.day} small icon={Plus} onClick={() => addHoliday(holiday)}>
                    {holiday.name}, {readableDay(holiday.day)}
                  </Button>
                ))}
              </p>
            )}
            <TextArea
              label="Time off"
              rows={4}
              hint="One a line: 2026-12-20 to 2026-12-31"
              defaultValue={timeOffToText(saved.timeOff)}
              {...linesField(form, 'timeOff', ['from', 'to'])}
            />
          </section>
          <section className="card card--padded stack" aria-labelledby="clock">
            <h2 id="clock">Clock</h2>
            <p>
              The days of an order begin with its requirements, and stand still while you wait for
              the buyer. Orders from now on agree to it.
            </p>
            <Checkbox
              label="Count delivery days only while I have what I need"
              value="on"
              defaultChecked={saved.clock}
              {...form.field('clock')}
            />
          </section>
          {late.length > 0 && (
            <ConfirmModal
              title="Orders run in this time off"
              confirmLabel="Save anyway"
              cancelLabel="Go back"
              onConfirm={() => {
                confirmed.current = true;
                submit();
              }}
              onClose={() => setLate([])}
            >
              <p>Their delivery dates stay, so they may be late:</p>
              <ul>
                {late.map(({ orderId, buyer, deliverBy }) => (
                  <li key={orderId}>
                    <a href={itemPath('order', orderId)}>
                      {buyer}, due {readableDay(deliverBy)}
                    </a>
                  </li>
                ))}
              </ul>
            </ConfirmModal>
          )}
        </>
      )}
    </SettingsForm>
  );
}
