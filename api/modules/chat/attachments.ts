import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Attachment, User } from '../../../db/schema.ts';
import type { TransactionServices } from '../../../db/transaction.ts';
import { deleteFiles } from '../../platform/files/stored-file.ts';

const ATTACHMENT_COLUMNS = [
  'id',
  'message_id',
  'kind',
  'name',
  'mime',
  'size',
  'width',
  'height',
] as const;

export type AttachmentDetails = Pick<Attachment, (typeof ATTACHMENT_COLUMNS)[number]>;

export const insertAttachment = (tx: Db, row: Insertable<Attachment>) =>
  tx.insertInto('attachments').values(row).returning(ATTACHMENT_COLUMNS).executeTakeFirstOrThrow();

export const listAttachments = (db: Db, messageIds: string[]): Promise<AttachmentDetails[]> =>
  messageIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('attachments')
        .select(ATTACHMENT_COLUMNS)
        .where('message_id', 'in', messageIds)
        .orderBy('position')
        .orderBy('created_at')
        .orderBy('id')
        .execute();

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
    .select(['a.id', 'a.kind', 'a.name', 'a.mime'])
    .select(sql<number>`octet_length(a.bytes)`.as('length'))
    .where('a.id', '=', id);
  return (who.role === 'owner' ? rows : rows.where('c.buyer_id', '=', who.id)).executeTakeFirst();
}

/** Sums the stored bytes of a person, of an order or since a time; of all uploads without a filter. */
export async function sumUploads(
  db: Db,
  of: { uploaderId?: string; orderId?: string; since?: string },
): Promise<number> {
  const { uploaderId, orderId, since } = of;
  let rows = db
    .selectFrom('attachments')
    .select(({ fn }) => fn.sum<number | null>('size').as('sum'));
  if (uploaderId) rows = rows.where('uploader_id', '=', uploaderId);
  if (since) rows = rows.where('created_at', '>', since);
  if (orderId) {
    rows = rows.where('conversation_id', '=', (eb) =>
      eb.selectFrom('conversations').select('id').where('order_id', '=', orderId),
    );
  }
  const { sum } = await rows.executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Deletes uploads whose message was never sent. */
export async function deleteOldUnsentAttachments(services: TransactionServices, before: string) {
  const loose = await services.store.db
    .selectFrom('attachments')
    .select('id')
    .where('message_id', 'is', null)
    .where('created_at', '<', before)
    .execute();
  await deleteFiles(services, 'attachments', loose);
}
