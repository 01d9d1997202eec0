import { useStore } from '@nanostores/react';
import { ChangeDialog } from './ChangeDialog.tsx';
import { $proposing, propose, stopProposing } from './stores.ts';

/** The form for the order that `proposeFor` was called with. */
export function ProposeDialog() {
  const proposing = useStore($proposing);
  if (!proposing) return null;
  const { orderId, text } = proposing;
  return (
    <ChangeDialog text={text} send={(fields) => propose(orderId, fields)} onClose={stopProposing} />
  );
}
