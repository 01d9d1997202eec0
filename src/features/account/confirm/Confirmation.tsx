import { lazy, Suspense, useEffect, useState } from 'react';
import { onConfirmationNeeded } from '../../../lib/confirmation.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('./ConfirmDialog.tsx')).ConfirmDialog,
}));

/** Shows the dialog when a call is refused until the person has confirmed; the call is then made again. */
export function Confirmation() {
  const [close, setClose] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => {
    onConfirmationNeeded(
      () =>
        new Promise((resolve) => {
          setClose(() => (isConfirmed: boolean) => {
            setClose(null);
            resolve(isConfirmed);
          });
        }),
    );
  }, []);
  if (!close) return null;
  return (
    <Suspense>
      <ConfirmDialog close={close} />
    </Suspense>
  );
}
