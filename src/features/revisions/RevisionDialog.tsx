import { useStore } from '@nanostores/react';
import { FilePen, MessageSquare } from 'lucide-react';
import type { FormEvent } from 'react';
import {
  MAX_REVISION_LENGTH,
  NO_REVISIONS_LEFT,
  reasonNoRevision,
} from '../../../api/modules/orders/revisions/rules.ts';
import { Button } from '../../components/Button.tsx';
import { TextArea } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { Modal } from '../../components/Modal.tsx';
import { useTextDraft } from '../../lib/form-drafts.ts';
import { FormError } from '../account/FormError.tsx';
import { openChat } from '../chat/chat-actions.ts';
import { openChangeDialog } from '../order-changes/change-proposal-store.ts';
import {
  $busy,
  $revisionDialogOrder,
  closeRevisionDialog,
  requestRevision,
} from './revisions-store.ts';

/** The request form for the order that `askForRevision` was called with. */
export function RevisionDialog() {
  const order = useStore($revisionDialogOrder);
  const busy = useStore($busy);
  const [text, setText] = useTextDraft(`revision:${order?._id}`);
  if (!order) return null;
  const { usedRevisions: used, maxRevisions: max } = order;
  const reason = reasonNoRevision({ ...order, paidAmount: order.paymentInfo.paidAmount });
  const none = used >= max;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await requestRevision(text)) setText('');
  };

  return (
    <Modal title={`Request Revision (${used}/${max})`} onClose={closeRevisionDialog}>
      <form className="stack" onSubmit={submit}>
        {!none && <FormError text={reason ?? ''} />}
        {none ? (
          <>
            <p>All revisions of this order are used. You can still ask for more, or write to us.</p>
            <Button
              wide
              icon={FilePen}
              onClick={() => {
                closeRevisionDialog();
                openChangeDialog({ orderId: order._id });
              }}
            >
              Ask for more…
            </Button>
            <Button
              wide
              icon={MessageSquare}
              onClick={(event) => {
                event.currentTarget.closest('dialog')?.close();
                openChat(order);
              }}
            >
              Chat with Admin
            </Button>
          </>
        ) : (
          <TextArea
            label="What should change?"
            ref={focusFirstField}
            placeholder="Describe the changes you need..."
            maxLength={MAX_REVISION_LENGTH}
            value={text}
            disabled={reason !== null}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <Button
          variant="solid"
          wide
          type="submit"
          disabled={busy || reason !== null || text.trim() === ''}
        >
          {none ? NO_REVISIONS_LEFT : busy ? 'Submitting...' : 'Submit Revision'}
        </Button>
      </form>
    </Modal>
  );
}
