import { Plus, X } from 'lucide-react';
import { type ReactNode, type RefObject, type SubmitEvent, useRef } from 'react';
import {
  type Calendar,
  readableDay,
  upcomingHolidays,
} from '../../../api/modules/catalog/availability/calendar-rules.ts';
import {
  withHoliday,
  withTimeOff,
  withWorkOn,
} from '../../../api/modules/catalog/availability/days-off-rules.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { SaveProblem } from '../../features/request-feedback/SaveProblem.tsx';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { type Form, useForm } from '../../lib/use-form.ts';
import { runAdminAction } from '../requests.ts';
import { $availability, $month, changeDaysOff } from './calendar-store.ts';

type DaysOffOf = Pick<Calendar, 'holidays' | 'timeOff'>;
type Change = Parameters<typeof changeDaysOff>[0];

const act = (change: Change) =>
  void runAdminAction(async () => {
    await changeDaysOff(change);
    return {};
  });

/** A form whose fields are emptied once what they say is saved; until then they keep it. */
function useAdding(changeOf: (fields: Record<string, string>) => Change) {
  const element = useRef<HTMLFormElement>(null);
  const form = useForm((fields) => changeDaysOff(changeOf(fields), () => element.current?.reset()));
  return { ref: element, form };
}

/** Holidays and time off ahead, and what adds to them. */
export function DaysOff({ saved, today }: { saved: DaysOffOf; today: string }) {
  const ahead = [
    ...saved.holidays.map(({ day, name }) => ({ from: day, to: day, name })),
    ...saved.timeOff.map((span) => ({ ...span, name: 'Time off' })),
  ]
    .filter(({ to }) => to >= today)
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  const known = new Set(saved.holidays.map(({ day }) => day));
  const missing = upcomingHolidays(today).filter(({ day }) => !known.has(day));
  return (
    <section className="card card--padded stack" aria-labelledby="days-off">
      <h2 id="days-off">Days off</h2>
      {ahead.length > 0 && (
        <List isPlain label="Days off ahead">
          {ahead.map((span) => (
            <ListRow key={`${span.name} ${span.from}`} title={spanText(span)} note={span.name}>
              <Button
                small
                variant="quiet"
                icon={X}
                aria-label={`Remove ${span.name}, ${spanText(span)}`}
                onClick={() => act((now, day) => withWorkOn(now, span, day))}
              />
            </ListRow>
          ))}
        </List>
      )}
      <TimeOffForm today={today} />
      <HolidayForm today={today} />
      {missing.length > 0 && (
        <p className="row">
          {missing.map((holiday) => (
            <Button
              key={holiday.day}
              small
              icon={Plus}
              onClick={() => act((now, day) => withHoliday(now, holiday, day))}
            >
              {holiday.name}, {readableDay(holiday.day)}
            </Button>
          ))}
        </p>
      )}
    </section>
  );
}

const spanText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? readableDay(from) : `${readableDay(from)} to ${readableDay(to)}`;

function TimeOffForm({ today }: { today: string }) {
  const { ref, form } = useAdding(({ from = '', to = '' }) => {
    throwFieldErrors({
      from: from ? '' : 'Please choose the first day.',
      to: to && to < from ? 'The last day is before the first.' : '',
    });
    return (saved, now) => withTimeOff(saved, { from, to: to || from }, now);
  });
  return (
    <AddForm {...{ ref, form }} label="Add time off">
      <Field label="First day off" type="date" min={today} {...form.field('from')} />
      <Field label="Last day off" type="date" min={today} {...form.field('to')} />
    </AddForm>
  );
}

function HolidayForm({ today }: { today: string }) {
  const { ref, form } = useAdding(({ day = '', name = '' }) => {
    throwFieldErrors({
      day: day ? '' : 'Please choose a day.',
      name: name.trim() ? '' : 'Please name the holiday.',
    });
    return (saved, now) => withHoliday(saved, { day, name }, now);
  });
  return (
    <AddForm {...{ ref, form }} label="Add holiday">
      <Field label="Holiday" type="date" min={today} {...form.field('day')} />
      <Field label="Its name" maxLength={60} {...form.field('name')} />
    </AddForm>
  );
}

interface AddProps {
  ref: RefObject<HTMLFormElement | null>;
  form: Form;
  label: string;
  children: ReactNode;
}

const AddForm = ({ ref, form, label, children }: AddProps) => (
  <form
    ref={ref}
    className="stack stack--medium"
    aria-label={label}
    noValidate
    onSubmit={(event: SubmitEvent<HTMLFormElement>) => form.onSubmit(event)}
  >
    <div className="auto-columns">{children}</div>
    <SaveProblem
      text={form.problem}
      load={() => Promise.all([$month.load(), $availability.load()])}
    />
    <p className="row">
      <Button type="submit" disabled={form.busy}>
        {label}
      </Button>
    </p>
  </form>
);
