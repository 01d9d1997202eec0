import { useStore } from '@nanostores/react';
import { Download, FileUp } from 'lucide-react';
import { atom } from 'nanostores';
import { useRef } from 'react';
import {
  pictureFilesOf,
  withPictureIds,
} from '../../../api/modules/catalog/content/picture-rules.ts';
import { HASH_LENGTH, MAX_PICTURE_BYTES } from '../../../api/platform/files/limits.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { ApiError, readJson } from '../../lib/api.ts';
import { isoDay } from '../../lib/format.ts';
import { readDataUrl } from '../read-data-url.ts';
import { adminApi, runAdminAction } from '../requests.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';

const FILE = 'content.json';
const MAX_TEXT_BYTES = 2 * 1024 * 1024;

/** What is happening, as a sentence; null while nothing is. */
const $progress = atom<string | null>(null);

/** A chosen file that was checked: what importing it would do, and its content. */
const $checked = atom<Checked | null>(null);

interface Checked {
  summary: string;
  content: unknown;
  files: Files;
  /** The ids of the pictures that this shop has already, by name. */
  ids: Map<string, string>;
}

type Files = Record<string, Uint8Array<ArrayBuffer>>;

// Loaded on first use: few owners move their content, and once. Its asynchronous calls need workers from
// `blob:`, which the content policy refuses.
const zip = () => import('fflate');

/** The refusal of a file before it is sent, shown like the server's. */
const unusable = (message: string) => new ApiError(400, message);

/** The browser asks before the tab is closed: what is under way would be lost. */
const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

async function run(action: () => Promise<{ message?: string }>): Promise<void> {
  addEventListener('beforeunload', askBeforeLeaving);
  await runAdminAction(action);
  removeEventListener('beforeunload', askBeforeLeaving);
  $progress.set(null);
}

/** Downloads content and pictures as one zip. */
const exportContent = (): Promise<void> =>
  run(async () => {
    $progress.set('Collecting texts…');
    const { content, pictures } = await readJson(adminApi.content.$get());
    const { zipSync, strToU8 } = await zip();
    const files: Record<string, Uint8Array> = { [FILE]: strToU8(JSON.stringify(content, null, 2)) };
    for (const [at, { file, url }] of pictures.entries()) {
      $progress.set(`Collecting pictures: ${at + 1} of ${pictures.length}…`);
      const response = await fetch(url);
      if (!response.ok) throw unusable(`The picture ${url} could not be read. Please try again.`);
      files[file] = new Uint8Array(await response.arrayBuffer());
    }
    // Pictures are compressed already.
    const bytes = new Uint8Array(zipSync(files, { level: 0 }));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }));
    link.download = `content-${isoDay(new Date())}.zip`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return { message: 'The file is in your downloads.' };
  });

/** Reads a zip and asks the server what importing it would do. */
const checkFile = (file: File): Promise<void> =>
  run(async () => {
    $checked.set(null);
    $progress.set('Checking the file…');
    const files = await unpack(file);
    const text = files[FILE];
    if (!text) throw unusable(`There is no ${FILE} in this zip.`);
    const content = parse(new TextDecoder().decode(text));
    const names = pictureFilesOf(content);
    const missing = names.find((name) => !files[name]);
    if (missing) throw unusable(`The picture ${missing} is missing in this zip.`);
    const hashes = await Promise.all(names.map((name) => hashOf(files[name])));
    const json = {
      content: withPictureIds(content, (name) => name),
      checkOnly: true,
      hashes: hashes.filter((hash) => hash !== null),
    };
    const { summary, stored } = await readJson(adminApi.content.$post({ json }));
    const ids = new Map<string, string>();
    for (const [at, name] of names.entries()) {
      const id = stored[hashes[at] ?? ''];
      if (id) ids.set(name, id);
    }
    $checked.set({ summary, content, files, ids });
    return {};
  });

/** The hash by which the server knows a file; null over plain http, where browsers compute none. */
async function hashOf(bytes: Uint8Array<ArrayBuffer> | undefined): Promise<string | null> {
  if (!bytes || !isSecureContext) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.slice(0, HASH_LENGTH);
}

/** Uploads the pictures that the shop has not, one by one, then imports all of it. */
const importChecked = (): Promise<void> =>
  run(async () => {
    const checked = $checked.get();
    if (!checked) return {};
    const { ids } = checked;
    const names = pictureFilesOf(checked.content).filter((name) => !ids.has(name));
    for (const [at, name] of names.entries()) {
      $progress.set(`Uploading pictures: ${at + 1} of ${names.length}…`);
      const json = { data: await dataUrlOf(name, checked.files[name]) };
      const { picture } = await readJson(adminApi.pictures.$post({ json }));
      ids.set(name, picture._id);
    }
    $progress.set('Importing…');
    const content = withPictureIds(checked.content, (name) => ids.get(name) ?? name);
    const json = { content, checkOnly: false, hashes: [] };
    const { summary } = await readJson(adminApi.content.$post({ json }));
    $checked.set(null);
    return { message: `Imported. ${summary}` };
  });

/** Texts and pictures of a zip within the limits of uploads; other entries are left out. */
async function unpack(file: File): Promise<Files> {
  const { unzipSync } = await zip();
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) =>
        originalSize <= (name === FILE ? MAX_TEXT_BYTES : MAX_PICTURE_BYTES),
    }) as Files;
  } catch {
    throw unusable('This file is no zip that can be read. Please export it again.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable(`${FILE} in this zip cannot be read as JSON.`);
  }
}

function dataUrlOf(name: string, bytes: Uint8Array<ArrayBuffer> | undefined): Promise<string> {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
  const type = `image/${extension === 'jpg' ? 'jpeg' : extension}`;
  return readDataUrl(new Blob([bytes ?? new Uint8Array()], { type }), `${name} could not be read.`);
}

/** Takes gigs, past work and the profile along as one file, or brings them from one. */
export function Content() {
  const progress = useStore($progress);
  const checked = useStore($checked);
  const chooser = useRef<HTMLInputElement>(null);
  const isBusy = progress !== null;
  return (
    <ScreenLayout
      title="Import and export"
      note="All that visitors read, with its pictures, in one zip. People, orders and payments are in backups."
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
          What is imported is a draft until you publish it, beside what is there now.
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
