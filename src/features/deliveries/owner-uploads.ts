import { atom } from 'nanostores';
import type { DetailedError, Upload, UploadOptions } from 'tus-js-client';
import {
  FILE_REFUSED,
  MAX_FILE_BYTES,
  PIECE_BYTES,
  uploadMissing,
} from '../../../api/modules/deliveries/rules.ts';
import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import { FILE_EMPTY } from '../../../api/platform/files/limits.ts';
import { toast } from '../../components/toast.ts';
import { xsrfToken } from '../../lib/api.ts';
import { $order, openOrder } from '../orders/owner-orders-store.ts';

const AT_ONCE = 4;
/** Counted anew after each piece that arrives. */
const RETRY_AFTER_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 30_000, 30_000];
const LINE_LOST = 'The connection was lost. It goes on when there is one again.';
const FAILED = 'This file could not be uploaded. Please try again.';

/** A file that was chosen in this tab. */
export interface ChosenFile {
  key: string;
  orderId: string;
  file: File;
  state: 'waiting' | 'uploading' | 'failed' | 'uploaded';
  sent: number;
  /** Why it failed. */
  problem?: string;
  /** Where what has arrived of it is. */
  url: string | null;
}

/** Stays until nothing is on its way any more, so that what is uploaded counts. */
export const $chosenFiles = atom<ChosenFile[]>([]);
/** The order that is delivered when its files are uploaded. */
export const $deliversNext = atom<string | null>(null);

const running = new Map<string, Upload>();

type Known = AdminOrderDto['uploads'][number];

/** The same for a file that is chosen again. */
export const keyOf = (orderId: string, { name, size, modified }: Omit<Known, '_id' | 'received'>) =>
  JSON.stringify([orderId, name, size, modified]);

export const pathOf = (orderId: string): string => `/api/v1/desk/orders/${orderId}/uploads`;
export const isOnItsWay = ({ state }: ChosenFile): boolean =>
  state === 'waiting' || state === 'uploading';

/** Uploads files beside those that are on their way; one of which a part has arrived goes on from there. */
export function uploadFiles(
  { _id: orderId, uploads }: AdminOrderDto,
  files: readonly File[],
): void {
  for (const file of files) {
    const refused = file.size > MAX_FILE_BYTES ? FILE_REFUSED : file.size === 0 && FILE_EMPTY;
    if (refused) {
      void toast('error', `${file.name}: ${refused}`);
      continue;
    }
    const { name, size, lastModified } = file;
    const key = keyOf(orderId, { name, size, modified: `${lastModified}` });
    const known = uploads.find((each) => keyOf(orderId, each) === key);
    const url = known ? `${pathOf(orderId)}/${known._id}` : null;
    const others = $chosenFiles.get();
    const same = others.find((each) => each.key === key);
    if (same?.state === 'failed') change(key, { state: 'waiting' });
    else if (!same || same.state === 'uploaded')
      $chosenFiles.set([
        ...others.filter((each) => each !== same),
        { key, orderId, file, state: 'waiting', sent: 0, url },
      ]);
  }
  startNext();
}

const change = (key: string, to: Partial<ChosenFile>) =>
  $chosenFiles.set(
    $chosenFiles.get().map((each) => (each.key === key ? { ...each, ...to } : each)),
  );

function startNext(): void {
  const chosen = $chosenFiles.get();
  const places = AT_ONCE - chosen.filter(({ state }) => state === 'uploading').length;
  for (const next of chosen.filter(({ state }) => state === 'waiting').slice(0, places))
    void start(next).catch(() => change(next.key, { state: 'failed', problem: FAILED }));
  if (chosen.length > 0 && !chosen.some(isOnItsWay))
    $chosenFiles.set(chosen.filter(({ state }) => state === 'failed'));
}

const CALLS: UploadOptions = {
  retryDelays: RETRY_AFTER_MS,
  onBeforeRequest(request) {
    request.setHeader('X-XSRF-TOKEN', xsrfToken());
    if (request.getMethod() !== 'PATCH') request.setHeader('Content-Type', 'application/json');
  },
  onShouldRetry: (error) => isPassing(error),
};

