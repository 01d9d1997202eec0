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
import { deleteOldUnsentAttachments, insertAttachment } from './attachments.ts';
import { conversationFor, orderFor } from './conversations.ts';
import { type AttachmentDto, toAttachmentDto } from './dto.ts';
import { MAX_ATTACHMENT_BYTES } from './limits.ts';
import {
  ATTACHMENT_EMPTY,
  ATTACHMENT_FALSE,
  ATTACHMENT_LARGE,
  ATTACHMENT_REFUSED,
  ATTACHMENT_UNREADABLE,
  UPLOADS_UNPAID,
} from './texts.ts';
import { assertRoom } from './upload-quotas.ts';

const LONGEST_SIDE = 2_048;
const MAX_FILE_NAME_LENGTH = 120;
const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];
const PICTURE_NAME = /\.(jpe?g|png|webp|avif|gif)$/i;
const PROGRAMS =
  /^application\/(x-msdownload|x-elf|x-mach-binary|x-msi|x-ms-shortcut|java-vm|vnd\.android\.package-archive|x-shockwave-flash)$/;

/** File extensions that some operating system runs on a double click. */
const RUNS = new Set(
  [
    'ade adp apk app appref-ms appx appxbundle bat cab chm cmd com command cpl desktop diagcab',
    'diagcfg diagpkg dll dmg exe gadget hta img inf ins iso isp jar jnlp js jse lib lnk mde mjs msc',
    'msi msix msixbundle msp mst nsh pif ps1 ps1xml ps2 psc1 psm1 reg scf scr sct sh shb sys url vb',
    'vbe vbs vhd vhdx vxd wsc wsf wsh xll',
  ].flatMap((line) => line.split(' ')),
);

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
  await assertRoom(db, who, { orderId: order.id, bytes: file.bytes.length, now });
  const stored = await read(file.bytes, nameOf(file.name));
  const conversation = await conversationFor(services, order);
  const size = stored.bytes.length;
  const row = await transaction(services, async (tx) => {
    if (!(await userExists(tx, who.id))) throw new ApiError(401, SIGN_IN_FIRST);
    await lockName(tx, 'uploads');
    // Checked again in the transaction that stores the file, because of concurrent uploads.
    await assertRoom(tx, who, { orderId: order.id, bytes: size, now });
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
  // Imported on first use, so that an idle app needs less memory.
  const { fileTypeFromBuffer } = await import('file-type');
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? textOrBytes(bytes);
  if (PICTURES.includes(mime)) return queueImageWork(() => readPicture(bytes, name));
  if (PICTURE_NAME.test(name)) throw new ApiError(415, ATTACHMENT_FALSE);
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  if (PROGRAMS.test(mime) || RUNS.has(ending)) throw new ApiError(415, ATTACHMENT_REFUSED);
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

function textOrBytes(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? 'application/octet-stream' : 'text/plain';
  } catch {
    return 'application/octet-stream';
  }
}
