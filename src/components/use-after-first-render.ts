import { startTransition, useEffect, useState } from 'react';
import { afterNextPaint } from './after-next-paint.ts';

/**
 * False during the first rendering of a screen, so that content below the first view can be rendered after it is painted.
 */
export function useAfterFirstRender(): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => afterNextPaint(() => startTransition(() => setAfter(true))), []);
  return isAfter;
}
