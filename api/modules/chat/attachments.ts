import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { nameFile } from '../../../db/files/stored-files.ts';
import type { Attachment, Conversation, User } from '../../../db/schema.ts';
import { type TransactionServices, transaction } from '../../../db/transaction.ts';
import { withoutMarks } from '../../platform/characters.ts';
import { DAY, iso, later, MINUTE } from '../../platform/clock.ts';
import { type DrawnFor, drawPicture } from '../../platform/files/draw-picture.ts';
import { DRAWING_SECONDS, FILE_EMPTY } from '../../platform/files/limits.ts';
import { PICTURE_FORMATS } from '../../platform/files/picture-type.ts';
import { ApiError, SIGN_IN_FIRST } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import { isStaff } from '../../platform/roles.ts';
import type { Services } from '../../platform/services.ts';
import { userExists } from '../accounts/queries.ts';
import { holdsMoney } from '../orders/rules.ts';
import { conversationFor, orderFor, requireConversation } from './conversations.ts';
import { type AttachmentDto, toAttachmentDto } from './dto.ts';
import { ATTACHMENT_COLUMNS, type ConversationKey } from './queries.ts';
import {
  ATTACHMENT_FALSE,
  ATTACHMENT_LARGE,
  ATTACHMENT_REFUSED,
  MAX_ATTACHMENT_BYTES,
  MESSAGES_FAST,
  UPLOADS_BEFORE_PAID,
  UPLOADS_FULL,
  UPLOADS_MANY,
  UPLOADS_OF_ORDER,
  UPLOADS_OF_PERSON,
  UPLOADS_OF_QUESTION,
  UPLOADS_UNPAID,
} from './texts.ts';

/** Uploads of a person. */
export const UPLOADS: Limit = { name: 'uploads', most: 30, per: 5 * MINUTE, text: MESSAGES_FAST };

/** Concurrent uploads of a person. Each is held in the memory of this process while it is read and re-encoded. */
export const PARALLEL_UPLOADS = { atOnce: 3, waiting: 20 };

const LONGEST_SIDE = 2_048;
const MAX_FILE_NAME_LENGTH = 120;

/**
 * Stores an upload for a later message. Of a picture a re-encoded one is shown, without metadata and any hidden content;
 * that of a client is kept beside it, for the owner to work with.
 */
export async function upload(
  services: Services,
  who: User,
  file: ConversationKey & { name: string; bytes: Buffer },
): Promise<AttachmentDto> {
  const { db } = services.store;
  const conversation = await conversationForUpload(services, who, file);
  if (file.bytes.length === 0) throw new ApiError(400, FILE_EMPTY);
  if (file.bytes.length > MAX_ATTACHMENT_BYTES) throw new ApiError(413, ATTACHMENT_LARGE);
  const now = services.clock();
  await deleteOldUnsentAttachments(services, later(now, -DAY));
  await assertWithinQuota(db, who, { conversation, bytes: file.bytes.length, now });
  const isOwn = isStaff(who);
  const line = isOwn ? 'owner' : (await isPayer(db, who.id)) ? 'payers' : 'strangers';
  const { bytes, ...read } = await readUpload(file.bytes, nameOf(file.name), {
    ...{ line, person: who.id },
  });
  const shown = await services.files.write(bytes);
  const original =
    read.kind === 'image' && !isOwn ? await services.files.write(file.bytes) : undefined;
  const size = shown.size + (original?.size ?? 0);
  const row = await transaction(services, async (tx) => {
    if (!(await userExists(tx, who.id))) throw new ApiError(401, SIGN_IN_FIRST);
    await lockName(tx, 'uploads');
    // Checked again in the transaction that stores the file, because of concurrent uploads.
    await assertWithinQuota(tx, who, { conversation, bytes: size, now });
    return insertAttachment(tx, {
      ...read,
      file_hash: shown.hash,
      ...(original && { original_hash: original.hash, original_name: nameOf(file.name) }),
      id: newId(),
      conversation_id: conversation.id,
      uploader_id: who.id,
      size,
      created_at: iso(now),
    });
  });
  return toAttachmentDto(row);
}

