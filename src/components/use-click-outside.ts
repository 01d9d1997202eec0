import { type MouseEvent, useRef } from 'react';

type Click = MouseEvent<HTMLDialogElement>;
const isOutside = (event: Click) => event.target === event.currentTarget;

/** Closes a dialog on a click outside it, but not when a text selection ends outside. */
export function useClickOutside() {
  const startedOutside = useRef(false);
  return {
    onMouseDown: (event: Click) => {
      startedOutside.current = isOutside(event);
    },
    onClick: (event: Click) => {
      if (startedOutside.current && isOutside(event)) event.currentTarget.close();
    },
  };
}
