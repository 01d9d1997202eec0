import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { ToolButton } from './ToolButton.tsx';

interface Props<T> {
  list: readonly T[];
  /** The position of the entry. */
  at: number;
  /** What the entry is called in the buttons' labels. */
  name: string;
  onChange: (list: T[]) => void;
  /** The entries stand beside each other, not below. */
  isRow?: boolean;
}

/** Buttons that exchange an entry of a list with its neighbours. */
export function MoveButtons<T>({ list, at, name, onChange, isRow }: Props<T>) {
  const [Back, Forward] = isRow ? [ArrowLeft, ArrowRight] : [ArrowUp, ArrowDown];
  const back = useRef<HTMLButtonElement>(null);
  const forward = useRef<HTMLButtonElement>(null);
  const isFirst = at === 0;
  const isLast = at === list.length - 1;
  const pressed = useRef<HTMLButtonElement>(null);
  // At an end of the list the pressed button is disabled and loses the focus.
  useLayoutEffect(() => {
    const hasFocus = [document.body, pressed.current].includes(document.activeElement as never);
    if (!pressed.current?.disabled || !hasFocus) return;
    (pressed.current === back.current ? forward : back).current?.focus();
    pressed.current = null;
  });
  const move = (button: RefObject<HTMLButtonElement | null>, by: number) => {
    pressed.current = button.current;
    onChange(moveItem(list, at, by));
  };
  return (
    <>
      <ToolButton
        label={`Move ${name} ${isRow ? 'forward' : 'up'}`}
        ref={back}
        disabled={isFirst}
        onClick={() => move(back, -1)}
      >
        <Back aria-hidden="true" />
      </ToolButton>
      <ToolButton
        label={`Move ${name} ${isRow ? 'back' : 'down'}`}
        ref={forward}
        disabled={isLast}
        onClick={() => move(forward, 1)}
      >
        <Forward aria-hidden="true" />
      </ToolButton>
    </>
  );
}

/** Returns a copy of the list with one entry moved by some positions. */
export function moveItem<T>(list: readonly T[], from: number, by: number): T[] {
  const next = [...list];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(from + by, 0, item);
  return next;
}
