import { useStore } from '@nanostores/react';
import { ChevronDown } from 'lucide-react';
import { atom, onMount } from 'nanostores';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface Props {
  title: string;
  /** Beside the heading while it is folded. */
  note?: string;
  /** The fragment of the address that opens it. */
  anchor?: string;
  /** Inside a card, without a border of its own; printed with it. */
  plain?: boolean;
  children: ReactNode;
}

/** Whether the browser prints the page; paper cannot be tapped. */
const $isPrinting = atom(false);
onMount($isPrinting, () => {
  const begin = () => $isPrinting.set(true);
  const end = () => $isPrinting.set(false);
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
});

/** A part of a page that opens with a tap. What it holds is rendered only then. */
export function Folded({ title, note, anchor, plain = false, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const isPrinting = useStore($isPrinting);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!anchor || location.hash !== `#${anchor}`) return;
    setOpen(true);
    details.current?.scrollIntoView();
  }, [anchor]);
  return (
    <details
      ref={details}
      className={`fold ${plain ? 'fold--plain' : 'card no-print'}`}
      open={isOpen || isPrinting}
      onToggle={(event) => !isPrinting && setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{title}</h2>
        {note && <span className="text-13">{note}</span>}
        <ChevronDown aria-hidden="true" />
      </summary>
      {(isOpen || isPrinting) && <div className="stack">{children}</div>}
    </details>
  );
}
