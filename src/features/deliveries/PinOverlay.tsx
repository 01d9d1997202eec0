import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { PIN_SCALE } from '../../../api/modules/deliveries/rules.ts';
import { $chosenPin, $draft, type PinDto } from './deliveries-store.ts';

interface Props {
  file: string;
  page: number;
  /** What the page is called, if it is not the only one. */
  pageName: (page: number) => string;
  /** Of this file; those of other pages are left out. */
  pins: PinDto[];
  /** Whether new ones can be set. */
  canPoint: boolean;
  /** The picture or the page, as large as the box. */
  children: ReactNode;
}

/**
 * Numbered pins over a picture or a page. A press sets one at its place; from the keyboard it begins in the middle, the
 * arrow keys move it and Enter goes on to its text.
 */
export function PinOverlay({ file, page, pageName, pins, canPoint, children }: Props) {
  const draft = useStore($draft);
  const chosen = useStore($chosenPin);
  const shown = pins.filter((pin) => pin.page === page);
  const pressed = useRef<HTMLButtonElement>(null);
  const isPressed = shown.some(({ _id }) => _id === chosen?.id);
  // Also when it was chosen before its page was there.
  useEffect(() => {
    if (isPressed && chosen?.isFromList) pressed.current?.scrollIntoView({ block: 'nearest' });
  }, [isPressed, chosen]);
  const isHere = draft?.file === file && draft.page === page;

  const begin = (event: MouseEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    // A press of the keyboard has no place.
    const isKey = event.detail === 0;
    const x = isKey ? PIN_SCALE / 2 : ((event.clientX - box.left) / box.width) * PIN_SCALE;
    const y = isKey ? PIN_SCALE / 2 : ((event.clientY - box.top) / box.height) * PIN_SCALE;
    $chosenPin.set(null);
    $draft.set({ file, page, x: inside(x), y: inside(y), isMoved: isKey });
  };
  return (
    <div className="pin-box">
      {children}
      {canPoint && (
        <button
          type="button"
          className="pin-box__surface"
          // From the keyboard one button above the sheets sets pins, so that no page stops the way to the pins.
          tabIndex={-1}
          aria-label={pageName(page) ? `Set a pin on ${pageName(page)}` : 'Set a pin'}
          onClick={begin}
        />
      )}
      {shown.map((pin) => (
        <button
          key={pin._id}
          ref={chosen?.id === pin._id ? pressed : undefined}
          type="button"
          className="pin"
          data-state={pin.resolvedBy ? 'resolved' : 'open'}
          aria-label={`Pin ${pin.number}: ${pin.text}`}
          aria-pressed={chosen?.id === pin._id}
          style={at(pin)}
          onClick={() => $chosenPin.set({ id: pin._id })}
        >
          {pin.number}
        </button>
      ))}
      {isHere && <Draft />}
    </div>
  );
}

const inside = (place: number): number => Math.round(Math.min(Math.max(place, 0), PIN_SCALE));

const at = ({ x, y }: { x: number; y: number }) => ({
  left: `${(x / PIN_SCALE) * 100}%`,
  top: `${(y / PIN_SCALE) * 100}%`,
});

const STEPS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The pin that is being set. */
function Draft() {
  const draft = useStore($draft);
  const ref = useRef<HTMLButtonElement>(null);
  const isMoved = draft?.isMoved ?? false;
  useEffect(() => {
    if (isMoved) ref.current?.focus();
  }, [isMoved]);
  if (!draft) return null;
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const [x, y] = step.map((each) => each * (event.shiftKey ? 50 : 10)) as [number, number];
    $draft.set({ ...draft, x: inside(draft.x + x), y: inside(draft.y + y) });
  };
  return (
    <button
      ref={ref}
      type="button"
      className="pin"
      data-state="new"
      aria-label="New pin. Arrow keys move it, Enter writes its text."
      style={at(draft)}
      onKeyDown={move}
      onClick={() => document.getElementById('new-pin')?.querySelector('textarea')?.focus()}
    >
      +
    </button>
  );
}
