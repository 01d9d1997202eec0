import './changes.css';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { MAX_DESCRIPTION_LENGTH } from '../../../api/modules/payments/order-changes/limits.ts';
import { Field, TextArea } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { Modal } from '../../components/Modal.tsx';
import { formDraft, saveFormDraft } from '../../lib/form-drafts.ts';
import { readFields } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { SubmitButton } from '../account/SubmitButton.tsx';
import { $changeProposal, closeChangeDialog, type Proposal } from './change-proposal-store.ts';

export interface ChangeFields {
  changeId: string;
  description: string;
  amount: number;
  extraDays: number;
}

const FROM_REVISION =
  'The request becomes this change. It does not count as a revision, whatever the buyer answers.';

interface Props {
  send: (proposal: Proposal, fields: ChangeFields) => Promise<void>;
}

/** Proposes a change of the order that `proposeFor` was called with. */
export function ChangeDialog({ send }: Props) {
  const proposing = useStore($changeProposal);
  return (
    proposing && (
      <Modal title="Payment Change Request" onClose={closeChangeDialog}>
        <ChangeForm proposal={proposing} send={send} />
      </Modal>
    )
  );
}

/** A description, an amount and additional days. */
function ChangeForm({ proposal, send }: Props & { proposal: Proposal }) {
  const { text = '', revisionId } = proposal;
  const draftKey = `change:${proposal.orderId}`;
  // A draft about another message or request does not belong here.
  const [draft] = useState(() => {
    const stored = formDraft(draftKey);
    return stored['about'] === text ? stored : {};
  });
  // The same for each try, so that a repeated request is the same proposal.
  const [changeId] = useState(() => crypto.randomUUID());
  const form = useForm(async ({ description = '', amount, extraDays }) => {
    await send(proposal, {
      ...{ changeId, description },
      ...{ amount: Number(amount), extraDays: Number(extraDays) },
    });
    saveFormDraft(draftKey, undefined);
  });
  return (
    <form
      className="stack"
      noValidate
      onSubmit={form.onSubmit}
      onChange={({ currentTarget }) =>
        saveFormDraft(draftKey, { ...readFields(currentTarget), about: text })
      }
    >
      {revisionId && <p className="muted text-15">{FROM_REVISION}</p>}
      <TextArea
        label="What should change?"
        rows={5}
        ref={text ? undefined : focusFirstField}
        maxLength={MAX_DESCRIPTION_LENGTH}
        defaultValue={draft['description'] ?? text.slice(0, MAX_DESCRIPTION_LENGTH)}
        {...form.field('description')}
      />
      <div className="change-form__numbers">
        <Field
          label="Price in ₹"
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          defaultValue={draft['amount'] ?? '0'}
          {...form.field('amount')}
        />
        <Field
          label="Extra days"
          type="number"
          inputMode="numeric"
          min={0}
          defaultValue={draft['extraDays'] ?? '0'}
          {...form.field('extraDays')}
        />
      </div>
      <SubmitButton form={form} label="Send proposal" busy="Sending..." />
      <p className="text-13">Nothing changes until the other side accepts it.</p>
    </form>
  );
}
