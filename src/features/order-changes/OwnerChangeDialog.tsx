import { useStore } from '@nanostores/react';
import { MAX_DESCRIPTION_LENGTH } from '../../../api/modules/payments/order-changes/rules.ts';
import { NumberField, NumberFields, PriceField } from '../../admin/edit/NumberFields.tsx';
import { TextArea } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { Modal } from '../../components/Modal.tsx';
import { throwFieldErrors } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { SentForm } from '../account/SentForm.tsx';
import {
  $changeProposal,
  closeChangeDialog,
  type Proposal,
  useChangeDraft,
} from './change-proposal-store.ts';
import { proposeChange } from './owner-change-actions.ts';

/** Quotes what goes beyond an order, or proposes a change unasked. */
export function OwnerChangeDialog() {
  const proposal = useStore($changeProposal);
  if (!proposal) return null;
  const isAsked = proposal.requestId !== undefined || proposal.revisionId !== undefined;
  const title = isAsked ? 'Quote as extra' : 'Propose a change';
  return (
    <Modal title={proposal.isTime ? 'Ask for more time' : title} onClose={closeChangeDialog}>
      <ChangeForm key={proposal.orderId} proposal={proposal} />
    </Modal>
  );
}

const DAYS_NEEDED = 'Please give the days, 1 or more.';

/** A description, a price and additional days. */
function ChangeForm({ proposal }: { proposal: Proposal }) {
  const { text = '', currency = 'INR', revisionId, isTime } = proposal;
  const draft = useChangeDraft(proposal);
  const form = useForm(async ({ description = '', amount, extraDays }) => {
    // No price is not a price of 0: the server then asks for one.
    const price = isTime ? 0 : amount ? Number(amount) : Number.NaN;
    const numbers = { amount: price, extraDays: Number(extraDays) };
    throwFieldErrors({ extraDays: isTime && !(numbers.extraDays > 0) ? DAYS_NEEDED : '' });
    await proposeChange(proposal, { changeId: draft.changeId, description, ...numbers });
    draft.clear();
  });
  return (
    <SentForm form={form} wide label={['Send proposal', 'Sending...']} onChange={draft.onChange}>
      {revisionId && (
        <p className="muted text-15">
          The request does not count as a revision, whatever the buyer answers.
        </p>
      )}
      <TextArea
        label={isTime ? 'Why do you need it?' : 'What is to be done?'}
        rows={5}
        ref={text ? undefined : focusFirstField}
        maxLength={MAX_DESCRIPTION_LENGTH}
        defaultValue={draft.valueOf('description', text.slice(0, MAX_DESCRIPTION_LENGTH))}
        {...form.field('description')}
      />
      <NumberFields>
        {!isTime && (
          <PriceField
            currency={currency}
            min={0}
            defaultValue={draft.valueOf('amount', '')}
            {...form.field('amount')}
          />
        )}
        <NumberField
          label="Extra days"
          min={isTime ? 1 : 0}
          defaultValue={draft.valueOf('extraDays', isTime ? '' : '0')}
          {...form.field('extraDays')}
        />
      </NumberFields>
      <p className="text-13">Nothing changes until the buyer accepts it.</p>
    </SentForm>
  );
}
