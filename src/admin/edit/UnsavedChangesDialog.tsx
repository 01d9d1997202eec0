import { useStore } from '@nanostores/react';
import { Button } from '../../components/Button.tsx';
import { Modal } from '../../components/Modal.tsx';
import { $pendingNavigation } from '../unsaved-changes.ts';
import type { EditableItem, Editor } from './create-editor.ts';

/** Asks what to do with unsaved changes before the owner leaves the editor. */
export function UnsavedChangesDialog<B extends object, T extends EditableItem & B>({
  editor,
}: {
  editor: Editor<B, T>;
}) {
  const leave = useStore($pendingNavigation);
  const { busy } = useStore(editor.$editing);
  if (!leave) return null;
  const stay = () => $pendingNavigation.set(null);
  const discardAndLeave = () => {
    stay();
    editor.reset();
    leave();
  };
  const saveAndLeave = async () => {
    if (await editor.save()) discardAndLeave();
    else stay();
  };
  return (
    <Modal title="Not saved yet" onClose={stay}>
      <div className="stack">
        <p>Your changes are not saved.</p>
        <p className="row">
          <Button variant="solid" disabled={busy} onClick={() => void saveAndLeave()}>
            Save and leave
          </Button>
          <Button variant="danger" onClick={discardAndLeave}>
            Leave without saving
          </Button>
          <Button onClick={stay}>Stay</Button>
        </p>
      </div>
    </Modal>
  );
}
