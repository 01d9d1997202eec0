import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { exportData } from './account-settings-store.ts';

export function ExportData() {
  const [busy, setBusy] = useState(false);
  return (
    <div>
      <Button
        icon={Download}
        disabled={busy}
        onClick={() => {
          setBusy(true);
          void exportData().finally(() => setBusy(false));
        }}
      >
        {busy ? 'Gathering...' : 'Download my data'}
      </Button>
    </div>
  );
}
