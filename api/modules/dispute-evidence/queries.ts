import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { DisputeDocument } from '../../../db/schema.ts';

/** Lists the documents of disputes in order, without their bytes. */
export const listDocuments = (db: Db, disputeIds: string[]) =>
  db
    .selectFrom('dispute_documents')
    .select(['id', 'dispute_id', 'kind', 'title', 'provider_id'])
    .where('dispute_id', 'in', disputeIds)
    .orderBy('position')
    .execute();

export const findDocument = (db: Db, disputeId: string, id: string) =>
  db
    .selectFrom('dispute_documents')
    .selectAll()
    .where('dispute_id', '=', disputeId)
    .where('id', '=', id)
    .executeTakeFirst();

export async function replaceDocuments(
  tx: Db,
  disputeId: string,
  documents: Insertable<DisputeDocument>[],
): Promise<void> {
  await tx.deleteFrom('dispute_documents').where('dispute_id', '=', disputeId).execute();
  await tx.insertInto('dispute_documents').values(documents).execute();
}

/** Stores the provider's id of an uploaded document. Does nothing if the document has been replaced. */
export const markUploaded = (tx: Db, id: string, providerId: string) =>
  tx
    .updateTable('dispute_documents')
    .set({ provider_id: providerId })
    .where('id', '=', id)
    .execute();

export const setSummary = (tx: Db, id: string, summary: string) =>
  tx.updateTable('disputes').set({ summary }).where('id', '=', id).execute();

export const markPrepared = (tx: Db, id: string, now: string) =>
  tx.updateTable('disputes').set({ prepared_at: now }).where('id', '=', id).execute();

/** The newest messages of an order's conversation, oldest first, with sender and files. */
export async function listNewestMessages(db: Db, orderId: string, limit: number) {
  const messages = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .innerJoin('users', 'users.id', 'messages.sender_id')
    .select(['messages.id', 'messages.text', 'messages.created_at', 'messages.seen_at'])
    .select('messages.by_mail')
    .select(['users.name', 'users.role'])
    .where('conversations.order_id', '=', orderId)
    .orderBy('messages.seq', 'desc')
    .limit(limit)
    .execute();
  const files = await db
    .selectFrom('attachments')
    .innerJoin('messages', 'messages.id', 'attachments.message_id')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['attachments.message_id', 'attachments.name'])
    .where('conversations.order_id', '=', orderId)
    .where('messages.created_at', '>=', messages.at(-1)?.created_at ?? '')
    .execute();
  return messages
    .map((message) => ({
      ...message,
      files: files.filter((file) => file.message_id === message.id).map(({ name }) => name),
    }))
    .toReversed();
}

export const countMessages = async (db: Db, orderId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('conversations.order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return Number(count);
};
