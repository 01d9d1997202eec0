import { useStore } from '@nanostores/react';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { MAX_CORRECTIONS, UNDO } from '../../../api/modules/deliveries/rules.ts';
import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import { MAX_REASON_LENGTH } from '../../../api/modules/orders/clock/texts.ts';
import { describeNext } from '../../../api/modules/orders/next-rules.ts';
import { isToDeliver } from '../../../api/modules/orders/rules.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { Field, TextArea } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { price, promisedDay } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { SentForm } from '../account/SentForm.tsx';
import { OwnerDeliver } from '../deliveries/OwnerDeliver.tsx';
import { Folded } from './Folded.tsx';
import {
  $busy,
  acceptOrder,
  cancelAccepted,
  endOrder,
  openFiles,
  PRESSED,
  rejectOrder,
  resumeOrder,
  undoAct,
  waitForBuyer,
} from './owner-orders-store.ts';

interface Props {
  order: AdminOrderDto;
  /** True when no more urgent task waits for the owner on this order. */
  isNext: boolean;
}

/** The owner's next action on the order: accept or reject it, or deliver; before it what was asked of the buyer. */
export function OwnerNextStep({ order, isNext }: Props) {
  const hasAsked = typeof order.waits?.reason === 'string';
  if (order.act?.undoUntil) return <Pressed orderId={order._id} act={order.act} />;
  return (
    <>
      {order.act && <Pressed orderId={order._id} act={order.act} />}
      {hasAsked && <Waiting order={order} />}
      <Action order={order} isNext={isNext && !hasAsked} />
      {!hasAsked && <Waiting order={order} />}
      {order.cancelling && <CancelAccepted order={order} {...order.cancelling} />}
    </>
  );
}

/** What can be undone for a moment, or did not fit any more when its moment had come. */
function Pressed({ orderId, act }: { orderId: string; act: NonNullable<AdminOrderDto['act']> }) {
  const busy = useStore($busy);
  return (
    <section className="card card--padded row space-between needs-action" aria-labelledby="pressed">
      <div>
        <h2 id="pressed">
          {act.undoUntil ? PRESSED[act.name] : `Not ${PRESSED[act.name].toLowerCase()}`}
        </h2>
        <p className="muted text-15">{act.why ?? UNDO}</p>
      </div>
      <Button disabled={busy} onClick={() => void undoAct(orderId)}>
        {act.undoUntil ? 'Undo' : 'Put away'}
      </Button>
    </section>
  );
}

interface CancelProps {
  order: AdminOrderDto;
  /** What the client gets back, and what the owner owes on top. */
  refund: number;
  onTop: number;
}

/** Gives up an accepted order, which has its price. */
function CancelAccepted({ order: { _id, paymentInfo, buyer }, refund, onTop }: CancelProps) {
  const { currency } = paymentInfo;
  const form = useForm(async ({ reason = '' }) => {
    await cancelAccepted(_id, { refund, reason });
  });
  const owed = onTop > 0 ? `, and you owe ${price(onTop, currency)} on top` : '';
  return (
    <Folded title="Cancel the order">
      <SentForm form={form} variant="danger" label={`Cancel and refund ${price(refund, currency)}`}>
        <p>
          {buyer.name} gets {price(refund, currency)} back{owed}. The order cannot be opened again.
        </p>
        <TextArea label={`Why? ${buyer.name} reads it.`} required {...form.field('reason')} />
      </SentForm>
    </Folded>
  );
}

function Action({ order, isNext }: Props) {
  if (order.moves.includes('Accepted')) {
    return (
      <>
        <AcceptOrReject order={order} isNext={isNext} />
        {order.isQuoted && (
          <Folded title="Deliver at once">
            <OwnerDeliver order={order} isNext={false} />
          </Folded>
        )}
      </>
    );
  }
  if (order.moves.includes('Delivered')) return <OwnerDeliver order={order} isNext={isNext} />;
  if (order.next.actions.includes('openFiles')) return <OpenFiles order={order} />;
  return (
    <>
      {order.next.turn === 'buyer' && <BuyersTurn order={order} />}
      <DeliverAgain order={order} />
    </>
  );
}

/** A corrected version, while the client looks at the one before. */
function DeliverAgain({ order }: { order: AdminOrderDto }) {
  const last = order.deliveries.at(-1);
  if (order.orderStatus !== 'Delivered' || !last) return null;
  const made = order.deliveries.filter(({ corrects }) => corrects && corrects === last.corrects);
  if (made.length >= MAX_CORRECTIONS) return null;
  return (
    <Folded title="Deliver again" note="No revision is used">
      <OwnerDeliver order={order} isNext={false} corrects={last.number} />
    </Folded>
  );
}

/** What the owner waits for, and until when. */
function BuyersTurn({ order }: { order: AdminOrderDto }) {
  const { title, note } = describeNext(order, 'owner', { day: promisedDay, now: new Date() });
  return (
    <section className={card(false)} aria-labelledby="next">
      <h2 id="next">{title}</h2>
      {note && <p className="muted text-15">{note}</p>}
      {order.isClosed && <EndOrder order={order} />}
    </section>
  );
}

