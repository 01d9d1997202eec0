import { useStore } from '@nanostores/react';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { exactRupees, plainDate } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { itemPath } from '../router.ts';
import { $compensations, type OwedCompensation, settleCompensation } from './payments-store.ts';

/** What the owner owes beyond refunds and pays by hand; renders nothing while there is none. */
export function Compensations() {
  const list = useStore($compensations);
  if (list.state !== 'loaded' || list.value.length === 0) return null;
  return (
    <section className="card card--padded stack" aria-labelledby="owed">
      <h2 id="owed">Owed to buyers</h2>
      <ul className="stack divided">
        {list.value.map((owed) => (
          <Owed key={owed.orderId} owed={owed} />
        ))}
      </ul>
    </section>
  );
}

function Owed({ owed: { orderId, amount, owedAt, buyer } }: { owed: OwedCompensation }) {
  const form = useForm((fields) => settleCompensation(orderId, fields['reference'] ?? ''));
  return (
    <li className="row space-between">
      <p>
        <strong className="price">{exactRupees(amount)}</strong> to {buyer}, on top of the refund of{' '}
        <a href={itemPath('order', orderId)}>#{orderNumber(orderId)}</a> on {plainDate(owedAt)}
      </p>
      <form className="row" noValidate onSubmit={form.onSubmit}>
        <Field label="Reference of the transfer" {...form.field('reference')} />
        <Button small type="submit" disabled={form.busy}>
          Mark as paid
        </Button>
      </form>
    </li>
  );
}
