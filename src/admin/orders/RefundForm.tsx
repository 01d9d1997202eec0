import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { AdminOrderDto } from '../../../api/modules/dashboard/order-dto.ts';
import { MIN_PAISE, toPaise, toRupees } from '../../../api/platform/money/rules.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { price } from '../../lib/format.ts';
import { $busy, requestRefund } from './orders-store.ts';
import { refundEffects } from './refund-effects.ts';

const AMOUNTS: Record<string, string> = { INR: 'rupees', USD: 'dollars' };

interface Props {
  payment: AdminOrderDto['payments'][number];
  order: AdminOrderDto;
  /** The refundable amount of the payment. */
  refundable: number;
  close: () => void;
}

/** Asks for the amount and the reason of a refund, and says what the refund changes. */
export function RefundForm({ payment, order, refundable, close }: Props) {
  const busy = useStore($busy);
  const { currency } = payment;
  const [reason, setReason] = useState('');
  const [written, setWritten] = useState(String(refundable));
  const amount = toRupees(toPaise(Number(written)));
  const isPossible = amount >= toRupees(MIN_PAISE) && amount <= refundable;
  return (
    <>
      <Field
        label={`Amount in ${AMOUNTS[currency] ?? currency}, ${price(refundable, currency)} at most`}
        ref={focusFirstField}
        inputMode="decimal"
        value={written}
        error={
          isPossible
            ? undefined
            : `Please give ${price(toRupees(MIN_PAISE), currency)} to ${price(refundable, currency)}.`
        }
        onChange={(event) => setWritten(event.target.value)}
      />
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
            if (await requestRefund(order._id, payment._id, { reason, amount })) close();
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
