import { useState } from 'react';
import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import { isUndecided, REFUND_DISPUTED } from '../../../api/modules/payments/disputes/rules.ts';
import type { InstalmentDto } from '../../../api/modules/payments/dto.ts';
import { methodName } from '../../../api/modules/payments/texts.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { isoDay, plainDate, price, promisedDay } from '../../lib/format.ts';
import { DeductedTax } from '../payments/DeductedTax.tsx';
import { RefundForm } from '../payments/OwnerRefund.tsx';
import { instalmentNote } from './Instalments.tsx';
import { OwnerDocuments } from './OwnerDocuments.tsx';
import {
  enterCertificate,
  moveInstalment,
  revokeLink,
  waiveInstalment,
} from './owner-orders-store.ts';

/** Each part with its payment, which can be refunded, and every document that was issued. */
export function OwnerOrderPayments({ order }: { order: AdminOrderDto }) {
  const partOf = (payment: AdminOrderDto['payments'][number]) =>
    payment.standing === 'settled'
      ? order.parts.find(({ number }) => number === payment.part)
      : undefined;
  return (
    <>
      <ul className="stack divided">
        {order.payments.map((payment) => (
          <Payment key={payment._id} payment={payment} order={order} part={partOf(payment)} />
        ))}
        {order.parts
          .filter(({ status }) => status !== 'Paid')
          .map((part) => (
            <AdminInstalment
              key={part._id}
              instalment={part}
              orderId={order._id}
              currency={order.paymentInfo.currency}
            />
          ))}
      </ul>
      {order.linkUntil && (
        <p className="row text-15">
          The buyer shared a payment link, valid until {promisedDay(order.linkUntil)}.
          <Button small onClick={() => void revokeLink(order._id)}>
            Revoke
          </Button>
        </p>
      )}
      {order.compensation && (
        <p className="text-15">
          {order.compensation.settledAt
            ? `${price(order.compensation.amount, order.paymentInfo.currency)} on top paid on ${plainDate(order.compensation.settledAt)}, reference ${order.compensation.reference}.`
            : `You owe the buyer ${price(order.compensation.amount, order.paymentInfo.currency)} on top of the refund.`}
        </p>
      )}
      <OwnerDocuments
        currency={order.paymentInfo.currency}
        documents={order.documents}
        base={`/api/v1/desk/orders/${order._id}`}
      />
    </>
  );
}

interface PaymentProps {
  payment: AdminOrderDto['payments'][number];
  order: AdminOrderDto;
  /** The part that it paid. */
  part: AdminOrderDto['parts'][number] | undefined;
}

function Payment({ payment, order, part }: PaymentProps) {
  const name = order.parts.length > 1 ? part?.name : undefined;
  const [isOpen, setOpen] = useState(false);
  const refundable = payment.amount - payment.refunded - payment.lost;
  const isDisputed = order.disputes.some(
    (each) => each.paymentId === payment._id && isUndecided(each.status),
  );
  return (
    <li className="stack stack--medium">
      <p className="amount-line">
        <span>
          {name ?? `Paid by ${methodName(payment.method)}`}
          <span className="text-13">
            {name ? `Paid by ${methodName(payment.method)}, ` : ''}
            {plainDate(payment.capturedAt)}
            {payment.refunded > 0 && `, ${price(payment.refunded, payment.currency)} refunded`}
            {payment.lost > 0 && `, ${price(payment.lost, payment.currency)} lost to the bank`}
          </span>
          <span className="text-13 mono">{payment._id}</span>
        </span>
        <span className="price">{price(payment.amount, payment.currency)}</span>
      </p>
      {part && part.taxDeducted > 0 && (
        <DeductedTax part={part} save={(number) => enterCertificate(order._id, part._id, number)} />
      )}
      {isDisputed && <p className="text-13">{REFUND_DISPUTED}</p>}
      {refundable > 0 && !isDisputed && !isOpen && (
        <p>
          <Button
            small
            variant={payment.due > 0 ? 'solid' : undefined}
            onClick={() => setOpen(true)}
          >
            {payment.due > 0 ? `Refund ${price(payment.due, payment.currency)}…` : 'Refund…'}
          </Button>
        </p>
      )}
      {isOpen && <RefundForm payment={payment} order={order} close={() => setOpen(false)} />}
    </li>
  );
}

/** A part that is not paid; an open one can be moved to another day or waived. */
function AdminInstalment({
  instalment,
  orderId,
  currency,
}: {
  instalment: InstalmentDto;
  orderId: string;
  currency: string;
}) {
  const [form, setForm] = useState<'move' | 'waive' | null>(null);
  return (
    <li className="stack stack--medium">
      <p className="amount-line">
        <span>
          {instalment.name}
          <span className="text-13">{instalmentNote(instalment)}</span>
        </span>
        <span className="price">{price(instalment.amount, currency)}</span>
      </p>
      {instalment.status === 'Open' && instalment.number > 1 && !form && (
        <p className="row">
          <Button small onClick={() => setForm('move')}>
            Move…
          </Button>
          <Button small onClick={() => setForm('waive')}>
            Waive…
          </Button>
        </p>
      )}
      {form === 'move' && (
        <MoveForm instalment={instalment} orderId={orderId} close={() => setForm(null)} />
      )}
      {form === 'waive' && (
        <div className="stack">
          <p className="text-15">
            The order then costs {price(instalment.amount, currency)} less. This cannot be undone.
          </p>
          <p className="row">
            <Button
              small
              variant="solid"
              onClick={async () => {
                if (await waiveInstalment(orderId, instalment._id)) setForm(null);
              }}
            >
              Waive {price(instalment.amount, currency)}
            </Button>
            <Button small onClick={() => setForm(null)}>
              Keep it
            </Button>
          </p>
        </div>
      )}
    </li>
  );
}

interface MoveProps {
  instalment: InstalmentDto;
  orderId: string;
  close: () => void;
}

function MoveForm({ instalment, orderId, close }: MoveProps) {
  const [day, setDay] = useState(instalment.payBy ? isoDay(instalment.payBy) : '');
  return (
    <form
      className="stack"
      onSubmit={async (event) => {
        event.preventDefault();
        if (await moveInstalment(orderId, instalment._id, day)) close();
      }}
    >
      <Field
        label="New day"
        type="date"
        required
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      <p className="row">
        <Button small variant="solid" type="submit">
          Move
        </Button>
        <Button small onClick={close}>
          Cancel
        </Button>
      </p>
    </form>
  );
}
