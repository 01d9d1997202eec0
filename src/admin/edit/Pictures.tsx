import './edit.css';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { PictureDto } from '../../../api/platform/files/dto.ts';
import { MAX_PICTURE_BYTES, PICTURE_REFUSED } from '../../../api/platform/files/limits.ts';
import { toast } from '../../components/toast.ts';
import { messageOf, readJson } from '../../lib/api.ts';
import { readDataUrl } from '../read-data-url.ts';
import { adminApi } from '../requests.ts';
import { TextField, useFieldError } from './Fields.tsx';
import { MoveButtons } from './MoveButtons.tsx';
import { ToolButton } from './ToolButton.tsx';

export type EditedPicture = PictureDto & { _id: string };

interface Props<Value> {
  /** The path of the value, as the server names it in an error. */
  name: string;
  value: Value;
  onChange: (value: Value) => void;
}

/** One picture; a label tells it from the others of a form. */
export const PictureField = ({
  name,
  label,
  value,
  onChange,
}: Props<EditedPicture | null> & { label?: string | undefined }) => (
  <Pictures
    name={name}
    label={label}
    value={value ? [value] : []}
    onChange={([first = null]) => onChange(first)}
    max={1}
  />
);

/** Uploads pictures by drag and drop or file choice, and asks for each one's description. */
export function Pictures({
  name,
  label = 'Add pictures',
  value: pictures,
  onChange,
  max,
}: Props<EditedPicture[]> & { label?: string | undefined; max: number }) {
  const error = useFieldError(name);
  const [busy, setBusy] = useState(0);
  const [isDragOver, setDragOver] = useState(false);
  const id = useId();

  async function add(files: readonly File[]): Promise<void> {
    setDragOver(false);
    let list = pictures;
    for (const file of files.slice(0, max === 1 ? 1 : max - pictures.length)) {
      setBusy((now) => now + 1);
      try {
        if (file.size > MAX_PICTURE_BYTES) throw new Error(PICTURE_REFUSED);
        const json = { data: await readDataUrl(file) };
        const { picture } = await readJson(adminApi.pictures.$post({ json }));
        list = max === 1 ? [picture] : [...list, picture];
        onChange(list);
      } catch (error) {
        void toast('error', error instanceof Error ? error.message : messageOf(error));
      } finally {
        setBusy((now) => now - 1);
      }
    }
  }

  return (
    <>
      <ul className="pictures">
        {pictures.map((picture, at) => (
          <li key={picture._id} className="pictures__one stack stack--medium">
            <img
              src={picture.url}
              alt={picture.alt}
              width={picture.width}
              height={picture.height}
            />
            <TextField
              label="What does it show?"
              name={max === 1 ? `${name}.alt` : `${name}.${at}.alt`}
              value={picture.alt}
              onChange={(alt) =>
                onChange(pictures.map((each, index) => (index === at ? { ...each, alt } : each)))
              }
            />
            <p className="row">
              {max > 1 && (
                <MoveButtons
                  list={pictures}
                  at={at}
                  name={`picture ${at + 1}`}
                  onChange={onChange}
                  isRow
                />
              )}
              <ToolButton
                label={`Remove picture ${at + 1}`}
                onClick={() => onChange(pictures.filter((_, index) => index !== at))}
              >
                <Trash2 aria-hidden="true" />
              </ToolButton>
            </p>
          </li>
        ))}
      </ul>
      {(pictures.length < max || max === 1) && (
        <label
          className="dropzone"
          htmlFor={id}
          data-over={isDragOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setDragOver(true);
          }}
          onDragLeave={() => setDragOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            void add([...event.dataTransfer.files]);
          }}
        >
          <ImagePlus aria-hidden="true" />
          <span role="status">
            {busy > 0
              ? 'Drawing it in all sizes …'
              : max === 1 && pictures.length > 0
                ? 'Drop another picture here, or choose it'
                : 'Drop pictures here, or choose them'}
          </span>
          <input
            className="visually-hidden"
            id={id}
            type="file"
            aria-label={label}
            aria-invalid={!!error}
            aria-describedby={error ? `${id}-error` : undefined}
            accept="image/jpeg,image/png,image/webp,image/avif"
            multiple={max > 1}
            onChange={(event) => {
              void add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </label>
      )}
      {error && (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  );
}
