import './changes.css';
import { useId, useState } from 'react';
import { MAX_DESCRIPTION_LENGTH } from '../../../api/modules/payments/order-changes/limits.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { focusFirst } from '../../components/focus-first-field.ts';
import { Modal } from '../../components/Modal.tsx';
import { useForm } from '../../lib/form.ts';

export interface ChangeFields {
  changeId: string;
  description: string;
  amount: number;
  extraDays: number;
}

interface Props {
  /** The first words of the description. */
  text: string;
  /** The message or request from which the change is proposed. */
  note?: string | undefined;
  send: (fields: ChangeFields) => Promise<void>;
  onClose: () => void;
}

/** Proposes a change of an order: a description, an amount and additional days. */
export function ChangeDialog({ text, note, send, onClose }: Props) {
  // The same for each try, so that a repeated request is the same proposal.
  const [changeId] = useState(() => crypto.randomUUID());
  const id = useId();
  const form = useForm(({ description = '', amount, extraDays }) =>
    send({ changeId, description, amount: Number(amount), extraDays: Number(extraDays) }),
  );
  const { error } = form.field('description');
  return (
    <Modal title="Payment Change Request" onClose={onClose}>
      <form className="stack" noValidate onSubmit={form.onSubmit}>
        {note && <p className="muted text-15">{note}</p>}
        <div className="field">
          <label htmlFor={id}>What should change?</label>
          <textarea
            id={id}
            name="description"
            rows={5}
            ref={text ? undefined : focusFirst}
            maxLength={MAX_DESCRIPTION_LENGTH}
            defaultValue={text.slice(0, MAX_DESCRIPTION_LENGTH)}
            aria-invalid={!!error}
            aria-describedby={`${id}-error`}
          />
          <p className="field__error" id={`${id}-error`}>
            {error}
          </p>
        </div>
        <div className="change-form__numbers">
          <Field
            label="Price in ₹"
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            defaultValue="0"
            {...form.field('amount')}
          />
          <Field
            label="Extra days"
            type="number"
            inputMode="numeric"
            min={0}
            defaultValue="0"
            {...form.field('extraDays')}
          />
        </div>
        {form.problem && (
          <p className="notice notice--red" role="alert">
            {form.problem}
          </p>
        )}
        <Button variant="solid" wide type="submit" disabled={form.busy}>
          {form.busy ? 'Sending...' : 'Send proposal'}
        </Button>
        <p className="text-13">Nothing changes until the other side accepts it.</p>
      </form>
    </Modal>
  );
}
