import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
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
  return (
    <>
      <ToolButton
        label={`Move ${name} ${isRow ? 'forward' : 'up'}`}
        disabled={at === 0}
        onClick={() => onChange(moveItem(list, at, -1))}
      >
        <Back aria-hidden="true" />
      </ToolButton>
      <ToolButton
        label={`Move ${name} ${isRow ? 'back' : 'down'}`}
        disabled={at === list.length - 1}
        onClick={() => onChange(moveItem(list, at, 1))}
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
