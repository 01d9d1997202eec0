import type { Db } from '../../db/connect.ts';
import type { User } from '../../db/schema.ts';

/** What a person has written, as they take it along. */
export async function readMessages(db: Db, user: User) {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['order_id', 'text', 'messages.created_at'])
    .where('sender_id', '=', user.id)
    .orderBy('messages.created_at')
    .execute();
  return rows.map((row) => ({ orderId: row.order_id, text: row.text, createdAt: row.created_at }));
}

export const readAttachments = (db: Db, user: User) =>
  db
    .selectFrom('attachments')
    .select(['name', 'mime', 'size', 'created_at as createdAt'])
    .where('uploader_id', '=', user.id)
    .orderBy('created_at')
    .execute();

const GONE = 'This message left with its account.';

/** The talk keeps its shape for the other side; the words go. */
export const forgetMessages = (tx: Db, user: User) =>
  tx.updateTable('messages').set({ text: GONE }).where('sender_id', '=', user.id).execute();

export const forgetAttachments = (tx: Db, user: User) =>
  tx.deleteFrom('attachments').where('uploader_id', '=', user.id).execute();
