import './bubble.css';
import { FileDown } from 'lucide-react';
import type { AttachmentDto } from '../../../api/modules/chat/dto.ts';
import { linkify } from './linkify.ts';

/** A text whose web addresses are links. */
export const LinkedText = ({ text }: { text: string }) =>
  linkify(text).map((piece, at) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order.
      <a key={at} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
        {piece.text}
      </a>
    ),
  );

export const fileSize = (bytes: number): string =>
  bytes < 100_000
    ? `${Math.max(1, Math.round(bytes / 1000))} KB`
    : `${(bytes / 1e6).toFixed(1)} MB`;

export const NO_PREVIEW = 'No preview for this kind';

const noteOf = ({ size, mime }: AttachmentDto): string =>
  [fileSize(size), ...(mime.startsWith('image/') ? [NO_PREVIEW] : [])].join(' · ');

/** A picture, or the name of a file that can be downloaded. */
export function Attachment({ file }: { file: AttachmentDto }) {
  if (file.kind === 'image') {
    return (
      <>
        <a className="attachment-picture" href={file.url} target="_blank" rel="noopener">
          <img
            src={file.url}
            alt={file.name}
            width={file.width ?? 320}
            height={file.height ?? 200}
            loading="lazy"
            decoding="async"
          />
        </a>
        {file.original && (
          <a className="text-13" href={file.original.url} download={file.original.name}>
            Download the original<span className="visually-hidden"> {file.original.name}</span>
          </a>
        )}
      </>
    );
  }
  return (
    <a className="button" href={file.url} download={file.name}>
      <FileDown aria-hidden="true" />
      <span>
        {file.name} <span className="text-13">{noteOf(file)}</span>
      </span>
    </a>
  );
}
