import type { Db } from '../../../db/connect.ts';
import type { User } from '../../../db/schema.ts';
import type { TransactionServices } from '../../../db/transaction.ts';
import { deleteAttachments } from './attachments.ts';
import { cancelAwayEmails } from './away-email.ts';

/** What a person has written, as they take it along. */
export async function exportMessages(db: Db, user: User) {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['order_id', 'text', 'messages.created_at'])
    .where('sender_id', '=', user.id)
    .orderBy('conversations.created_at')
    .orderBy('conversation_id')
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ orderId: row.order_id, text: row.text, createdAt: row.created_at }));
}

export const exportAttachments = (db: Db, user: User) =>
  db
    .selectFrom('attachments')
    .select(['name', 'mime', 'size', 'created_at as createdAt'])
    .where('uploader_id', '=', user.id)
    .orderBy('created_at')
    .execute();

const GONE = 'This message left with its account.';

/** The talk keeps its shape for the other side; the words go, from mail that still waits as well. */
export async function eraseMessages(tx: Db, user: User): Promise<void> {
  await tx.updateTable('messages').set({ text: GONE }).where('sender_id', '=', user.id).execute();
  const talks = await tx
    .selectFrom('conversations')
    .select('id')
    .where('buyer_id', '=', user.id)
    .execute();
  for (const { id } of talks) await cancelAwayEmails(tx, id);
}

/** What was uploaded since `dropAttachmentsOf`. */
export const eraseAttachments = (tx: Db, user: User) =>
  tx.deleteFrom('attachments').where('uploader_id', '=', user.id).execute();

export async function dropAttachmentsOf(services: TransactionServices, user: User): Promise<void> {
  const { db } = services.store;
  const files = db.selectFrom('attachments').select('id').where('uploader_id', '=', user.id);
  await deleteAttachments(services, await files.execute());
}
