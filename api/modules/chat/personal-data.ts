import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import type { TransactionServices } from '../../../db/transaction.ts';
import { deleteFiles } from '../../platform/files/stored-file.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { cancelUnreadMessageEmails } from './unread-message-email.ts';

/** The conversation of an order is part of the accounting records: it is not deleted, but its texts are. */
export const personalData: PersonalData = {
  tables: ['conversations', 'attachments', 'messages', 'unproved_answers'],
  export: async (db, user) => ({
    files: await exportAttachments(db, user),
    messages: await exportMessages(db, user),
  }),
  async erase(tx, user) {
    // Deletes files that were uploaded after `eraseFiles` ran.
    await tx.deleteFrom('attachments').where('uploader_id', '=', user.id).execute();
    await eraseMessages(tx, user);
    await eraseQuestions(tx, user);
  },
  eraseFiles: eraseAttachments,
  clients: (db) => db.selectFrom('conversations').select('buyer_id').$asScalar(),
};

const exportMessages = (db: Db, user: User) =>
  db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select([
      'order_id as orderId',
      'text',
      'by_mail as byMail',
      'messages.created_at as createdAt',
    ])
    .where('sender_id', '=', user.id)
    .orderBy('conversations.created_at')
    .orderBy('conversation_id')
    .orderBy('seq')
    .execute();

const exportAttachments = (db: Db, user: User) =>
  db
    .selectFrom('attachments')
    .select(['name', 'mime', 'size', 'created_at as createdAt'])
    .where('uploader_id', '=', user.id)
    .orderBy('created_at')
    .execute();

const GONE = 'This message left with its account.';

/**
 * Replaces the text of a person's messages and cancels waiting e-mails that quote it. The other person can
 * still open the conversation.
 */
async function eraseMessages(tx: Db, user: User): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ text: GONE, by_mail: null })
    .where('sender_id', '=', user.id)
    .execute();
  // Not exported before: nobody knows whether the person wrote them.
  await tx
    .deleteFrom('unproved_answers')
    .where('conversation_id', 'in', (eb) =>
      eb.selectFrom('conversations').select('id').where('buyer_id', '=', user.id),
    )
    .execute();
  await tx
    .updateTable('conversations')
    .set({ reply_token: null, owner_reply_token: null })
    .where('buyer_id', '=', user.id)
    .execute();
  const conversations = await tx
    .selectFrom('conversations')
    .select('id')
    .where('buyer_id', '=', user.id)
    .execute();
  for (const { id } of conversations) await cancelUnreadMessageEmails(tx, id);
}

/** Deletes questions without an order completely: nothing refers to them. */
async function eraseQuestions(tx: Db, user: User): Promise<void> {
  const questions = tx
    .selectFrom('conversations')
    .select('id')
    .where('buyer_id', '=', user.id)
    .where('order_id', 'is', null);
  await tx.deleteFrom('attachments').where('conversation_id', 'in', questions).execute();
  await tx.deleteFrom('messages').where('conversation_id', 'in', questions).execute();
  await tx
    .deleteFrom('conversations')
    .where('buyer_id', '=', user.id)
    .where('order_id', 'is', null)
    .execute();
}

async function eraseAttachments(services: TransactionServices, user: User): Promise<void> {
  const { db } = services.store;
  const files = db.selectFrom('attachments').select('id').where('uploader_id', '=', user.id);
  await deleteFiles(services, 'attachments', await files.execute());
}
