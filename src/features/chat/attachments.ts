import { atom } from 'nanostores';
import type { AttachmentDto } from '../../../api/modules/chat/dto.ts';
import { ATTACHMENT_LARGE, MAX_ATTACHMENT_BYTES } from '../../../api/modules/chat/texts.ts';
import {
  ATTACHMENTS_MANY,
  FILE_EMPTY,
  MAX_ATTACHMENTS,
} from '../../../api/platform/files/limits.ts';
import { toast } from '../../components/toast.ts';
import { messageOf, readJson, sendRequest } from '../../lib/api.ts';

/** A file chosen for a message or a request. */
interface ChosenFile {
  key: string;
  name: string;
  state: 'uploading' | 'ready';
  attachment?: AttachmentDto;
}

/** The order or the question whose conversation gets the files. */
export type UploadTarget = { orderId: string } | { conversationId: string };

export type ChosenFiles = ReturnType<typeof createChosenFiles>;

/** Files that are chosen for one message or request, and uploaded at once. */
export function createChosenFiles() {
  const $files = atom<ChosenFile[]>([]);
  const remove = (key: string): void => $files.set($files.get().filter((each) => each.key !== key));

  async function add(target: UploadTarget, file: File): Promise<void> {
    const problem = problemOf(file, $files.get().length);
    if (problem) return void toast('error', problem);
    const key = crypto.randomUUID();
    $files.set([...$files.get(), { key, name: file.name, state: 'uploading' }]);
    try {
      const attachment = await upload(target, file);
      const ready = { state: 'ready' as const, attachment };
      $files.set($files.get().map((each) => (each.key === key ? { ...each, ...ready } : each)));
    } catch (error) {
      remove(key);
      void toast('error', messageOf(error));
    }
  }

  return {
    $files,
    remove,
    async attach(target: UploadTarget, files: Iterable<File>): Promise<void> {
      await Promise.all([...files].map((file) => add(target, file)));
    },
    /** Removes the chosen files and returns those that are uploaded. */
    take(): AttachmentDto[] {
      const ready = $files.get().flatMap((each) => each.attachment ?? []);
      $files.set([]);
      return ready;
    },
  };
}

/** The files for the next message of the open conversation. */
export const messageFiles = createChosenFiles();

export function problemOf(file: File, chosen: number): string | null {
  if (chosen >= MAX_ATTACHMENTS) return ATTACHMENTS_MANY;
  if (file.size === 0) return FILE_EMPTY;
  return file.size > MAX_ATTACHMENT_BYTES ? ATTACHMENT_LARGE : null;
}

export async function upload(target: UploadTarget, file: File): Promise<AttachmentDto> {
  const query = new URLSearchParams({ ...target, name: file.name });
  const answer = sendRequest(`/api/v1/communicate/attachment?${query}`, {
    method: 'POST',
    body: file,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  const { data } = (await readJson(answer as ReturnType<typeof sendRequest>)) as {
    data: AttachmentDto;
  };
  return data;
}
