import { Download } from 'lucide-react';
import { useState } from 'react';
import { exportData } from './stores.ts';

export function ExportData() {
  const [busy, setBusy] = useState(false);
  return (
    <div>
      <button
        className="button"
        type="button"
        disabled={busy}
        onClick={() => {
          setBusy(true);
          void exportData().finally(() => setBusy(false));
        }}
      >
        <Download aria-hidden="true" /> {busy ? 'Gathering...' : 'Download my data'}
      </button>
    </div>
  );
}
