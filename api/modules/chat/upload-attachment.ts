import { lockName } from '../../../db/engine.ts';
import type { User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { DAY, iso, later } from '../../platform/clock.ts';
import { MAX_PIXELS, queueImageWork } from '../../platform/files/image-queue.ts';
import { ApiError, SIGN_IN_FIRST } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { userExists } from '../accounts/queries.ts';
import { holdsMoney } from '../orders/rules.ts';
import { attachmentType, isPicture } from './attachment-type.ts';
import { deleteOldUnsentAttachments, insertAttachment } from './attachments.ts';
import { conversationFor, orderFor } from './conversations.ts';
import { type AttachmentDto, toAttachmentDto } from './dto.ts';
import { MAX_ATTACHMENT_BYTES } from './limits.ts';
import {
  ATTACHMENT_EMPTY,
  ATTACHMENT_LARGE,
  ATTACHMENT_UNREADABLE,
  UPLOADS_UNPAID,
} from './texts.ts';
import { assertWithinQuota } from './upload-quotas.ts';

const LONGEST_SIDE = 2_048;
const MAX_FILE_NAME_LENGTH = 120;

/**
 * Stores an upload for a later message. Pictures are re-encoded, which removes metadata and any hidden
 * content.
 */
export async function upload(
  services: Services,
  who: User,
  file: { orderId: string; name: string; bytes: Buffer },
): Promise<AttachmentDto> {
  const { db } = services.store;
  const order = await orderFor(db, who, file.orderId);
  if (who.role !== 'owner' && !holdsMoney(order)) throw new ApiError(409, UPLOADS_UNPAID);
  if (file.bytes.length === 0) throw new ApiError(400, ATTACHMENT_EMPTY);
  if (file.bytes.length > MAX_ATTACHMENT_BYTES) throw new ApiError(413, ATTACHMENT_LARGE);
  const now = services.clock();
  await deleteOldUnsentAttachments(services, later(now, -DAY));
  await assertWithinQuota(db, who, { orderId: order.id, bytes: file.bytes.length, now });
  const stored = await read(file.bytes, nameOf(file.name));
  const conversation = await conversationFor(services, order);
  const size = stored.bytes.length;
  const row = await transaction(services, async (tx) => {
    if (!(await userExists(tx, who.id))) throw new ApiError(401, SIGN_IN_FIRST);
    await lockName(tx, 'uploads');
    // Checked again in the transaction that stores the file, because of concurrent uploads.
    await assertWithinQuota(tx, who, { orderId: order.id, bytes: size, now });
    return insertAttachment(tx, {
      ...stored,
      id: newId(),
      conversation_id: conversation.id,
      uploader_id: who.id,
      size,
      created_at: iso(now),
    });
  });
  return toAttachmentDto(row);
}

/** Cleans a file name: removes folders, control characters and text-direction characters. */
function nameOf(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  let plain = last.replace(/[\p{Cc}\p{Cf}"<>|:*?]/gu, '').trim();
  // Windows ignores dots at the end: there `run.bat.` would be `run.bat`.
  while (plain.endsWith('.')) plain = plain.slice(0, -1).trimEnd();
  const dot = plain.lastIndexOf('.');
  const ending = dot > 0 ? plain.slice(dot).slice(0, 12) : '';
  const stem = dot > 0 ? plain.slice(0, dot) : plain;
  return (
    `${stem.slice(0, MAX_FILE_NAME_LENGTH - ending.length)}${ending}`.replace(/^\.+/, '') || 'file'
  );
}

async function read(bytes: Buffer, name: string) {
  const mime = await attachmentType(bytes, name);
  if (isPicture(mime)) return queueImageWork(() => readPicture(bytes, name));
  return { kind: 'file' as const, name, mime, bytes, width: null, height: null };
}

async function readPicture(bytes: Buffer, name: string) {
  const { default: sharp } = await import('sharp');
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1 })
      .rotate()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84 })
      .toBuffer({ resolveWithObject: true });
    return {
      kind: 'image' as const,
      name: `${name.replace(/\.\w+$/, '')}.webp`,
      mime: 'image/webp',
      bytes: data,
      width: info.width,
      height: info.height,
    };
  } catch {
    throw new ApiError(415, ATTACHMENT_UNREADABLE);
  }
}
