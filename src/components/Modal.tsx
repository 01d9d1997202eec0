import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { afterNextPaint } from './after-next-paint.ts';
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
  const [isShown, setShown] = useState(false);
  // After the next paint, so that the pressed button answers at once: a modal dialog restyles the page under it.
  useEffect(() => afterNextPaint(() => setShown(true)), []);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!isShown || !dialog) return;
    dialog.showModal();
    // Returns the focus when the dialog is removed without being closed by the user.
    return () => dialog.close();
  }, [isShown]);
  if (!isShown) return null;
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
