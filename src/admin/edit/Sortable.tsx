import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { moved, Tool } from './RepeatableRows.tsx';

interface Props<T> {
  list: T[];
  set: (list: T[]) => void;
  nameOf: (item: T) => string;
  children: (item: T) => ReactNode;
}

/** A list whose order is the owner's: by dragging, or by the arrows with a keyboard. */
export function Sortable<T extends { _id: string }>({ list, set, nameOf, children }: Props<T>) {
  const [held, setHeld] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  return (
    <ol className="things sheet">
      {list.map((item, at) => (
        <li
          key={item._id}
          className="thing"
          draggable
          data-held={held === at || undefined}
          data-over={(over === at && held !== at) || undefined}
          onDragStart={() => setHeld(at)}
          onDragEnd={() => {
            setHeld(null);
            setOver(null);
          }}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(at);
          }}
          onDrop={(event) => {
            event.preventDefault();
            if (held !== null && held !== at) set(moved(list, held, at - held));
          }}
        >
          <GripVertical className="thing__grip" aria-hidden="true" />
          {children(item)}
          <span className="rows__tools">
            <Tool
              label={`Move ${nameOf(item)} up`}
              disabled={at === 0}
              act={() => set(moved(list, at, -1))}
            >
              <ArrowUp aria-hidden="true" />
            </Tool>
            <Tool
              label={`Move ${nameOf(item)} down`}
              disabled={at === list.length - 1}
              act={() => set(moved(list, at, 1))}
            >
              <ArrowDown aria-hidden="true" />
            </Tool>
          </span>
        </li>
      ))}
    </ol>
  );
}
