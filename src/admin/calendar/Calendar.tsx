import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  madeLate,
  readableDay,
  type Calendar as ShopCalendar,
  upcomingHolidays,
} from '../../../api/modules/catalog/availability/calendar-rules.ts';
import type { SavedAvailability as Saved } from '../../../api/modules/catalog/availability/schema.ts';
import type { RunningOrder } from '../../../api/modules/orders/order-dates.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { CopyLink } from '../../components/CopyLink.tsx';
import { Checkbox, Field, TextArea } from '../../components/Field.tsx';
import { Modal } from '../../components/Modal.tsx';
import { toast } from '../../components/toast.ts';
import { Loaded } from '../../features/request-feedback/LoadedContent.tsx';
import { readJson } from '../../lib/api.ts';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { isoDay, plainDate } from '../../lib/format.ts';
import type { Form } from '../../lib/use-form.ts';
import { adminApi, remote, runAdminAction } from '../requests.ts';
import { itemPath } from '../router.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { SettingsForm } from '../SettingsForm.tsx';

const readSaved = () => readJson(adminApi.availability.$get());
const $availability = remote(readSaved);

/** Throws the errors that the form shows beside its fields. */
async function saveAvailability(
  availability: Saved,
  { confirmed }: { confirmed: boolean },
): Promise<void> {
  const json = { ...availability, confirmed };
  const { message } = await readJson(adminApi.availability.$put({ json }));
  await $availability.load();
  void toast('success', message);
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** '2027-01-26 Republic Day', one a line. */
const holidaysToText = (holidays: ShopCalendar['holidays']): string =>
  holidays.map(({ day, name }) => `${day} ${name}`).join('\n');

const holidaysOf = (text: string): ShopCalendar['holidays'] =>
  linesOf(text).map((line) => {
    const [day = '', ...name] = line.split(/\s+/);
    return { day, name: name.join(' ') || 'Holiday' };
  });

/** '2026-12-20 to 2026-12-31', one a line; a single day stands alone. */
const timeOffToText = (timeOff: ShopCalendar['timeOff']): string =>
  timeOff.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join('\n');

const timeOffOf = (text: string): ShopCalendar['timeOff'] =>
  linesOf(text).map((line) => {
    const [from = '', to = from] = line.split(' to ').map((day) => day.trim());
    return { from, to };
  });

/** When the shop takes orders. */
export function Calendar() {
  return (
    <ScreenLayout title="Calendar">
      <Loaded store={$availability}>
        {({ availability, running, feedSince }) => (
          <div className="stack">
            <AvailabilityForm key={availability.version} saved={availability} running={running} />
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
  const version = useRef(saved.version);
  const save = async (fields: Record<string, string>) => {
    const pausedUntil = isPaused ? (fields['pausedUntil'] ?? '') : '';
    const workingDays = DAYS.map((_, at) => numberOf(at)).filter((day) => fields[`day${day}`]);
    throwFieldErrors({
      pausedUntil: isPaused && !pausedUntil ? 'Choose the day of return.' : '',
      day1: workingDays.length === 0 ? 'Choose at least one working day.' : '',
    });
    if (fields['over']) version.current = (await readSaved()).availability.version;
    const next: Saved = {
      version: version.current,
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
    <SettingsForm save={save} load={$availability.load}>
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
            <h2 id="calendar">Places</h2>
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
              hint="One per line: 2027-01-26 Republic Day. Check the days of festivals in your calendar."
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
              hint="One per line: 2026-12-20 to 2026-12-31"
              defaultValue={timeOffToText(saved.timeOff)}
              {...linesField(form, 'timeOff', ['from', 'to'])}
            />
          </section>
          <section className="card card--padded stack" aria-labelledby="clock">
            <h2 id="clock">Clock</h2>
            <p>
              Delivery days start once you have the requirements, and pause while you wait for the
              buyer. This applies to new orders.
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

const { $post, $delete } = adminApi.availability.feed;

/** Leaves the form as it is typed. */
async function loadFeed(): Promise<void> {
  const { feedSince } = await readSaved();
  const shown = $availability.get();
  if (shown.state === 'loaded')
    $availability.set({ state: 'loaded', value: { ...shown.value, feedSince } });
}

/** The owner's calendar in other programs, at a secret address that is shown once. */
function CalendarFeed({ since }: { since: string | null }) {
  const [url, setUrl] = useState('');
  const create = () =>
    runAdminAction(async () => {
      setUrl((await readJson($post())).url);
      await loadFeed();
      return {};
    });
  const turnOff = () =>
    runAdminAction(async () => {
      const { message } = await readJson($delete());
      await loadFeed();
      return { message };
    });
  return (
    <section className="card card--padded stack" aria-labelledby="feed">
      <h2 id="feed">Calendar feed</h2>
      <p>
        {since
          ? `Your calendar app can subscribe to starts, deliveries and time off, at the address of ${plainDate(since)}. A new address replaces it.`
          : 'Subscribe to starts, deliveries and time off in your own calendar app.'}
      </p>
      <p className="row">
        <Button onClick={() => void create()}>{since ? 'New address' : 'Create address'}</Button>
        {since && (
          <Button variant="quiet" onClick={() => void turnOff()}>
            Turn off
          </Button>
        )}
      </p>
      {url && (
        <Modal title="Calendar address" onClose={() => setUrl('')}>
          <div className="stack">
            <p>
              Add it in your calendar app as a subscription. Whoever has it can read the calendar,
              and it is not shown again.
            </p>
            <CopyLink label="Address" url={url} />
          </div>
        </Modal>
      )}
    </section>
  );
}