/** Files that wait for the certificate of deducted tax, which the owner enters among the payments. */
function OpenFiles({ order }: { order: AdminOrderDto }) {
  const busy = useStore($busy);
  const next = { turn: 'owner', step: 'openFiles', by: null } as const;
  const { title, note } = describeNext({ ...order, next }, 'owner', {
    day: promisedDay,
    now: new Date(),
  });
  return (
    <section className={card(true)} aria-labelledby="next">
      <h2 id="next">{title}</h2>
      <p className="muted text-15">{note}</p>
      <p className="row">
        <Button disabled={busy} onClick={() => void openFiles(order._id)}>
          Open the files now
        </Button>
      </p>
    </section>
  );
}

const card = (isNext: boolean) => `card card--padded stack ${isNext ? 'needs-action' : ''}`;

function AcceptOrReject({ order, isNext }: Props) {
  const busy = useStore($busy);
  const [reason, setReason] = useState<string | null>(null);
  return (
    <section className={card(isNext)} aria-labelledby="next">
      <h2 id="next">{order.isQuoted ? 'Start work' : 'Do you take this order?'}</h2>
      {order.isQuoted && (
        <p className="muted text-15">
          The quote is accepted and paid. Delivering starts it as well.
        </p>
      )}
      {reason !== null && (
        <TextArea
          label="Why not? The buyer reads it, and everything paid is refunded at once."
          ref={focusFirstField}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <p className="row">
        {reason === null ? (
          <>
            <Button
              variant={isNext ? 'solid' : undefined}
              icon={Check}
              disabled={busy}
              onClick={() => void acceptOrder(order._id)}
            >
              {order.isQuoted ? 'Start work' : 'Accept'}
            </Button>
            {order.moves.includes('Rejected') && (
              <Button onClick={() => setReason('')}>Reject…</Button>
            )}
          </>
        ) : (
          <>
            <Button
              variant="danger"
              icon={X}
              disabled={busy || !reason.trim()}
              onClick={() => void rejectOrder(order._id, reason)}
            >
              Reject the order
            </Button>
            <Button onClick={() => setReason(null)}>Cancel</Button>
          </>
        )}
      </p>
    </section>
  );
}

/** The wait for the buyer, or the form that begins one; nothing where the days count from the payment. */
function Waiting({ order }: { order: AdminOrderDto }) {
  if (!order.pauses || !isToDeliver(order)) return null;
  return order.waits ? <Wait order={order} /> : <AskForIt orderId={order._id} />;
}

function Wait({ order }: { order: AdminOrderDto }) {
  const busy = useStore($busy);
  const step = order.waits?.reason === null ? 'sendRequirements' : 'sendAnswer';
  const next = { turn: 'buyer', step, by: null } as const;
  const { title, note } = describeNext({ ...order, next }, 'owner', {
    day: promisedDay,
    now: new Date(),
  });
  return (
    <section className="card card--padded stack" aria-labelledby="waiting">
      <div>
        <h2 id="waiting">{title}</h2>
        <p className="muted text-15">{note}</p>
      </div>
      <p className="row">
        <Button disabled={busy} onClick={() => void resumeOrder(order._id)}>
          I have what I need
        </Button>
        <EndOrder order={order} />
      </p>
    </section>
  );
}

/** Ends an order whose buyer does not answer, or does not pay for closed files, once the owner may. */
function EndOrder({ order: { _id: id, ending, isClosed } }: { order: AdminOrderDto }) {
  const busy = useStore($busy);
  const [isEnding, setEnding] = useState(false);
  if (!ending) return null;
  const refund = price(ending.refund, ending.currency);
  return (
    <>
      <Button variant="quiet" disabled={busy} onClick={() => setEnding(true)}>
        End the order…
      </Button>
      {isEnding && (
        <ConfirmModal
          title="End the order?"
          confirmLabel={isClosed ? 'End the order' : `End and refund ${refund}`}
          cancelLabel="Not now"
          danger
          onConfirm={() => void endOrder(id, ending.refund)}
          onClose={() => setEnding(false)}
        >
          <p>
            {isClosed
              ? 'What is paid stays paid, nothing more is due, and the files stay closed, as agreed.'
              : `The buyer gets ${refund} back, as agreed for a cancellation.`}{' '}
            The order cannot be opened again.
          </p>
        </ConfirmModal>
      )}
    </>
  );
}

function AskForIt({ orderId }: { orderId: string }) {
  const form = useForm(async ({ reason = '' }) => void (await waitForBuyer(orderId, reason)));
  return (
    <Folded title="Wait for the buyer">
      <SentForm form={form} label="Wait for the buyer">
        <Field
          label="What do you need?"
          hint="The buyer reads it, and the delivery date moves until there is an answer."
          maxLength={MAX_REASON_LENGTH}
          required
          {...form.field('reason')}
        />
      </SentForm>
    </Folded>
  );
}
