import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { readableDay } from '../../../api/modules/catalog/availability/rules.ts';
import type { Availability as Saved } from '../../../api/modules/catalog/availability/schema.ts';
import { Button } from '../../components/Button.tsx';
import { Checkbox, Field } from '../../components/Field.tsx';
import { FormError } from '../../features/account/FormError.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { isoDay } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { $availability, loadAvailability, saveAvailability } from './availability-store.ts';

/** When the shop takes orders. */
export function Availability() {
  const availability = useStore($availability);
  useEffect(() => void loadAvailability(), []);
  return (
    <ScreenLayout title="Availability">
      <LoadedContent loaded={availability} retry={loadAvailability}>
        {(value) => <AvailabilityForm key={JSON.stringify(value)} saved={value} />}
      </LoadedContent>
    </ScreenLayout>
  );
}

function AvailabilityForm({ saved }: { saved: Saved }) {
  const lasts = saved.pausedUntil > isoDay(new Date());
  const [isPaused, setPaused] = useState(lasts);
  const form = useForm((fields) => {
    const pausedUntil = isPaused ? (fields['pausedUntil'] ?? '') : '';
    throwFieldErrors({ pausedUntil: isPaused && !pausedUntil ? 'Choose the day of return.' : '' });
    return saveAvailability({ ...saved, pausedUntil });
  });
  return (
    <form className="card card--padded stack" noValidate onSubmit={form.onSubmit}>
      <h2>Pause</h2>
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
          min={isoDay(new Date())}
          defaultValue={lasts ? saved.pausedUntil : ''}
          required
          {...form.field('pausedUntil')}
        />
      )}
      <FormError text={form.problem} />
      <p className="row">
        <Button variant="solid" type="submit" disabled={form.busy}>
          {form.busy ? 'Saving…' : 'Save'}
        </Button>
      </p>
    </form>
  );
}
