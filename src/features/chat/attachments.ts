import { atom } from 'nanostores';
import type { AttachmentDto } from '../../../api/modules/chat/dto.ts';
import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '../../../api/modules/chat/limits.ts';
import {
  ATTACHMENT_EMPTY,
  ATTACHMENT_LARGE,
  ATTACHMENTS_MANY,
} from '../../../api/modules/chat/texts.ts';
import { toast } from '../../components/toast.ts';
import { messageOf, readJson, sendRequest } from '../../lib/api.ts';

/** A file chosen for the next message. */
interface ChosenFile {
  key: string;
  name: string;
  state: 'uploading' | 'ready';
  attachment?: AttachmentDto;
}

export const $attachedFiles = atom<ChosenFile[]>([]);

export const removeChosenFile = (key: string): void =>
  $attachedFiles.set($attachedFiles.get().filter((each) => each.key !== key));

export async function attachFiles(orderId: string, files: Iterable<File>): Promise<void> {
  await Promise.all([...files].map((file) => add(orderId, file)));
}

async function add(orderId: string, file: File): Promise<void> {
  const problem = problemOf(file);
  if (problem) return void toast('error', problem);
  const key = crypto.randomUUID();
  $attachedFiles.set([...$attachedFiles.get(), { key, name: file.name, state: 'uploading' }]);
  try {
    const attachment = await upload(orderId, file);
    $attachedFiles.set(
      $attachedFiles
        .get()
        .map((each) =>
          each.key === key ? { ...each, state: 'ready' as const, attachment } : each,
        ),
    );
  } catch (error) {
    removeChosenFile(key);
    void toast('error', messageOf(error));
  }
}

function problemOf(file: File): string | null {
  if ($attachedFiles.get().length >= MAX_ATTACHMENTS) return ATTACHMENTS_MANY;
  if (file.size === 0) return ATTACHMENT_EMPTY;
  return file.size > MAX_ATTACHMENT_BYTES ? ATTACHMENT_LARGE : null;
}

async function upload(orderId: string, file: File): Promise<AttachmentDto> {
  const query = new URLSearchParams({ orderId, name: file.name });
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

/** Removes the chosen files and returns those that are uploaded. */
export function takeUploadedFiles(): AttachmentDto[] {
  const ready = $attachedFiles.get().flatMap((each) => each.attachment ?? []);
  $attachedFiles.set([]);
  return ready;
}
