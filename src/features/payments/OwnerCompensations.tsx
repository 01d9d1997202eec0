import { useStore } from '@nanostores/react';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { itemPath } from '../../admin/router.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { Modal } from '../../components/Modal.tsx';
import { plainDate, price } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { SentForm } from '../account/SentForm.tsx';
import {
  $compensations,
  loadPayments,
  type OwedCompensation,
  settleCompensation,
} from './owner-payments-store.ts';

/** What the owner owes beyond refunds and pays by hand; renders nothing while there is none. */
export function OwnerCompensations() {
  const list = useStore($compensations);
  const [paid, setPaid] = useState<OwedCompensation | null>(null);
  if (list.state !== 'loaded' || list.value.length === 0) return null;
  return (
    <>
      <List label="Owed to buyers">
        {list.value.map((owed) => (
          <CompensationRow key={owed.orderId} owed={owed} enter={() => setPaid(owed)} />
        ))}
      </List>
      {paid && (
        <PaidDialog owed={paid} close={() => setPaid(null)} onSaved={() => void loadPayments()} />
      )}
    </>
  );
}

interface RowProps {
  owed: OwedCompensation;
  /** Asks for the reference of the transfer. */
  enter: () => void;
  isFirst?: boolean;
}

/** On Today, too. */
export const CompensationRow = ({ owed, enter, isFirst }: RowProps) => (
  <ListRow
    icon={HandCoins}
    tone="amber"
    title={`Pay ${owed.buyer} on top of the refund`}
    open={itemPath('order', owed.orderId)}
    note={`#${orderNumber(owed.orderId)} · by bank or UPI · since ${plainDate(owed.owedAt)}`}
    aside={<span className="price">{price(owed.amount, owed.currency)}</span>}
  >
    <Button
      small
      variant={isFirst ? 'solid' : undefined}
      aria-label={`Mark as paid…: ${owed.buyer}`}
      onClick={enter}
    >
      Mark as paid…
    </Button>
  </ListRow>
);

interface DialogProps {
  owed: OwedCompensation;
  close: () => void;
  onSaved: () => void;
}

export function PaidDialog({
  owed: { orderId, amount, currency, buyer },
  close,
  onSaved,
}: DialogProps) {
  const form = useForm(async (fields) => {
    await settleCompensation(orderId, fields['reference'] ?? '');
    close();
    onSaved();
  });
  return (
    <Modal title={`${price(amount, currency)} paid to ${buyer}`} onClose={close}>
      <SentForm form={form} variant="solid" label="Mark as paid" cancel={['Cancel', close]}>
        <Field label="Reference of the transfer" {...form.field('reference')} />
        <p className="text-13">The buyer sees it with the order.</p>
      </SentForm>
    </Modal>
  );
}
