import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import { MIN_PAISE, toPaise, toRupees } from '../../../api/platform/money/rules.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { price } from '../../lib/format.ts';
import { $busy, requestRefund } from '../orders/owner-orders-store.ts';
import { cancelsOrder, refundEffects } from '../orders/owner-refund-effects.ts';

const AMOUNTS: Record<string, string> = { INR: 'rupees', USD: 'dollars' };

interface Props {
  payment: AdminOrderDto['payments'][number];
  /** Null for a payment that belongs to none. */
  order: AdminOrderDto | null;
  /** Called when the refund is requested, too. */
  close: () => void;
}

/**
 * Asks for the amount and the reason of a refund, and says what it changes. It starts empty, or with what is to be
 * refunded and the reason that was given before.
 */
export function RefundForm({ payment, order, close }: Props) {
  const busy = useStore($busy);
  const { currency, due, failed } = payment;
  const refundable = toRupees(
    toPaise(payment.amount) - toPaise(payment.refunded) - toPaise(payment.lost),
  );
  const [reason, setReason] = useState(failed?.reason ?? '');
  const [written, setWritten] = useState(due > 0 ? String(due) : '');
  const amount = toRupees(toPaise(Number(written)));
  const isInside = amount >= toRupees(MIN_PAISE) && amount <= refundable;
  const isCancelling = (sum: number) => order !== null && cancelsOrder(order, payment, sum);
  const isPossible = isInside && !isCancelling(amount);
  const problem = isInside
    ? 'This is all that is paid. Cancel the order instead, which says what it costs.'
    : `Please give ${price(toRupees(MIN_PAISE), currency)} to ${price(refundable, currency)}.`;
  return (
    <>
      <Field
        label={`Amount in ${AMOUNTS[currency] ?? currency}, ${price(refundable, currency)} at most`}
        ref={focusFirstField}
        inputMode="decimal"
        value={written}
        error={written === '' || isPossible ? undefined : problem}
        onChange={(event) => setWritten(event.target.value)}
      />
      {!isCancelling(refundable) && (
        <p>
          <Button small onClick={() => setWritten(String(refundable))}>
            All {price(refundable, currency)}
          </Button>
        </p>
      )}
      <Field
        label="Reason for the refund"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {isPossible && (
        <ul className="bullets muted" aria-label="What follows from it">
          {refundEffects(order, payment, amount).map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      )}
      <p className="row">
        <Button
          variant="danger"
          small
          disabled={busy || !isPossible || !reason.trim()}
          onClick={async () => {
            const refund = { reason, amount };
            if (await requestRefund(order?._id ?? null, payment._id, refund)) close();
          }}
        >
          {isPossible ? `Refund ${price(amount, currency)}` : 'Refund'}
        </Button>
        <Button small onClick={close}>
          Cancel
        </Button>
      </p>
    </>
  );
}
