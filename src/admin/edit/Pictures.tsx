import './pictures.css';
import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { PictureDto } from '../../../api/platform/files/dto.ts';
import { PICTURE_MOST_BYTES, PICTURE_REFUSED } from '../../../api/platform/files/rules.ts';
import { toast } from '../../components/toast.ts';
import { api, messageOf, read } from '../../lib/api.ts';
import { TextField } from './Fields.tsx';
import { moved, Tool } from './RepeatableRows.tsx';

export type Shown = PictureDto & { _id: string };

interface Props {
  pictures: Shown[];
  set: (pictures: Shown[]) => void;
  most: number;
  /** Where the server says that something is wrong with one of them. */
  name: (at: number) => string;
}

/** Pictures by dropping or choosing; each is asked what it shows. */
export function Pictures({ pictures, set, most, name }: Props) {
  const [busy, setBusy] = useState(0);
  const [over, setOver] = useState(false);
  const id = useId();

  async function add(files: readonly File[]): Promise<void> {
    setOver(false);
    let list = pictures;
    for (const file of files.slice(0, most === 1 ? 1 : most - pictures.length)) {
      setBusy((now) => now + 1);
      try {
        if (file.size > PICTURE_MOST_BYTES) throw new Error(PICTURE_REFUSED);
        const json = { data: await dataOf(file) };
        const { picture } = await read(api.desk.pictures.$post({ json }));
        list = most === 1 ? [picture] : [...list, picture];
        set(list);
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
          <li key={picture._id} className="pictures__one">
            <img
              src={picture.url}
              alt={picture.alt}
              width={picture.width}
              height={picture.height}
            />
            <TextField
              label="What does it show?"
              name={name(at)}
              value={picture.alt}
              set={(alt) =>
                set(pictures.map((each, index) => (index === at ? { ...each, alt } : each)))
              }
            />
            <p className="rows__tools">
              <Tool
                label={`Move picture ${at + 1} forward`}
                disabled={at === 0}
                act={() => set(moved(pictures, at, -1))}
              >
                <ArrowLeft aria-hidden="true" />
              </Tool>
              <Tool
                label={`Move picture ${at + 1} back`}
                disabled={at === pictures.length - 1}
                act={() => set(moved(pictures, at, 1))}
              >
                <ArrowRight aria-hidden="true" />
              </Tool>
              <Tool
                label={`Remove picture ${at + 1}`}
                act={() => set(pictures.filter((_, index) => index !== at))}
              >
                <Trash2 aria-hidden="true" />
              </Tool>
            </p>
          </li>
        ))}
      </ul>
      {(pictures.length < most || most === 1) && (
        <label
          className="drop"
          htmlFor={id}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            void add([...event.dataTransfer.files]);
          }}
        >
          <ImagePlus aria-hidden="true" />
          <span role="status">
            {busy > 0 ? 'Drawing it in all sizes …' : 'Drop pictures here, or choose them'}
          </span>
          <input
            className="visually-hidden"
            id={id}
            type="file"
            aria-label="Add pictures"
            accept="image/jpeg,image/png,image/webp,image/avif"
            multiple={most > 1}
            onChange={(event) => {
              void add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </label>
      )}
    </>
  );
}

const dataOf = (file: File): Promise<string> =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
