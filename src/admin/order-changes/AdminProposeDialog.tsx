import { useStore } from '@nanostores/react';
import { ChangeDialog } from '../../features/order-changes/ChangeDialog.tsx';
import { $proposing, propose, stopProposing } from './stores.ts';

const FROM_REVISION =
  'The request becomes this change. It does not count as a revision, whatever the buyer answers.';

/** The form for the order, message or request that `proposeFor` was called with. */
export function AdminProposeDialog() {
  const proposing = useStore($proposing);
  if (!proposing) return null;
  return (
    <ChangeDialog
      text={proposing.text ?? ''}
      note={proposing.revisionId && FROM_REVISION}
      send={(fields) => propose(proposing, fields)}
      onClose={stopProposing}
    />
  );
}
