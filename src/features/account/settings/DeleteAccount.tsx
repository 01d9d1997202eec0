import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ORDERS_OPEN } from '../../../../api/modules/accounts/texts.ts';
import { orderNumber } from '../../../../api/modules/orders/order-number-rules.ts';
import type { OpenOrder } from '../../../../api/platform/personal-data.ts';
import { Button } from '../../../components/Button.tsx';
import { Modal } from '../../../components/Modal.tsx';
import { throwFieldErrors } from '../../../lib/form-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { ConfirmCancellation } from '../../orders/CancelOrder.tsx';
import { FormError } from '../FormError.tsx';
import { SentForm } from '../SentForm.tsx';
import { $openOrders, cancelOpenOrder, deleteAccount } from './account-settings-store.ts';
import { OwnPassword, ownPasswordProblem } from './OwnPassword.tsx';

export function DeleteAccount() {
  const [asking, setAsking] = useState(false);
  // Shown in place of the dialog, which comes back afterwards.
  const [cancelling, setCancelling] = useState<OpenOrder | null>(null);
  const begin = () => {
    $openOrders.set({ state: 'loading' });
    void $openOrders.load();
    setAsking(true);
  };
  return (
    <div>
      <Button variant="danger" onClick={begin}>
        Delete my account
      </Button>
      {asking && !cancelling && (
        <Modal title="Delete your account?" onClose={() => setAsking(false)}>
          <DeleteDialog onCancel={setCancelling} onKeep={() => setAsking(false)} />
        </Modal>
      )}
      {cancelling && (
        <ConfirmCancellation
          cancellation={cancelling.cancellation}
          onConfirm={() => void cancelOpenOrder(cancelling._id, cancelling.cancellation.refund)}
          onClose={() => setCancelling(null)}
        />
      )}
    </div>
  );
}

interface DialogProps {
  onCancel: (order: OpenOrder) => void;
  onKeep: () => void;
}

function DeleteDialog({ onCancel, onKeep }: DialogProps) {
  const orders = useStore($openOrders);
  if (orders.state === 'loading') return <p role="status">Loading…</p>;
  if (orders.state === 'failed') return <FormError text={orders.message} />;
  if (orders.value.length === 0) return <Confirm onKeep={onKeep} />;
  return (
    <div className="stack">
      <p>{ORDERS_OPEN}</p>
      <ul className="stack stack--large">
        {orders.value.map((order) => (
          <li key={order._id} className="stack">
            <p>
              <a href={`/orders/${order._id}`}>
                #{orderNumber(order._id)} {order.title}
              </a>{' '}
              <span className="muted">{order.orderStatus}</span>
            </p>
            <p className="text-15">{order.cancellation.sentence}</p>
            {order.cancellation.mayCancel && (
              <p className="row">
                <Button onClick={() => onCancel(order)}>Cancel the order…</Button>
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Confirm({ onKeep }: { onKeep: () => void }) {
  const form = useForm(async ({ password = '' }) => {
    throwFieldErrors({ password: ownPasswordProblem(password) });
    await deleteAccount(password);
  });
  return (
    <SentForm
      form={form}
      variant="danger"
      label={['Delete for good', 'Deleting...']}
      cancel={['Keep my account', onKeep]}
    >
      <p>This cannot be undone. You lose access to your orders and their conversations at once.</p>
      <ul className="bullets muted">
        <li>Name, e-mail, addresses, picture, devices, messages and reviews are erased.</li>
        <li>
          Records of your orders and payments are kept, because tax law requires it:{' '}
          <a href="/privacy">what we keep and why</a>.
        </li>
      </ul>
      <OwnPassword form={form} />
    </SentForm>
  );
}
