import { Download } from 'lucide-react';
import { useState } from 'react';
import type { DeclarationDto } from '../../../api/modules/billing/export-declarations.ts';
import { Button } from '../../components/Button.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { Modal } from '../../components/Modal.tsx';
import { exactPrice, exactRupees, monthName, plainDate } from '../../lib/format.ts';
import { itemPath } from '../router.ts';
import { DeclarationForm } from './DeclarationForm.tsx';

/** The register of invoices to buyers abroad, which their seller declares month by month. */
export function Declarations({ declarations }: { declarations: DeclarationDto[] }) {
  const [entering, enter] = useState<DeclarationDto | null>(null);
  const close = () => enter(null);
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
      {entering && (
        <Modal title={`Declaration of ${entering.invoice}`} onClose={close}>
          <DeclarationForm row={entering} done={close} cancel={close} />
        </Modal>
      )}
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
