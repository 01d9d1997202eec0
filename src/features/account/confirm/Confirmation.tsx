import { useEffect, useState } from 'react';
import { loadOnDemand } from '../../../components/load-on-demand.tsx';
import { onConfirmationNeeded } from '../../../lib/api.ts';

const ConfirmDialog = loadOnDemand(
  async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog,
  { close: ({ close }) => close(false) },
);

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
  return close && <ConfirmDialog close={close} />;
}
