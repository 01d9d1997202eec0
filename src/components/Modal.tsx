import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './Button.tsx';
import { useClickOutside } from './use-click-outside.ts';

interface Props {
  title: string;
  onClose: () => void;
  /** `drawer` slides in from the side and fills the screen of a phone. */
  kind?: 'dialog' | 'drawer';
  children: ReactNode;
}

/** A dialog that is open while it is rendered. Escape, the close button and a click outside close it. */
export function Modal({ title, onClose, kind = 'dialog', children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const clickOutside = useClickOutside();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
  }, []);
  return (
    <dialog className={kind} ref={ref} aria-labelledby={id} onClose={onClose} {...clickOutside}>
      <div className="dialog__head">
        <h2 id={id}>{title}</h2>
        <Button variant="quiet" icon={X} onClick={() => ref.current?.close()} aria-label="Close" />
      </div>
      <div className="dialog__body">{children}</div>
    </dialog>
  );
}
