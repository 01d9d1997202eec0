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

/** Reviews, conversations and notifications. */
export async function createConversations(db: SchemaEditor): Promise<void> {
  const { bytes, money } = columnTypes(db);
  await createTable(db, 'reviews')
    .addColumn('id', 'text', primaryKey)
    .addColumn('gig_id', 'text', refersTo('gigs.id'))
    .addColumn('user_id', 'text', refersTo('users.id'))
    .addColumn('order_id', 'text', mayReferTo('orders.id'))
    .addColumn('half_stars', 'integer', checked(sql`half_stars between 1 and 10`))
    .addColumn('comment', 'text', required)
    .addColumn('plan_type', 'text', required)
    .addColumn('price', money, required)
    .addColumn('delivery_days', 'integer', required)
    .addColumn('edited', 'integer', checked(sql`edited in (0, 1)`))
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('reply', 'text')
    .addColumn('replied_at', 'text')
    .addUniqueConstraint('reviews_user_id_order_id', ['user_id', 'order_id'])
    .execute();
  await createIndex(db, 'reviews', 'gig', ['gig_id', 'created_at']);

  await createTable(db, 'hidden_reviews')
    .addColumn('review_id', 'text', (column) => ownedBy('reviews.id')(column.primaryKey()))
    .addColumn('reason', 'text', required)
    .addColumn('hidden_at', 'text', required)
    .execute();

  await createTable(db, 'conversations')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', (column) => column.notNull().unique().references('orders.id'))
    .addColumn('buyer_id', 'text', refersTo('users.id'))
    .addColumn('last_message_id', 'text')
    .addColumn('last_message_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('last_message_seq', 'integer', count)
    .execute();
  await createIndex(db, 'conversations', 'latest', ['last_message_seq']);

  await createTable(db, 'messages')
    .addColumn('id', 'text', primaryKey)
    .addColumn('conversation_id', 'text', refersTo('conversations.id'))
    .addColumn('sender_id', 'text', refersTo('users.id'))
    .addColumn('client_id', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('seen_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('seq', 'integer', count)
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
    .addColumn('kind', 'text', checked(sql`kind in ('image', 'file')`))
    .addColumn('name', 'text', required)
    .addColumn('mime', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('bytes', bytes, required)
    .addColumn('created_at', 'text', required)
    .addColumn('position', 'integer', count)
    .execute();
  await createIndex(db, 'attachments', 'message', ['message_id']);
  await createIndex(db, 'attachments', 'uploader', ['uploader_id', 'created_at']);
  await createIndex(db, 'attachments', 'loose', ['created_at'], sql`message_id is null`);
  await createIndex(db, 'attachments', 'sizes', ['conversation_id', 'size']);

  await createTable(db, 'notifications')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedBy('users.id'))
    .addColumn(
      'type',
      'text',
      checked(sql`type in ('order', 'payment', 'revision', 'review', 'new_message')`),
    )
    .addColumn('message', 'text', required)
    .addColumn('order_id', 'text')
    .addColumn('live', 'text')
    .addColumn('pushed_at', 'text')
    .addColumn('read_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('seq', 'integer', count)
    .execute();
  await createIndex(db, 'notifications', 'unread', ['user_id'], sql`read_at is null`);
  await createIndex(db, 'notifications', 'untold', ['created_at'], sql`pushed_at is null`);
  await createUniqueIndex(
    db,
    'notifications',
    'talk',
    ['user_id', 'order_id'],
    sql`type = 'new_message' and read_at is null`,
  );
  await createUniqueIndex(db, 'notifications', 'user', ['user_id', 'seq']);

  await createTable(db, 'notification_preferences')
    .addColumn('user_id', 'text', ownedBy('users.id'))
    .addColumn('type', 'text', required)
    .addColumn('in_app', 'integer', checked(sql`in_app in (0, 1)`))
    .addColumn('email', 'integer', checked(sql`email in (0, 1)`))
    .addPrimaryKeyConstraint('notification_preferences_key', ['user_id', 'type'])
    .execute();
}
