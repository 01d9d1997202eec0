import { Download } from 'lucide-react';
import { useState } from 'react';
import type { DeclarationDto } from '../../../api/modules/billing/export-declarations.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SentForm } from '../../features/account/SentForm.tsx';
import { exactPrice, exactRupees, monthName, plainDate } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { itemPath } from '../router.ts';
import { saveDeclaration } from './tax-store.ts';

/** The register of invoices to buyers abroad, which their seller declares month by month. */
export function Declarations({ declarations }: { declarations: DeclarationDto[] }) {
  const [entering, enter] = useState<DeclarationDto | null>(null);
  return (
    <section className="card card--padded stack">
      <h2>Export declarations</h2>
      <p className="text-15">
        Invoices to buyers abroad are declared within thirty days after their month. Confirm the day
        and the purpose code with your bank.
      </p>
      <List isPlain label="Invoices to buyers abroad">
        {declarations.map((row) => (
          <ListRow
            key={row.invoice}
            title={row.invoice}
            open={itemPath('order', row.orderId)}
            note={noteOf(row)}
            aside={row.month ? `Declared, ${monthName(row.month)}` : `By ${plainDate(row.by)}`}
          >
            <span className="price">{exactPrice(row.amount, row.currency)}</span>
            <Button small aria-label={`Enter…: ${row.invoice}`} onClick={() => enter(row)}>
              Enter…
            </Button>
          </ListRow>
        ))}
      </List>
      <p className="row">
        <a className="button" href="/api/v1/desk/ledger/declarations.csv" download>
          <Download size={18} aria-hidden="true" />
          Download
        </a>
      </p>
      {entering && <DeclarationDialog row={entering} close={() => enter(null)} />}
    </section>
  );
}

const noteOf = ({ country, rupees, currency, receivedOn, reference, purpose }: DeclarationDto) =>
  [
    country,
    currency !== 'INR' && rupees !== null && exactRupees(rupees),
    receivedOn && `received on ${plainDate(receivedOn)}`,
    reference,
    purpose,
  ]
    .filter(Boolean)
    .join(' · ');

function DeclarationDialog({ row, close }: { row: DeclarationDto; close: () => void }) {
  const form = useForm(async (fields) => {
    await saveDeclaration(row.invoice, fields);
    close();
  });
  return (
    <Modal title={`Declaration of ${row.invoice}`} onClose={close}>
      <SentForm form={form} variant="solid" label="Save" cancel={['Cancel', close]}>
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
          defaultValue={row.month}
          {...form.field('month')}
        />
      </SentForm>
    </Modal>
  );
}
