import type { Migration } from 'kysely/migration';
import {
  alterTable,
  createTable,
  createUniqueIndex,
  ownedBy,
  primaryKey,
  required,
} from './columns.ts';

/** Answers by mail: what takes them, and those of which nobody knows who wrote them. */
export const mailReplies: Migration = {
  async up(db) {
    await alterTable(db, 'messages').addColumn('by_mail', 'text').execute();
    await alterTable(db, 'conversations').addColumn('reply_token', 'text').execute();
    await alterTable(db, 'conversations').addColumn('owner_reply_token', 'text').execute();
    await createUniqueIndex(db, 'conversations', 'reply_token', ['reply_token']);
    await createUniqueIndex(db, 'conversations', 'owner_reply_token', ['owner_reply_token']);
    await createTable(db, 'unproved_answers')
      .addColumn('id', 'text', primaryKey)
      .addColumn('conversation_id', 'text', ownedBy('conversations.id'))
      .addColumn('message_key', 'text', required)
      .addColumn('sender', 'text', required)
      .addColumn('text', 'text', required)
      .addColumn('files', 'text', required)
      .addColumn('reason', 'text', required)
      .addColumn('received_at', 'text', required)
      .addColumn('dismissed_at', 'text')
      .addUniqueConstraint('unproved_answers_message_key', ['conversation_id', 'message_key'])
      .execute();
  },
};
