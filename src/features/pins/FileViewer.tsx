import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { Modal } from '../../components/Modal.tsx';
import { PinList } from './PinList.tsx';
import { PinOverlay } from './PinOverlay.tsx';
import { $chosenPin, $draft, $pins, loadPins, markPinsSeen, type Of } from './pins-store.ts';

interface Props {
  of: Of;
  file: { _id: string; name: string };
  counterpart: string;
  /** Whether the order takes pins. */
  isOpen: boolean;
  /** Changes with the order, whose pins are then loaded again. */
  changes: unknown;
  onClose: () => void;
  /** The picture. */
  children: ReactNode;
}

/** A delivered picture with the pins on it, and what is said at each beside it. */
export function FileViewer({ of, file, counterpart, isOpen, changes, onClose, children }: Props) {
  const loaded = useStore($pins);
  const { side, orderId } = of;
  useEffect(() => {
    if (changes) void loadPins(side, orderId);
  }, [side, orderId, changes]);
  useEffect(() => {
    if (loaded.state === 'loaded') markPinsSeen({ side, orderId }, loaded.value);
  }, [loaded, side, orderId]);
  useEffect(
    () => () => {
      $draft.set(null);
      $chosenPin.set(null);
    },
    [],
  );
  const pins = loaded.state === 'loaded' ? loaded.value.filter((pin) => pin.file === file._id) : [];
  return (
    <Modal title={file.name} kind="drawer" onClose={onClose}>
      <div className="file-viewer">
        <PinOverlay file={file._id} pins={pins} canPoint={isOpen}>
          {children}
        </PinOverlay>
        <PinList {...{ of, pins, counterpart, isOpen }} />
      </div>
    </Modal>
  );
}
