import { GripVertical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MoveButtons, moveItem } from './MoveButtons.tsx';

interface Props<T> {
  list: T[];
  onChange: (list: T[]) => void;
  nameOf: (item: T) => string;
  children: (item: T) => ReactNode;
}

/** A list that is sorted by dragging, or with the arrow buttons. */
export function Sortable<T extends { _id: string }>({
  list,
  onChange,
  nameOf,
  children,
}: Props<T>) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  return (
    <ol className="item-list card divided">
      {list.map((item, at) => (
        <li
          key={item._id}
          className="list-item"
          draggable
          data-held={dragged === at || undefined}
          data-over={(over === at && dragged !== at) || undefined}
          onDragStart={() => setDragged(at)}
          onDragEnd={() => {
            setDragged(null);
            setOver(null);
          }}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(at);
          }}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged !== null && dragged !== at) onChange(moveItem(list, dragged, at - dragged));
          }}
        >
          <GripVertical className="list-item__handle" aria-hidden="true" />
          {children(item)}
          <span className="item-tools">
            <MoveButtons list={list} at={at} name={nameOf(item)} onChange={onChange} />
          </span>
        </li>
      ))}
    </ol>
  );
}
