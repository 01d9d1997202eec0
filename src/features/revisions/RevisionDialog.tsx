import { useStore } from '@nanostores/react';
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
import type { PinDto } from '../deliveries/deliveries-store.ts';
import { PinChoice, useChosenPins } from '../deliveries/PinChoice.tsx';
import {
  $busy,
  $revisionDialogOrder,
  closeRevisionDialog,
  requestRevision,
} from './revisions-store.ts';

/** A pin that is neither answered nor requested already. */
const isToRevise = ({ answeredIn, revision }: PinDto): boolean => !answeredIn && !revision;

/** The request form for the order that `askForRevision` was called with. */
export function RevisionDialog() {
  const order = useStore($revisionDialogOrder);
  const busy = useStore($busy);
  const [text, setText] = useTextDraft(`revision:${order?._id}`);
  const hasPins = !!order?.deliveries.some(({ files }) => files.some(({ pins }) => pins));
  const pins = useChosenPins({ side: 'buyer', orderId: order?._id ?? '' }, hasPins, isToRevise);
  if (!order) return null;
  const { usedRevisions: used, maxRevisions: max } = order;
  const reason = reasonNoRevision({ ...order, paidAmount: order.paymentInfo.paidAmount });
  const none = used >= max;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await requestRevision(text, pins.chosen)) setText('');
  };

  return (
    <Modal title={`Request Revision (${used}/${max})`} onClose={closeRevisionDialog}>
      <form className="stack" onSubmit={submit}>
        {!none && <FormError text={reason ?? ''} />}
        {none ? (
          <p>
            All revisions of this order are used. What goes further you can ask for with “Ask for
            more…”, and you get a price.
          </p>
        ) : (
          <>
            <p>
              <span>
                {max - used === 1
                  ? 'This uses your last revision.'
                  : `This uses one of your ${max - used} revisions.`}
              </span>
              {order.deliveries.length === 0 && (
                <span> “Add to what you need” sends a message and uses none.</span>
              )}
            </p>
            <PinChoice label="What it is about" of={pins} />
            <TextArea
              label="What should change?"
              ref={focusFirstField}
              placeholder="Describe the changes you need..."
              maxLength={MAX_REVISION_LENGTH}
              value={text}
              disabled={reason !== null}
              onChange={(event) => setText(event.target.value)}
            />
          </>
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
