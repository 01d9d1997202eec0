import { useRef, useState } from 'react';
import { readableDay } from '../../../api/modules/catalog/availability/calendar-rules.ts';
import type { SavedAvailability } from '../../../api/modules/catalog/availability/schema.ts';
import { CHANGED_ELSEWHERE } from '../../../api/platform/saving/texts.ts';
import { Checkbox, Field } from '../../components/Field.tsx';
import { throwFieldErrors, ValidationError } from '../../lib/form-errors.ts';
import { SettingsForm } from '../SettingsForm.tsx';
import { $availability, readSaved, saveAvailability } from './calendar-store.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const numberOf = (at: number): number => (at + 1) % 7;

/** What this form changes; days off are changed beside it. */
const settingsOf = ({ pausedUntil, capacity, workingDays, clock }: SavedAvailability) =>
  JSON.stringify([pausedUntil, capacity, workingDays.toSorted(), clock]);

interface Props {
  saved: SavedAvailability;
  today: string;
}

/** A version that is loaded on request replaces what was typed. */
export function CalendarSettings(props: Props) {
  const [loaded, setLoaded] = useState(0);
  const reload = async () => {
    await $availability.load();
    setLoaded(loaded + 1);
  };
  return <SettingsFields key={loaded} {...props} reload={reload} />;
}

function SettingsFields({ saved, today, reload }: Props & { reload: () => Promise<void> }) {
  const shown = useRef(settingsOf(saved));
  const lasts = saved.pausedUntil > today;
  const [isPaused, setPaused] = useState(lasts);
  const save = async (fields: Record<string, string>) => {
    const pausedUntil = isPaused ? (fields['pausedUntil'] ?? '') : '';
    const workingDays = DAYS.map((_, at) => numberOf(at)).filter((day) => fields[`day${day}`]);
    throwFieldErrors({
      pausedUntil: isPaused && !pausedUntil ? 'Choose the day of return.' : '',
      day1: workingDays.length === 0 ? 'Choose at least one working day.' : '',
    });
    const { availability: now } = await readSaved();
    if (settingsOf(now) !== shown.current && !fields['over'])
      throw new ValidationError(CHANGED_ELSEWHERE, {});
    const capacity = Number(fields['capacity'] || 0);
    const next = { ...now, pausedUntil, capacity, workingDays, clock: fields['clock'] === 'on' };
    await saveAvailability({ ...next, confirmed: false });
    shown.current = settingsOf(next);
  };
  return (
    <SettingsForm className="stack" save={save} load={reload}>
      {(form) => (
        <>
          <Field
            label="Orders at once"
            type="number"
            inputMode="numeric"
            min={0}
            max={50}
            hint="Buyers see before they pay when the work starts and ends. With 0, delivery days count from the payment."
            defaultValue={saved.capacity}
            {...form.field('capacity')}
          />
          <fieldset className="stack stack--small">
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
          <Checkbox
            label="Count delivery days only while I have what I need"
            hint="They start with the requirements and pause while you wait for the buyer. For new orders."
            value="on"
            defaultChecked={saved.clock}
            {...form.field('clock')}
          />
          <Checkbox
            label="Pause the whole shop"
            hint={
              lasts
                ? `Nobody can order until ${readableDay(saved.pausedUntil)}. Open orders go on.`
                : 'Pages stay, nobody can order, open orders go on.'
            }
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
        </>
      )}
    </SettingsForm>
  );
}
