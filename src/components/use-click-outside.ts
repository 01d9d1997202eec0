import { type MouseEvent, useRef } from 'react';

type Click = MouseEvent<HTMLDialogElement>;
const isBeside = (event: Click) => event.target === event.currentTarget;

/** A dialog that a click beside it closes; drawing a selection out of it is no such click. */
export function useClickOutside() {
  const began = useRef(false);
  return {
    onMouseDown: (event: Click) => {
      began.current = isBeside(event);
    },
    onClick: (event: Click) => {
      if (began.current && isBeside(event)) event.currentTarget.close();
    },
  };
}
