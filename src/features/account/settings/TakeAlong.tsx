import { Download } from 'lucide-react';
import { useState } from 'react';
import { takeAlong } from './stores.ts';

export function TakeAlong() {
  const [busy, setBusy] = useState(false);
  return (
    <div>
      <button
        className="button"
        type="button"
        disabled={busy}
        onClick={() => {
          setBusy(true);
          void takeAlong().finally(() => setBusy(false));
        }}
      >
        <Download aria-hidden="true" /> {busy ? 'Gathering...' : 'Download my data'}
      </button>
    </div>
  );
}
