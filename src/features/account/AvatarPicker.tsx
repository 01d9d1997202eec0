import { ImageUp, X } from 'lucide-react';
import { type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { AVATAR_REFUSED, MAX_AVATAR_LENGTH } from '../../../api/platform/files/limits.ts';
import { Button } from '../../components/Button.tsx';

const SIDE = 512;
const QUALITY = 0.9;

/** Converts a photo to a small square data URL, cropped at the centre; '' when the file is not a picture. */
async function shrinkPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => null,
  );
  if (!bitmap) return '';
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(SIDE, side);
  const left = (bitmap.width - side) / 2;
  const top = (bitmap.height - side) / 2;
  canvas
    .getContext('2d')
    ?.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // A browser that cannot write WebP writes PNG instead; the server accepts both.
  return canvas.toDataURL('image/webp', QUALITY);
}

interface Props {
  label: string;
  /** A data string or an address; null for the default. */
  picture: string | null;
  onPick: (picture: string | null) => void;
  error?: string | undefined;
  busy?: boolean;
}

/** Shows the picture; it can be chosen by button, keyboard or drop, and removed. */
export function AvatarPicker({ label, picture, onPick, error, busy = false }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState('');
  const [over, setOver] = useState(false);

  async function readFile(file: File | undefined): Promise<void> {
    if (!file) return;
    const data = await shrinkPicture(file);
    const fits = data !== '' && data.length < MAX_AVATAR_LENGTH;
    setRefused(fits ? '' : AVATAR_REFUSED);
    if (fits) onPick(data);
  }

  // A file may have been chosen before hydration.
  const readChosen = useEffectEvent(() => void readFile(input.current?.files?.[0]));
  useEffect(() => readChosen(), []);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void readFile(event.dataTransfer.files[0]);
  }

  function remove(): void {
    setRefused('');
    if (input.current) input.current.value = '';
    onPick(null);
    input.current?.focus();
  }

  return (
    <fieldset
      className="dropzone avatar-picker"
      data-over={over}
      aria-busy={busy}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <legend className="visually-hidden">{label}</legend>
      <img
        className="avatar"
        src={picture ?? '/img/avatar-blank.svg'}
        alt={picture ? 'Your picture' : 'No picture yet'}
        width={72}
        height={72}
      />
      <div className="avatar-picker__side">
        <p className="field__label" aria-hidden="true">
          {label}
        </p>
        <div className="row">
          <input
            id={id}
            ref={input}
            className="avatar-picker__input"
            type="file"
            accept="image/*"
            aria-label={picture ? 'Change the picture' : 'Choose a picture'}
            aria-describedby={`${id}-hint ${id}-error`}
            disabled={busy}
            onChange={(event) => void readFile(event.target.files?.[0])}
          />
          <label className="button button--small" htmlFor={id}>
            <ImageUp aria-hidden="true" /> {picture ? 'Change' : 'Choose'}
          </label>
          {picture && (
            <Button variant="quiet" small icon={X} disabled={busy} onClick={remove}>
              Remove
            </Button>
          )}
        </div>
        <p className="text-13" id={`${id}-hint`}>
          Or drop a picture here. We crop it to a square.
        </p>
        <p className="field__error" id={`${id}-error`} role="alert">
          {refused || error}
        </p>
      </div>
    </fieldset>
  );
}
