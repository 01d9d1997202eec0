import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { MAX_DESCRIPTION_LENGTH } from '../../../api/modules/payments/order-changes/rules.ts';
import { TextArea } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { Modal } from '../../components/Modal.tsx';
import { useForm } from '../../lib/use-form.ts';
import { SentForm } from '../account/SentForm.tsx';
import { createChosenFiles } from '../chat/attachments.ts';
import { AttachButton, ChosenFileList } from '../chat/ChosenFiles.tsx';
import {
  $changeProposal,
  askForMore,
  closeChangeDialog,
  type Proposal,
  useChangeDraft,
} from './change-proposal-store.ts';

/** Asks for more than was agreed, for the order that `openChangeDialog` was called with. */
export function RequestDialog() {
  const proposal = useStore($changeProposal);
  return (
    proposal && (
      <Modal title="Ask for more" onClose={closeChangeDialog}>
        <RequestForm key={proposal.orderId} proposal={proposal} />
      </Modal>
    )
  );
}

/** Words, links and files; the price is the answer. */
function RequestForm({ proposal }: { proposal: Proposal }) {
  const { orderId, text = '' } = proposal;
  const draft = useChangeDraft(proposal);
  const [files] = useState(createChosenFiles);
  const isUploading = useStore(files.$files).some(({ state }) => state === 'uploading');
  const form = useForm(async ({ description = '' }) => {
    const attachments = files.$files.get().flatMap(({ attachment }) => attachment?._id ?? []);
    await askForMore(orderId, { changeId: draft.changeId, description, attachments });
    draft.clear();
  });
  useEffect(() => () => void files.take(), [files]);
  return (
    <SentForm
      form={form}
      wide
      label={['Send request', 'Sending...']}
      disabled={isUploading}
      onChange={draft.onChange}
    >
      <TextArea
        label="What do you need?"
        hint="Links are welcome."
        rows={5}
        ref={text ? undefined : focusFirstField}
        maxLength={MAX_DESCRIPTION_LENGTH}
        defaultValue={draft.valueOf('description', text.slice(0, MAX_DESCRIPTION_LENGTH))}
        {...form.field('description')}
      />
      <ChosenFileList of={files} />
      <AttachButton of={files} target={{ orderId }} labelled />
      <p className="text-13">You get a price to accept or decline, or hear that it is included.</p>
    </SentForm>
  );
}