async function start({ key, orderId, file, url }: ChosenFile): Promise<void> {
  change(key, { state: 'uploading' });
  const tus = await import('tus-js-client');
  if (!$chosenFiles.get().some((each) => each.key === key)) return;
  const upload = new tus.Upload(file, {
    endpoint: pathOf(orderId),
    uploadUrl: url,
    chunkSize: PIECE_BYTES,
    ...CALLS,
    // The server knows what has arrived, for every browser.
    storeFingerprintForResuming: false,
    metadata: { name: file.name, modified: `${file.lastModified}` },
    onUploadUrlAvailable: () => change(key, { url: upload.url }),
    onProgress: (sent) => change(key, { sent }),
    onSuccess: () => end(key, { state: 'uploaded', sent: file.size }),
    onError: (error) => end(key, { state: 'failed', problem: problemOf(error) }),
  });
  running.set(key, upload);
  upload.start();

  function end(of: string, as: Partial<ChosenFile>) {
    running.delete(of);
    change(of, as);
    startNext();
    reload(orderId);
  }
}

const statusOf = (error: Error): number =>
  (error as DetailedError).originalResponse?.getStatus() ?? 0;

/** No answer, a server that cannot just now, or a piece that is there already. */
function isPassing(error: DetailedError): boolean {
  const status = statusOf(error);
  return (
    status === 0 ||
    status >= 500 ||
    (status === 409 && error.originalRequest?.getMethod() === 'PATCH')
  );
}

function problemOf(error: Error): string {
  if (statusOf(error) === 0) return LINE_LOST;
  try {
    return JSON.parse((error as DetailedError).originalResponse?.getBody() ?? '').message;
  } catch {
    return FAILED;
  }
}

/** Shows what has become of the files. */
function reload(orderId: string): void {
  const shown = $order.get();
  if (shown.state === 'loaded' && shown.value._id === orderId) void openOrder(orderId);
}

export function tryAgain(key: string): void {
  change(key, { state: 'waiting' });
  startNext();
}

/** Takes a file out, with what has arrived of it. */
export async function cancelUpload({ key, orderId }: ChosenFile): Promise<void> {
  const url = $chosenFiles.get().find((each) => each.key === key)?.url;
  await running.get(key)?.abort();
  running.delete(key);
  $chosenFiles.set($chosenFiles.get().filter((each) => each.key !== key));
  startNext();
  if (url) await giveUp(orderId, url);
}

/** Removes what has arrived of a file. */
export async function giveUp(orderId: string, url: string): Promise<void> {
  const { Upload } = await import('tus-js-client');
  await Upload.terminate(url, CALLS).catch((error: Error) => {
    if (statusOf(error) !== 404) void toast('error', problemOf(error));
  });
  reload(orderId);
}

/** Delivers once nothing is on its way any more, unless a file is missing then. */
export async function deliverWhenUploaded(
  orderId: string,
  deliver: () => Promise<boolean>,
): Promise<boolean> {
  $deliversNext.set(orderId);
  const missing = await filesEnd(orderId);
  if ($deliversNext.get() !== orderId) return false;
  $deliversNext.set(null);
  if (!missing) return deliver();
  void toast('error', uploadMissing(missing.file.name));
  return false;
}

/** Waits until no file of an order is on its way; returns one that failed. */
async function filesEnd(orderId: string): Promise<ChosenFile | undefined> {
  const files = () => $chosenFiles.get().filter((each) => each.orderId === orderId);
  while (files().some(isOnItsWay))
    await new Promise<void>((changed) => {
      const stop = $chosenFiles.listen(() => {
        stop();
        changed();
      });
    });
  return files().find(({ state }) => state === 'failed');
}

if (typeof window !== 'undefined') {
  addEventListener('online', () => {
    for (const { key, problem } of $chosenFiles.get()) if (problem === LINE_LOST) tryAgain(key);
  });
  addEventListener('beforeunload', (event) => {
    if ($chosenFiles.get().some(isOnItsWay)) event.preventDefault();
  });
}
