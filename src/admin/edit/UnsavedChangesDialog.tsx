import { useStore } from '@nanostores/react';
import { Button } from '../../components/Button.tsx';
import { Modal } from '../../components/Modal.tsx';
import { $pendingNavigation } from '../unsaved-changes.ts';

interface Props {
  busy: boolean;
  discard: () => void;
  /** Saves, and leaves when that succeeded. */
  saveAndLeave: (leave: () => void) => unknown;
}

/** Asks what to do with unsaved changes before the owner leaves the screen. */
export function UnsavedChangesDialog({ busy, discard, saveAndLeave }: Props) {
  const leave = useStore($pendingNavigation);
  if (!leave) return null;
  const stay = () => $pendingNavigation.set(null);
  const leaveNow = () => {
    stay();
    discard();
    leave();
  };
  return (
    <Modal title="Not saved yet" onClose={stay}>
      <div className="stack">
        <p>Your changes are not saved.</p>
        <p className="row">
          <Button
            variant="solid"
            disabled={busy}
            onClick={() => {
              stay();
              void saveAndLeave(leaveNow);
            }}
          >
            Save and leave
          </Button>
          <Button variant="danger" onClick={leaveNow}>
            Leave without saving
          </Button>
          <Button onClick={stay}>Stay</Button>
        </p>
      </div>
    </Modal>
  );
}
