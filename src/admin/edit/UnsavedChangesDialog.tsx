import { useStore } from '@nanostores/react';
import { Modal } from '../../components/Modal.tsx';
import { $leaving } from '../unsaved-changes.ts';
import type { EditableItem, Editor } from './editor.ts';

/** Asked before something typed would be lost. */
export function UnsavedChangesDialog<B extends object, T extends EditableItem>({
  editor,
}: {
  editor: Editor<B, T>;
}) {
  const leaving = useStore($leaving);
  const { busy } = useStore(editor.$editing);
  if (!leaving) return null;
  const stay = () => $leaving.set(null);
  const go = () => {
    stay();
    editor.forget();
    leaving();
  };
  const saveAndGo = async () => {
    if (await editor.save()) go();
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
            onClick={() => void saveAndGo()}
          >
            Save and leave
          </button>
          <button className="button button--danger" type="button" onClick={go}>
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
