import type { MouseEvent, ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Modal } from './Modal.tsx';

interface Props {
  title: string;
  confirmLabel: string;
  cancelLabel: string;
  /** For an action that takes something away. */
  danger?: boolean;
  /** False while something is still to be filled in. */
  isReady?: boolean;
  /** Called after the dialog was closed. */
  onConfirm: () => void;
  onClose: () => void;
  /** What follows from the action. */
  children: ReactNode;
}

const closeDialog = (event: MouseEvent) => event.currentTarget.closest('dialog')?.close();

/** Asks before an action that cannot be undone. */
export function ConfirmModal(props: Props) {
  const { title, confirmLabel, cancelLabel, danger, isReady = true } = props;
  const { onConfirm, onClose, children } = props;
  return (
    <Modal title={title} onClose={onClose}>
      <div className="stack">
        {children}
        <p className="row">
          <Button
            variant={danger ? 'danger' : 'solid'}
            disabled={!isReady}
            onClick={(event) => {
              closeDialog(event);
              onConfirm();
            }}
          >
            {confirmLabel}
          </Button>
          <Button onClick={closeDialog}>{cancelLabel}</Button>
        </p>
      </div>
    </Modal>
  );
}
