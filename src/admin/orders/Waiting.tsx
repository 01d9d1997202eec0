import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { AdminOrderDto } from '../../../api/modules/dashboard/order-dto.ts';
import { MAX_REASON_LENGTH } from '../../../api/modules/orders/clock/texts.ts';
import { describeNext } from '../../../api/modules/orders/next-rules.ts';
import { isToDeliver } from '../../../api/modules/orders/rules.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { Field } from '../../components/Field.tsx';
import { Folded } from '../../features/orders/Folded.tsx';
import { plainDate, rupees } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { $busy, endOrder, resumeOrder, waitForBuyer } from './orders-store.ts';

/** The wait for the buyer, or the form that begins one; nothing where the days count from the payment. */
export function Waiting({ order }: { order: AdminOrderDto }) {
  if (!order.pauses || !isToDeliver(order)) return null;
  return order.waits ? <Wait order={order} /> : <AskForIt orderId={order._id} />;
}

function Wait({ order }: { order: AdminOrderDto }) {
  const busy = useStore($busy);
  const [isEnding, setEnding] = useState(false);
  const { _id: id, ending } = order;
  const step = order.waits?.reason === null ? 'sendRequirements' : 'sendAnswer';
  const next = { turn: 'buyer', step, by: null } as const;
  const { title, note } = describeNext({ ...order, next }, 'owner', {
    day: plainDate,
    now: new Date(),
  });
  return (
    <section className="card card--padded stack" aria-labelledby="waiting">
      <div>
        <h2 id="waiting">{title}</h2>
        <p className="muted text-15">{note}</p>
      </div>
      <p className="row">
        <Button disabled={busy} onClick={() => void resumeOrder(id)}>
          I have what I need
        </Button>
        {ending?.mayCancel && (
          <Button variant="quiet" disabled={busy} onClick={() => setEnding(true)}>
            End the order…
          </Button>
        )}
      </p>
      {ending && isEnding && (
        <ConfirmModal
          title="End the order?"
          confirmLabel={`End and refund ${rupees(ending.refund)}`}
          cancelLabel="Not now"
          danger
          onConfirm={() => void endOrder(id, ending.refund)}
          onClose={() => setEnding(false)}
        >
          <p>
            The buyer gets {rupees(ending.refund)} back, as agreed for a cancellation. The order
            cannot be opened again.
          </p>
        </ConfirmModal>
      )}
    </section>
  );
}

function AskForIt({ orderId }: { orderId: string }) {
  const form = useForm(async ({ reason = '' }) => void (await waitForBuyer(orderId, reason)));
  return (
    <Folded title="Wait for the buyer">
      <form className="stack" noValidate onSubmit={form.onSubmit}>
        <Field
          label="What do you need?"
          hint="The buyer reads it, and the delivery date moves until there is an answer."
          maxLength={MAX_REASON_LENGTH}
          required
          {...form.field('reason')}
        />
        <p className="row">
          <Button type="submit" disabled={form.busy}>
            Wait for the buyer
          </Button>
        </p>
      </form>
    </Folded>
  );
}
