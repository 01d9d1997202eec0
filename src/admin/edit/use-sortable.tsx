import { GripVertical } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { MoveButtons, moveItem } from './MoveButtons.tsx';

interface SortableRow {
  drag: ComponentProps<'li'>;
  buttons: ReactNode;
}

/** Makes the rows of a list change places by dragging and with arrow buttons. */
export function useSortable<T extends { _id: string; title: string }>(
  list: T[],
  onChange: (list: T[]) => void,
): (item: T) => SortableRow {
  const [dragged, setDragged] = useState<T | null>(null);
  const [over, setOver] = useState<T | null>(null);
  return (item) => {
    const at = list.indexOf(item);
    const isOver = over === item && dragged !== item;
    return {
      drag: {
        draggable: true,
        ...(dragged === item && { 'data-held': true }),
        ...(isOver && { 'data-over': true }),
        onDragStart: () => setDragged(item),
        onDragEnd: () => {
          setDragged(null);
          setOver(null);
        },
        onDragOver: (event) => {
          event.preventDefault();
          setOver(item);
        },
        onDrop: (event) => {
          event.preventDefault();
          if (!dragged || dragged === item) return;
          const from = list.indexOf(dragged);
          onChange(moveItem(list, from, at - from));
        },
      },
      buttons: (
        <>
          <GripVertical className="list__handle" aria-hidden="true" />
          <MoveButtons list={list} at={at} name={item.title} onChange={onChange} />
        </>
      ),
    };
  };
}
