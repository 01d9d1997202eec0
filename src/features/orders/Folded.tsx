import './folded.css';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface Props {
  title: string;
  /** Beside the heading while it is folded. */
  note?: string;
  /** The fragment of the address that opens it. */
  anchor?: string;
  /** Inside a card, without a border of its own. */
  plain?: boolean;
  children: ReactNode;
}

/** A part of a page that opens with a tap. What it holds is rendered only then. */
export function Folded({ title, note, anchor, plain = false, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!anchor || location.hash !== `#${anchor}`) return;
    setOpen(true);
    details.current?.scrollIntoView();
  }, [anchor]);
  return (
    <details
      ref={details}
      className={`collapsible ${plain ? 'collapsible--plain' : 'card'}`}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{title}</h2>
        {note && <span className="text-13">{note}</span>}
        <ChevronDown className="collapsible__icon" aria-hidden="true" />
      </summary>
      {isOpen && <div className="stack">{children}</div>}
    </details>
  );
}
