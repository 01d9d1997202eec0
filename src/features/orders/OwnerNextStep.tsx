import { useStore } from '@nanostores/react';
import { Check, Link, PackageCheck, Paperclip, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { unpaidWarning } from '../../../api/modules/deliveries/rules.ts';
import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import { MAX_REASON_LENGTH } from '../../../api/modules/orders/clock/texts.ts';
import { describeNext } from '../../../api/modules/orders/next-rules.ts';
import { isToDeliver } from '../../../api/modules/orders/rules.ts';
import { ToolButton } from '../../admin/edit/ToolButton.tsx';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { Field, TextArea } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { List, ListRow } from '../../components/List.tsx';
import { useTextDraft } from '../../lib/form-drafts.ts';
import { price, promisedDay } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { fileSize } from '../chat/MessageContent.tsx';
import { $deliveryTemplates, loadTemplates } from '../chat/owner-reply-templates.ts';
import { PinChoice, useChosenPins } from '../pins/PinChoice.tsx';
import { Folded } from './Folded.tsx';
import { OwnerAddLink } from './OwnerAddLink.tsx';
import { askForRequirements, lacksRequirements } from './owner-ask-for-requirements.ts';
import {
  $busy,
  acceptOrder,
  addFiles,
  addPictureOf,
  deliverOrder,
  endOrder,
  openFiles,
  rejectOrder,
  removeFile,
  resumeOrder,
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
  return (
    <>
      {hasAsked && <Waiting order={order} />}
      <Action order={order} isNext={isNext && !hasAsked} />
      {!hasAsked && <Waiting order={order} />}
    </>
  );
}

function Action({ order, isNext }: Props) {
  if (order.moves.includes('Accepted')) {
    return (
      <>
        <AcceptOrReject order={order} isNext={isNext} />
        {order.isQuoted && (
          <Folded title="Deliver at once">
            <Deliver order={order} isNext={false} />
          </Folded>
        )}
      </>
    );
  }
  if (order.moves.includes('Delivered')) return <Deliver order={order} isNext={isNext} />;
  if (order.next.actions.includes('openFiles')) return <OpenFiles order={order} />;
  return order.next.turn === 'buyer' ? <BuyersTurn order={order} /> : null;
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

function Deliver({ order, isNext }: Props) {
  const busy = useStore($busy);
  const [message, setMessage] = useTextDraft(`delivery:${order._id}`);
  const [isLinking, setLinking] = useState(false);
  const templates = useStore($deliveryTemplates);
  useEffect(() => void loadTemplates(), []);
  const hasPins = order.deliveries.some(({ files }) => files.some(({ pins }) => pins));
  const approved = order.revisions.filter(({ status }) => status === 'Approved');
  const pins = useChosenPins(
    { side: 'owner', orderId: order._id },
    hasPins,
    ({ revision, answeredIn }) => !answeredIn && approved.some(({ _id }) => _id === revision),
  );
  const warning = unpaidWarning(order.paymentInfo);
  return (
    <section className={card(isNext)} aria-labelledby="next">
      <h2 id="next">
        {order.deliveries.length > 0
          ? `Deliver version ${order.deliveries.length + 1}`
          : 'Deliver the work'}
      </h2>
      {lacksRequirements(order) && order.orderStatus === 'Accepted' && (
        <div className="notice notice--amber row space-between">
          <p>The buyer has not written what they need.</p>
          <Button small onClick={() => askForRequirements(order)}>
            Ask for what you need
          </Button>
        </div>
      )}
      {warning && <p className="notice">{warning}</p>}
      <TextArea
        label="What you hand over"
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <PinChoice label="Pins that it answers" of={pins} />
      <fieldset className="row" aria-label="Ready-made texts">
        {templates.map(({ name, text }) => (
          <Button
            small
            key={name}
            onClick={() => setMessage(message ? `${message}\n\n${text}` : text)}
          >
            {name}
          </Button>
        ))}
      </fieldset>
      {order.waiting.length > 0 && (
        <List isPlain label="Files to deliver">
          {order.waiting.map(({ _id, name, size, picture, isLink, address }) => (
            <ListRow
              key={_id}
              icon={isLink ? Link : Paperclip}
              picture={picture ? { url: `/api/v1/desk/orders/picture/${_id}` } : undefined}
              title={name}
              note={address ?? fileSize(size)}
            >
              {(isLink || order.agreement.terms.opensWhenPaid) && !picture && (
                <FileButton
                  label="Add a picture"
                  accept="image/*"
                  onChoose={([file]) => void (file && addPictureOf(order._id, _id, file))}
                />
              )}
              <ToolButton label={`Remove ${name}`} onClick={() => void removeFile(order._id, _id)}>
                <X aria-hidden="true" />
              </ToolButton>
            </ListRow>
          ))}
        </List>
      )}
      {isLinking && <OwnerAddLink orderId={order._id} onDone={() => setLinking(false)} />}
      <p className="row">
        <FileButton
          label="Add files"
          multiple
          onChoose={(files) => void addFiles(order._id, files)}
        />
        {!isLinking && (
          <Button icon={Link} onClick={() => setLinking(true)}>
            Add a link
          </Button>
        )}
        <Button
          variant={order.moves.includes('Delivered') ? 'solid' : undefined}
          icon={PackageCheck}
          disabled={busy || !message.trim()}
          onClick={() =>
            void deliverOrder(order._id, message, pins.isLoaded ? pins.chosen : undefined).then(
              (isDelivered) => isDelivered && setMessage(''),
            )
          }
        >
          Deliver
        </Button>
      </p>
    </section>
  );
}

interface FileButtonProps {
  label: string;
  accept?: string;
  multiple?: boolean;
  onChoose: (files: File[]) => void;
}

const FileButton = ({ label, onChoose, ...input }: FileButtonProps) => (
  <label className="button">
    <Paperclip aria-hidden="true" /> {label}
    <input
      className="visually-hidden"
      type="file"
      {...input}
      onChange={({ target }) => onChoose([...(target.files ?? [])])}
    />
  </label>
);

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
