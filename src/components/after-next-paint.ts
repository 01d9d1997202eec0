import { startTransition, useEffect, useState } from 'react';

/** Calls back after the next paint; returns a function that stops it. */
export function afterNextPaint(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(callback);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * False during the first rendering of a screen, so that content below the first view can be rendered after it is painted.
 */
export function useAfterFirstRender(): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => afterNextPaint(() => startTransition(() => setAfter(true))), []);
  return isAfter;
}
