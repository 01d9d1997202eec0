import { startTransition, useEffect, useState } from 'react';

/** False while a screen is drawn for the first time, so that what is below the first view can follow it. */
export function useAfterFirstView(): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => startTransition(() => setAfter(true)), []);
  return isAfter;
}
