import './composer.css';
import { useStore } from '@nanostores/react';
import { Paperclip, X } from 'lucide-react';
import { MAX_ATTACHMENTS } from '../../../api/platform/files/limits.ts';
import type { ChosenFiles } from './attachments.ts';

/** The files that are chosen, each with a button to remove it. */
export function ChosenFileList({ of }: { of: ChosenFiles }) {
  const files = useStore(of.$files);
  if (files.length === 0) return null;
  return (
    <ul className="chosen-files" aria-label="Files to send">
      {files.map((file) => (
        <li key={file.key} data-state={file.state}>
          <span>{file.name}</span>
          {file.state === 'uploading' && (
            <span className="spinner" role="status" aria-label={`Uploading ${file.name}`} />
          )}
          <button
            type="button"
            aria-label={`Remove ${file.name}`}
            onClick={() => of.remove(file.key)}
          >
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  of: ChosenFiles;
  /** The order whose conversation holds the files. */
  orderId: string;
  disabled?: boolean;
  /** Whether the label is shown beside the icon. */
  labelled?: boolean;
}

/** Chooses files and uploads them. */
export function AttachButton({ of, orderId, disabled = false, labelled = false }: Props) {
  const files = useStore(of.$files);
  return (
    <label
      className={`button attach-button ${labelled ? 'button--small' : 'button--quiet button--icon'}`}
    >
      <Paperclip aria-hidden="true" />
      <span className={labelled ? undefined : 'visually-hidden'}>Attach files</span>
      <input
        className="visually-hidden"
        type="file"
        multiple
        disabled={disabled || files.length >= MAX_ATTACHMENTS}
        onChange={(event) => {
          void of.attach(orderId, event.target.files ?? []);
          event.target.value = '';
        }}
      />
    </label>
  );
}
