import { startTransition, useEffect, useState } from 'react';

/**
 * False during the first rendering of a screen, so that content below the first view can be rendered after it.
 */
export function useAfterFirstRender(): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => startTransition(() => setAfter(true)), []);
  return isAfter;
}
