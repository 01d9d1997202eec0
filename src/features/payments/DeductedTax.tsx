import { useState } from 'react';
import type { InstalmentDto } from '../../../api/modules/payments/dto.ts';
import { toPaise, toRupees } from '../../../api/platform/money/rules.ts';
import { Field } from '../../components/Field.tsx';
import { rupees } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { SentForm } from '../account/SentForm.tsx';

interface Props {
  part: Pick<InstalmentDto, 'amount' | 'taxDeducted' | 'certificate'>;
  save: (number: string) => Promise<void>;
  /** Begins with its form. */
  isEntering?: boolean;
}

/** What was paid of a part and deducted as tax, with its certificate, which both sides may enter. */
export function DeductedTax({ part, save, isEntering = false }: Props) {
  const [isOpen, setOpen] = useState(isEntering);
  const form = useForm(async ({ number = '' }) => {
    await save(number);
    setOpen(false);
  });
  const { amount, taxDeducted, certificate } = part;
  const paid = toRupees(toPaise(amount) - toPaise(taxDeducted));
  const awaited = certificate ? `certificate ${certificate}` : 'certificate awaited';
  return (
    <div className="stack text-13">
      <p>
        <span>{`Paid ${rupees(paid)} + ${rupees(taxDeducted)} deducted (${awaited})`}</span>{' '}
        {!isOpen && (
          <button className="link" type="button" onClick={() => setOpen(true)}>
            {certificate ? 'Change' : 'Enter the certificate'}
          </button>
        )}
      </p>
      {isOpen && (
        <SentForm
          form={form}
          small
          variant="solid"
          label="Save"
          cancel={['Cancel', () => setOpen(false)]}
        >
          <Field
            label="Number of the certificate"
            defaultValue={certificate ?? ''}
            maxLength={40}
            autoComplete="off"
            {...form.field('number')}
          />
        </SentForm>
      )}
    </div>
  );
}
