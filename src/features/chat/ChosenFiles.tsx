import './composer.css';
import { useStore } from '@nanostores/react';
import { Paperclip, X } from 'lucide-react';
import { MAX_ATTACHMENTS } from '../../../api/platform/files/limits.ts';
import { Button } from '../../components/Button.tsx';
import type { ChosenFiles, UploadTarget } from './attachments.ts';

/** The files that are chosen, each with a button to remove it. */
export const ChosenFileList = ({ of }: { of: ChosenFiles }) => (
  <FileNames files={useStore(of.$files)} remove={of.remove} />
);

interface FileNamesProps {
  files: { key: string; name: string; state: 'uploading' | 'ready' }[];
  remove: (key: string) => void;
}

export function FileNames({ files, remove }: FileNamesProps) {
  if (files.length === 0) return null;
  return (
    <ul className="chosen-files row" aria-label="Files to send">
      {files.map((file) => (
        <li key={file.key} data-state={file.state}>
          <span className="truncate">{file.name}</span>
          {file.state === 'uploading' && (
            <span className="spinner" role="status" aria-label={`Uploading ${file.name}`} />
          )}
          <Button
            variant="quiet"
            small
            icon={X}
            aria-label={`Remove ${file.name}`}
            onClick={() => remove(file.key)}
          />
        </li>
      ))}
    </ul>
  );
}

interface Props {
  of: ChosenFiles;
  target: UploadTarget;
  disabled?: boolean;
  /** Whether the label is shown beside the icon. */
  labelled?: boolean;
}

/** Chooses files and uploads them. */
export function AttachButton({ of, target, disabled = false, labelled = false }: Props) {
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
          void of.attach(target, event.target.files ?? []);
          event.target.value = '';
        }}
      />
    </label>
  );
}
