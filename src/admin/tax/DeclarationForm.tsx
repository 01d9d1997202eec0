import type { DeclarationDto } from '../../../api/modules/billing/export-declarations.ts';
import { Field } from '../../components/Field.tsx';
import { SentForm } from '../../features/account/SentForm.tsx';
import { useForm } from '../../lib/use-form.ts';
import { saveDeclaration } from './tax-store.ts';

interface Props {
  row: DeclarationDto;
  /** Proposed as the month in which it is declared. */
  month?: string;
  done: () => void;
  cancel: () => void;
}

/** What the owner enters of an invoice to a buyer abroad. */
export function DeclarationForm({ row, month = '', done, cancel }: Props) {
  const form = useForm(async (fields) => {
    await saveDeclaration(row.invoice, fields);
    done();
  });
  return (
    <SentForm form={form} variant="solid" label="Save" cancel={['Cancel', cancel]}>
      <Field
        label="Received on"
        type="date"
        defaultValue={row.receivedOn}
        {...form.field('receivedOn')}
      />
      <Field
        label="Reference of the remittance"
        hint="As on the bank’s or provider’s advice."
        defaultValue={row.reference}
        {...form.field('reference')}
      />
      <Field
        label="Purpose code"
        hint="Such as P0802 for software."
        defaultValue={row.purpose}
        {...form.field('purpose')}
      />
      <Field
        label="Month declared"
        type="month"
        hint="Empty while it is not declared."
        defaultValue={row.month || month}
        {...form.field('month')}
      />
    </SentForm>
  );
}