/** A question before an order, or the conversation of an order, for which a buyer must have paid. */
async function conversationForUpload(
  services: Services,
  who: User,
  { orderId, conversationId }: ConversationKey,
): Promise<Conversation> {
  const known = conversationId
    ? await requireConversation(services, who, { conversationId })
    : undefined;
  if (known?.order_id === null) return known;
  const order = await orderFor(services.store.db, who, known?.order_id ?? orderId ?? '');
  if (who.role !== 'owner' && !holdsMoney(order)) throw new ApiError(409, UPLOADS_UNPAID);
  return conversationFor(services, order);
}

/** Cleans a file name: removes folders, control characters and marks that nobody sees. */
function nameOf(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  let plain = withoutMarks(last.replace(/[\p{Cc}\p{Cs}"<>|:*?]/gu, ''));
  // Windows ignores dots at the end: there `run.bat.` would be `run.bat`.
  while (plain.endsWith('.')) plain = plain.slice(0, -1).trimEnd();
  const dot = plain.lastIndexOf('.');
  const ending = dot > 0 ? plain.slice(dot).slice(0, 12) : '';
  const stem = dot > 0 ? plain.slice(0, dot) : plain;
  return (
    `${stem.slice(0, MAX_FILE_NAME_LENGTH - ending.length)}${ending}`.replace(/^\.+/, '') || 'file'
  );
}

/** What is shown of a picture; a file that is none, or cannot be drawn, stays what it is. */
async function readUpload(bytes: Buffer, name: string, drawnFor: DrawnFor) {
  const mime = await attachmentType(bytes, name);
  const format = FORMATS[mime];
  const size = { width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside' as const };
  const pictures = [{ ...size, as: 'webp' as const, quality: 84 }];
  const drawing = format && { bytes, format, pictures, seconds: DRAWING_SECONDS };
  const [picture] = (drawing && (await drawPicture(drawing, drawnFor)))?.pictures ?? [];
  return picture
    ? { ...picture, kind: 'image' as const, name: `${name.replace(/\.\w+$/, '')}.webp` }
    : { kind: 'file' as const, name, mime, bytes, width: null, height: null };
}

const MB = 1024 * 1024;
const DAILY_BYTES = 200 * MB;
const ORDER_BYTES = 300 * MB;
const QUESTION_BYTES = 20 * MB;
const PERSON_BYTES = 500 * MB;
const PAID_BYTES = 10_000 * MB;
const UNPAID_BYTES = 1_000 * MB;

/**
 * Throws if a quota would be exceeded: 429 for the day, 409 for the conversation or the person, 503 for the whole
 * app. The owner only has the daily quota. Who has paid shares room with others who have, and not with those who have
 * not. Call it in the transaction that stores the file.
 */
async function assertWithinQuota(
  tx: Db,
  who: Pick<User, 'id' | 'role'>,
  file: { conversation: Conversation; bytes: number; now: Date },
): Promise<void> {
  const isOver = async (most: number, of: Parameters<typeof sumUploads>[1]) =>
    (await sumUploads(tx, of)) + file.bytes > most;
  if (await isOver(DAILY_BYTES, { uploaderId: who.id, since: later(file.now, -DAY) })) {
    throw new ApiError(429, UPLOADS_MANY, { retryAfter: DAY / 1000 });
  }
  if (who.role === 'owner') return;
  const { id: conversationId, order_id } = file.conversation;
  const [most, text] = order_id
    ? [ORDER_BYTES, UPLOADS_OF_ORDER]
    : [QUESTION_BYTES, UPLOADS_OF_QUESTION];
  if (await isOver(most, { conversationId, uploaderId: who.id })) throw new ApiError(409, text);
  if (await isPayer(tx, who.id)) {
    if (await isOver(PERSON_BYTES, { uploaderId: who.id }))
      throw new ApiError(409, UPLOADS_OF_PERSON);
    if (await isOver(PAID_BYTES, { isPaid: true })) throw new ApiError(503, UPLOADS_FULL);
  } else {
    if (await isOver(QUESTION_BYTES, { uploaderId: who.id, isPaid: false }))
      throw new ApiError(409, UPLOADS_BEFORE_PAID);
    if (await isOver(UNPAID_BYTES, { isPaid: false })) throw new ApiError(503, UPLOADS_FULL);
  }
}

const listPaidOrders = (db: Db) => db.selectFrom('orders as o').where('o.balance', '>', 0);

const isPayer = async (db: Db, buyerId: string): Promise<boolean> =>
  (await listPaidOrders(db).select('o.id').where('o.buyer_id', '=', buyerId).executeTakeFirst()) !==
  undefined;

const FORMATS: typeof PICTURE_FORMATS = { ...PICTURE_FORMATS, 'image/gif': 'gif' };
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
 * The MIME type of an upload by its content. Throws 415 for a program, and for a file with the name of a
 * picture that is none. Phones name pictures of one kind like those of another.
 */
async function attachmentType(bytes: Buffer, name: string): Promise<string> {
  // Imported on first use, so that an idle app needs less memory.
  const { fileTypeFromBuffer } = await import('file-type');
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? textOrBytes(bytes);
  if (PICTURE_NAME.test(name) && !mime.startsWith('image/'))
    throw new ApiError(415, ATTACHMENT_FALSE);
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  if (PROGRAMS.test(mime) || RUNS.has(ending)) throw new ApiError(415, ATTACHMENT_REFUSED);
  return mime;
}

function textOrBytes(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? 'application/octet-stream' : 'text/plain';
  } catch {
    return 'application/octet-stream';
  }
}

export async function insertAttachment(tx: Db, row: Insertable<Attachment>) {
  for (const hash of [row.file_hash, row.original_hash]) if (hash) await nameFile(tx, { hash });
  return tx
    .insertInto('attachments')
    .values(row)
    .returning(ATTACHMENT_COLUMNS)
    .executeTakeFirstOrThrow();
}

/**
 * Attaches uploads to their message in this order and returns their number. Skips uploads of other people or
 * conversations, and those that already have a message.
 */
export async function bindAttachments(
  tx: Db,
  ids: string[],
  to: { conversationId: string; uploaderId: string; messageId: string },
): Promise<number> {
  let bound = 0;
  for (const [position, id] of ids.entries()) {
    const { numUpdatedRows } = await tx
      .updateTable('attachments')
      .set({ message_id: to.messageId, position })
      .where('id', '=', id)
      .where('conversation_id', '=', to.conversationId)
      .where('uploader_id', '=', to.uploaderId)
      .where('message_id', 'is', null)
      .executeTakeFirst();
    bound += Number(numUpdatedRows);
  }
  return bound;
}

/** Finds a file if this person takes part in its conversation. */
export function findAttachmentOf(db: Db, who: Pick<User, 'id' | 'role'>, id: string) {
  const rows = db
    .selectFrom('attachments as a')
    .innerJoin('conversations as c', 'c.id', 'a.conversation_id')
    .innerJoin('files as shown', 'shown.hash', 'a.file_hash')
    .leftJoin('files as original', 'original.hash', 'a.original_hash')
    .select(['a.id', 'a.kind', 'a.name', 'a.mime', 'a.original_name'])
    .select(['shown.hash', 'shown.size'])
    .select(['original.hash as originalHash', 'original.size as originalSize'])
    .where('a.id', '=', id);
  return (who.role === 'owner' ? rows : rows.where('c.buyer_id', '=', who.id)).executeTakeFirst();
}

/**
 * Sums the stored bytes of a person, of a conversation or since a time. `isPaid`: in the conversations of people who have
 * paid, or what the others have sent.
 */
async function sumUploads(
  db: Db,
  of: { uploaderId?: string; conversationId?: string; since?: string; isPaid?: boolean },
): Promise<number> {
  const { uploaderId, conversationId, since, isPaid } = of;
  let rows = db
    .selectFrom('attachments as a')
    .select(({ fn }) => fn.sum<number | null>('a.size').as('sum'));
  if (uploaderId) rows = rows.where('a.uploader_id', '=', uploaderId);
  if (since) rows = rows.where('a.created_at', '>', since);
  if (conversationId) rows = rows.where('a.conversation_id', '=', conversationId);
  if (isPaid !== undefined) {
    const buyers = listPaidOrders(db).select('o.buyer_id');
    rows = rows.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('conversations as c')
          .select('c.id')
          .whereRef('c.id', '=', 'a.conversation_id')
          // The owner, who takes part in each, has no quota but the daily one.
          .$if(!isPaid, (part) => part.whereRef('c.buyer_id', '=', 'a.uploader_id'))
          .where('c.buyer_id', isPaid ? 'in' : 'not in', buyers),
      ),
    );
  }
  const { sum } = await rows.executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Deletes uploads whose message was never sent. */
const deleteOldUnsentAttachments = (services: TransactionServices, before: string) =>
  transaction(services, (tx) =>
    tx
      .deleteFrom('attachments')
      .where('message_id', 'is', null)
      .where('created_at', '<', before)
      .execute(),
  );
