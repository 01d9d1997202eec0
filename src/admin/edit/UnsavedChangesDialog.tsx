import { useStore } from '@nanostores/react';
import { Modal } from '../../components/Modal.tsx';
import { $pendingLeave } from '../unsaved-changes.ts';
import type { EditableItem, Editor } from './editor.ts';

/** Asks what to do with unsaved changes before the owner leaves the editor. */
export function UnsavedChangesDialog<B extends object, T extends EditableItem>({
  editor,
}: {
  editor: Editor<B, T>;
}) {
  const leave = useStore($pendingLeave);
  const { busy } = useStore(editor.$editing);
  if (!leave) return null;
  const stay = () => $pendingLeave.set(null);
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
        <p>What you typed here is only in this window.</p>
        <p className="row">
          <button
            className="button button--solid"
            type="button"
            disabled={busy}
            onClick={() => void saveAndLeave()}
          >
            Save and leave
          </button>
          <button className="button button--danger" type="button" onClick={discardAndLeave}>
            Leave without saving
          </button>
          <button className="button" type="button" onClick={stay}>
            Stay
          </button>
        </p>
      </div>
    </Modal>
  );
}
