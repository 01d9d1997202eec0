import { useStore } from '@nanostores/react';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Button } from '../../components/Button.tsx';
import { Modal } from '../../components/Modal.tsx';
import {
  $chosenPin,
  $draft,
  $pins,
  $viewedFile,
  loadPins,
  markPinsSeen,
  type Of,
} from './deliveries-store.ts';
import { PinList } from './PinList.tsx';
import { PinOverlay } from './PinOverlay.tsx';

function forget(): void {
  $draft.set(null);
  $chosenPin.set(null);
}

interface ViewedFile {
  _id: string;
  name: string;
}

interface Props {
  of: Of;
  file: ViewedFile;
  /** The files of its version that can be pointed at. */
  files: ViewedFile[];
  counterpart: string;
  /** Whether the order takes pins. */
  isOpen: boolean;
  /** Changes with the order, whose pins are then loaded again. */
  changes: unknown;
  /** What a page of the file is called; empty for a picture. */
  pageName: (page: number) => string;
  onClose: () => void;
  actions: ReactNode;
  /** The picture or the pages, each laid under its pins. */
  children: (withPins: (page: number, content: ReactNode) => ReactNode) => ReactNode;
}

/** What was delivered with the pins on it, and what is said at each beside it. */
export function FileViewer(props: Props) {
  const { of, file, files, counterpart, isOpen, changes, pageName, onClose } = props;
  const loaded = useStore($pins);
  const { side, orderId } = of;
  useEffect(() => {
    if (changes) void loadPins(side, orderId);
  }, [side, orderId, changes]);
  useEffect(() => {
    if (loaded.state === 'loaded') markPinsSeen({ side, orderId }, loaded.value);
  }, [loaded, side, orderId]);
  useEffect(() => forget, []);
  const pins = loaded.state === 'loaded' ? loaded.value.filter((pin) => pin.file === file._id) : [];
  const at = files.findIndex(({ _id }) => _id === file._id);
  const takesPins = at >= 0;
  return (
    <Modal title={file.name} kind="drawer" onClose={onClose}>
      <div className={takesPins ? 'file-viewer' : undefined}>
        <div className="stack stack--small">
          <div className="row space-between">
            {files.length > 1 && takesPins && (
              <p className="row">
                <Step label="Previous file" icon={ChevronLeft} to={files.at(at - 1)} />
                <span className="text-13">{`${at + 1} of ${files.length}`}</span>
                <Step label="Next file" icon={ChevronRight} to={files[(at + 1) % files.length]} />
              </p>
            )}
            {props.actions}
          </div>
          <section
            key={file._id}
            className="file-viewer__pages stack"
            aria-label={`What ${file.name} shows`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keys, also where nothing can be pressed
            tabIndex={0}
          >
            {props.children((page, content) => (
              <PinOverlay {...{ pins, page, pageName }} file={file._id} canPoint={isOpen}>
                {content}
              </PinOverlay>
            ))}
          </section>
        </div>
        {takesPins && <PinList {...{ of, pins, pageName, counterpart, isOpen }} />}
      </div>
    </Modal>
  );
}

const Step = (props: { label: string; icon: LucideIcon; to: ViewedFile | undefined }) => (
  <Button
    small
    variant="quiet"
    icon={props.icon}
    aria-label={props.label}
    onClick={() => {
      forget();
      $viewedFile.set(props.to?._id ?? null);
    }}
  />
);
