import { useStore } from '@nanostores/react';
import { ChevronLeft, ChevronRight, type LucideIcon, MapPin, ZoomIn, ZoomOut } from 'lucide-react';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../../components/Button.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import {
  $chosenPin,
  $draft,
  $pins,
  $viewedFile,
  type FileDto,
  loadPins,
  markPinsSeen,
  type Of,
} from './deliveries-store.ts';
import { PinList } from './PinList.tsx';
import { PinOverlay } from './PinOverlay.tsx';
import { useZoom, zoomIn, zoomOut } from './use-zoom.ts';

function forget(): void {
  $draft.set(null);
  $chosenPin.set(null);
}

type Sheet = Pick<FileDto, '_id' | 'name'>;

interface Props {
  of: Of;
  file: Sheet;
  /** The files of its version that can be pointed at. */
  sheets: Sheet[];
  /** The same sheet in each version that has it. */
  versions: { number: number; file: Sheet }[];
  /** Two versions laid over each other. */
  both: ReactNode;
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

/** A delivered sheet with the pins on it, and what is said at each beside it. */
export function FileViewer(props: Props) {
  const { of, file, sheets, counterpart, isOpen, changes, pageName, onClose } = props;
  const loaded = useStore($pins);
  const { side, orderId } = of;
  const [isBoth, setBoth] = useState(false);
  const pages = useRef<HTMLElement>(null);
  useEffect(() => {
    if (changes) void loadPins(side, orderId);
  }, [side, orderId, changes]);
  useEffect(() => {
    if (loaded.state === 'loaded') markPinsSeen({ side, orderId }, loaded.value);
  }, [loaded, side, orderId]);
  useEffect(() => forget, []);
  // A pin of the list is shown at its place, which two sheets over each other do not have.
  useEffect(() => $chosenPin.listen(() => setBoth(false)), []);
  const pins = loaded.state === 'loaded' ? loaded.value.filter((pin) => pin.file === file._id) : [];
  const takesPins = sheets.includes(file);
  return (
    <Modal title={file.name} kind="drawer" onClose={onClose}>
      <div className="file-viewer">
        <div className="row">
          {takesPins && <Sheets {...props} isBoth={isBoth} setBoth={setBoth} />}
          {takesPins && (
            <span className="row">
              <Button small variant="quiet" icon={ZoomOut} aria-label="Smaller" onClick={zoomOut} />
              <Button small variant="quiet" icon={ZoomIn} aria-label="Larger" onClick={zoomIn} />
              {isOpen && !isBoth && (
                <Button small icon={MapPin} onClick={() => pointAtMiddle(pages.current)}>
                  Add a pin
                </Button>
              )}
              {props.actions}
            </span>
          )}
          {!takesPins && props.actions}
        </div>
        <Pages key={file._id} ref={pages} name={file.name}>
          {isBoth
            ? props.both
            : props.children((page, content) => (
                <PinOverlay {...{ pins, page, pageName }} file={file._id} canPoint={isOpen}>
                  {content}
                </PinOverlay>
              ))}
        </Pages>
        {takesPins && <PinList {...{ of, pins, pageName, counterpart, isOpen }} />}
      </div>
    </Modal>
  );
}

interface PagesProps {
  ref: RefObject<HTMLElement | null>;
  name: string;
  children: ReactNode;
}

function Pages({ ref, name, children }: PagesProps) {
  const zoom = useZoom(ref);
  return (
    <section
      ref={ref}
      className="file-viewer__pages stack"
      style={{ '--zoom': zoom } as CSSProperties}
      aria-label={`What ${name} shows`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled and zoomed by the keys, also where nothing can be pressed
      tabIndex={0}
    >
      {children}
    </section>
  );
}

/** Begins a pin on the page in the middle of the view, as a press of the keyboard on it does. */
function pointAtMiddle(box: HTMLElement | null): void {
  if (!box) return;
  const middle = box.getBoundingClientRect().top + box.clientHeight / 2;
  const surfaces = [...box.querySelectorAll<HTMLElement>('.pin-box__surface')];
  const seen = surfaces.find((each) => each.getBoundingClientRect().bottom > middle);
  (seen ?? surfaces.at(-1))?.click();
}

interface SheetsProps extends Pick<Props, 'file' | 'sheets' | 'versions' | 'both'> {
  isBoth: boolean;
  setBoth: (isBoth: boolean) => void;
}

/** Which sheet is shown, in which version. */
function Sheets({ file, sheets, versions, both, isBoth, setBoth }: SheetsProps) {
  const at = sheets.indexOf(file);
  const show = (next: Sheet | undefined) => {
    forget();
    setBoth(false);
    $viewedFile.set(next?._id ?? null);
  };
  const step = (label: string, icon: LucideIcon, to: Sheet | undefined) => (
    <Button small variant="quiet" icon={icon} aria-label={label} onClick={() => show(to)} />
  );
  const shown = versions.find((each) => each.file._id === file._id);
  return (
    <span className="row">
      {sheets.length > 1 && step('Previous sheet', ChevronLeft, sheets.at(at - 1))}
      <span className="mono text-13">{`Sheet ${at + 1} of ${sheets.length}`}</span>
      {sheets.length > 1 && step('Next sheet', ChevronRight, sheets[(at + 1) % sheets.length])}
      {versions.length > 1 && (
        <SegmentedControl
          label="Versions of the sheet"
          options={[...versions.map(({ number }) => `v${number}`), ...(both ? ['both'] : [])]}
          value={isBoth ? 'both' : `v${shown?.number}`}
          onChange={(choice) => {
            if (choice === 'both') setBoth(true);
            else show(versions.find(({ number }) => `v${number}` === choice)?.file);
          }}
        />
      )}
    </span>
  );
}
