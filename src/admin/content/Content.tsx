import { useStore } from '@nanostores/react';
import { Download, FileUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { $checked, $progress, checkFile, exportContent, importChecked } from './content-store.ts';

/** Takes gigs, past work and the profile along as one file, or brings them from one. */
export function Content() {
  const progress = useStore($progress);
  const checked = useStore($checked);
  const chooser = useRef<HTMLInputElement>(null);
  const isBusy = progress !== null;
  return (
    <ScreenLayout
      title="Import and export"
      note="Gigs, past work, profile and their pictures in one zip. People, orders and payments are in backups."
    >
      <section className="card card--padded stack">
        <p className="row">
          <Button icon={Download} disabled={isBusy} onClick={() => void exportContent()}>
            Export
          </Button>
          <Button icon={FileUp} disabled={isBusy} onClick={() => chooser.current?.click()}>
            Import a zip…
          </Button>
        </p>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".zip,application/zip"
          aria-label="Zip to import"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void checkFile(file);
            target.value = '';
          }}
        />
        <p className="text-13">
          Imported gigs and past work are drafts until you publish them, beside what is there now.
        </p>
        <p role="status">{progress}</p>
      </section>
      {checked && !isBusy && (
        <ConfirmModal
          title="Import this file?"
          confirmLabel="Import"
          cancelLabel="Cancel"
          onConfirm={() => void importChecked()}
          onClose={() => {
            if ($progress.get() === null) $checked.set(null);
          }}
        >
          <p>{checked.summary}</p>
        </ConfirmModal>
      )}
    </ScreenLayout>
  );
}
