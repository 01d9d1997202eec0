import { useState } from 'react';
import type { InstalmentDto } from '../../../api/modules/payments/dto.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { instalmentNote } from '../../features/orders/Instalments.tsx';
import { exactPrice, isoDay, price } from '../../lib/format.ts';
import { moveInstalment, waiveInstalment } from './orders-store.ts';

/** A part that is not paid; an open one can be moved to another day or waived. */
export function AdminInstalment({
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
    <li className="stack">
      <p className="amount-line">
        <span>
          {instalment.name}
          <span className="text-13">{instalmentNote(instalment)}</span>
        </span>
        <span className="price">{exactPrice(instalment.amount, currency)}</span>
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
