import { sql } from 'kysely';
import {
  checked,
  columnTypes,
  count,
  createIndex,
  createTable,
  createUniqueIndex,
  mayReferTo,
  ownedBy,
  primaryKey,
  refersTo,
  required,
  type SchemaEditor,
} from '../columns.ts';

/** Conversations, the quotes in them, and notifications. */
export async function createConversations(db: SchemaEditor): Promise<void> {
  await createTable(db, 'conversations')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', (column) => mayReferTo('orders.id')(column).unique())
    .addColumn('gig_id', 'text', mayReferTo('gigs.id'))
    .addColumn('buyer_id', 'text', refersTo('users.id'))
    .addColumn('last_message_id', 'text')
    .addColumn('last_message_at', 'text')
    .addColumn('last_message_seq', 'integer', count)
    .addColumn('waits_since', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('reply_token', 'text')
    .addColumn('owner_reply_token', 'text')
    .execute();
  await createIndex(db, 'conversations', 'latest', ['last_message_seq']);
  await createIndex(
    db,
    'conversations',
    'questions',
    ['buyer_id', 'last_message_seq'],
    sql`order_id is null`,
  );
  await createIndex(db, 'conversations', 'buyer', ['buyer_id', 'last_message_at']);
  await createIndex(db, 'conversations', 'waiting', ['waits_since'], sql`waits_since is not null`);
  await createUniqueIndex(db, 'conversations', 'reply_token', ['reply_token']);
  await createUniqueIndex(db, 'conversations', 'owner_reply_token', ['owner_reply_token']);

  await createTable(db, 'messages')
    .addColumn('id', 'text', primaryKey)
    .addColumn('conversation_id', 'text', refersTo('conversations.id'))
    .addColumn('sender_id', 'text', refersTo('users.id'))
    .addColumn('client_id', 'text', required)
    .addColumn('seq', 'integer', count)
    .addColumn('text', 'text', required)
    .addColumn('seen_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('by_mail', 'text')
    .addUniqueConstraint('messages_conversation_id_sender_id_client_id', [
      'conversation_id',
      'sender_id',
      'client_id',
    ])
    .execute();
  await createIndex(
    db,
    'messages',
    'unseen',
    ['conversation_id', 'sender_id'],
    sql`seen_at is null`,
  );
  await createUniqueIndex(db, 'messages', 'order', ['conversation_id', 'seq']);

  await createTable(db, 'attachments')
    .addColumn('id', 'text', primaryKey)
    .addColumn('conversation_id', 'text', refersTo('conversations.id'))
    .addColumn('uploader_id', 'text', refersTo('users.id'))
    .addColumn('message_id', 'text', mayReferTo('messages.id'))
    .addColumn('position', 'integer', count)
    .addColumn('kind', 'text', checked(sql`kind in ('image', 'file')`))
    .addColumn('name', 'text', required)
    .addColumn('mime', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('original_name', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('file_hash', 'text', refersTo('files.hash'))
    .addColumn('original_hash', 'text', mayReferTo('files.hash'))
    .execute();
  for (const column of ['file_hash', 'original_hash'])
    await createIndex(db, 'attachments', column, [column]);
  await createIndex(db, 'attachments', 'message', ['message_id']);
  await createIndex(db, 'attachments', 'uploader', ['uploader_id', 'created_at']);
  await createIndex(db, 'attachments', 'loose', ['created_at'], sql`message_id is null`);
  await createIndex(db, 'attachments', 'sizes', ['conversation_id', 'size']);

  await createTable(db, 'unproved_answers')
    .addColumn('id', 'text', primaryKey)
    .addColumn('conversation_id', 'text', ownedBy('conversations.id'))
    .addColumn('message_key', 'text', required)
    .addColumn('mail', 'text', required)
    .addColumn('sender', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('files', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('received_at', 'text', required)
    .addColumn('dropped', 'integer', required)
    .addColumn('dismissed_at', 'text')
    .addUniqueConstraint('unproved_answers_message_key', ['conversation_id', 'message_key'])
    .execute();

  await createTable(db, 'waiting_mails')
    .addColumn('id', 'text', primaryKey)
    // Of 32 bits without a sign.
    .addColumn('uid', columnTypes(db).money, required)
    .addColumn('conversation_id', 'text', required)
    .addColumn('tries', 'integer', required)
    .addColumn('next_try_at', 'text', required)
    .addColumn('reason', 'text')
    .addColumn('since', 'text', required)
    .execute();
  await createIndex(db, 'waiting_mails', 'order', ['conversation_id', 'uid']);

  await createTable(db, 'quotes')
    .addColumn('id', 'text', primaryKey)
    .addColumn('conversation_id', 'text', refersTo('conversations.id'))
    .addColumn('version', 'integer')
    .addColumn(
      'status',
      'text',
      checked(sql`status in ('Draft', 'Sent', 'Accepted', 'Declined', 'Withdrawn', 'Expired')`),
    )
    .addColumn('draft', 'text', required)
    .addColumn('json', 'text')
    .addColumn('sha256', 'text')
    .addColumn('valid_until', 'text')
    .addColumn('order_id', 'text', (column) => mayReferTo('orders.id')(column).unique())
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('sent_at', 'text')
    .addColumn('decided_at', 'text')
    .execute();
  await createIndex(db, 'quotes', 'conversation', ['conversation_id', 'created_at']);
  await createUniqueIndex(db, 'quotes', 'open', ['conversation_id'], sql`status = 'Sent'`);
  await createIndex(db, 'quotes', 'status', ['status', 'valid_until']);

  await createTable(db, 'notifications')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedBy('users.id'))
    .addColumn('seq', 'integer', count)
    .addColumn(
      'type',
      'text',
      checked(sql`type in ('order', 'payment', 'revision', 'review', 'new_message')`),
    )
    .addColumn('message', 'text', required)
    .addColumn('order_id', 'text')
    .addColumn('conversation_id', 'text')
    .addColumn('live', 'text')
    .addColumn('pushed_at', 'text')
    .addColumn('read_at', 'text')
    .addColumn('created_at', 'text', required)
    .execute();
  await createIndex(db, 'notifications', 'unread', ['user_id'], sql`read_at is null`);
  await createIndex(db, 'notifications', 'untold', ['created_at'], sql`pushed_at is null`);
  await createUniqueIndex(db, 'notifications', 'user', ['user_id', 'seq']);
  const unreadTalk = sql`type = 'new_message' and read_at is null`;
  await createUniqueIndex(db, 'notifications', 'talk', ['user_id', 'order_id'], unreadTalk);
  await createUniqueIndex(
    db,
    'notifications',
    'question',
    ['user_id', 'conversation_id'],
    unreadTalk,
  );

  await createTable(db, 'notification_preferences')
    .addColumn('user_id', 'text', ownedBy('users.id'))
    .addColumn('about', 'text', required)
    .addColumn('turned_off', 'text', checked(sql`turned_off in ('inApp', 'email')`))
    .addPrimaryKeyConstraint('notification_preferences_key', ['user_id', 'about', 'turned_off'])
    .execute();
}
