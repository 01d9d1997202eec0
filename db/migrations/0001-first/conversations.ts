import { sql } from 'kysely';
import {
  columnTypes,
  count,
  createTable,
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
    .addColumn('order_id', 'text', (column) => column.references('orders.id'))
    .addColumn('half_stars', 'integer', (column) =>
      column.notNull().check(sql`half_stars between 1 and 10`),
    )
    .addColumn('comment', 'text', required)
    .addColumn('plan_type', 'text', required)
    .addColumn('price', money, required)
    .addColumn('delivery_days', 'integer', required)
    .addColumn('edited', 'integer', (column) => column.notNull().check(sql`edited in (0, 1)`))
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('reply', 'text')
    .addColumn('replied_at', 'text')
    .addUniqueConstraint('reviews_user_id_order_id', ['user_id', 'order_id'])
    .execute();
  await db.schema
    .createIndex('reviews_gig')
    .on('reviews')
    .columns(['gig_id', 'created_at'])
    .execute();

  await createTable(db, 'hidden_reviews')
    .addColumn('review_id', 'text', (column) =>
      column.primaryKey().notNull().references('reviews.id').onDelete('cascade'),
    )
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
  await db.schema
    .createIndex('conversations_latest')
    .on('conversations')
    .column('last_message_seq')
    .execute();

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
  await db.schema
    .createIndex('messages_unseen')
    .on('messages')
    .columns(['conversation_id', 'sender_id'])
    .where(sql<boolean>`seen_at is null`)
    .execute();
  await db.schema
    .createIndex('messages_order')
    .on('messages')
    .columns(['conversation_id', 'seq'])
    .unique()
    .execute();

  await createTable(db, 'attachments')
    .addColumn('id', 'text', primaryKey)
    .addColumn('conversation_id', 'text', refersTo('conversations.id'))
    .addColumn('uploader_id', 'text', refersTo('users.id'))
    .addColumn('message_id', 'text', (column) => column.references('messages.id'))
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('image', 'file')`))
    .addColumn('name', 'text', required)
    .addColumn('mime', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('bytes', bytes, required)
    .addColumn('created_at', 'text', required)
    .addColumn('position', 'integer', count)
    .execute();
  await db.schema
    .createIndex('attachments_message')
    .on('attachments')
    .column('message_id')
    .execute();
  await db.schema
    .createIndex('attachments_uploader')
    .on('attachments')
    .columns(['uploader_id', 'created_at'])
    .execute();
  await db.schema
    .createIndex('attachments_loose')
    .on('attachments')
    .column('created_at')
    .where(sql<boolean>`message_id is null`)
    .execute();
  await db.schema
    .createIndex('attachments_sizes')
    .on('attachments')
    .columns(['conversation_id', 'size'])
    .execute();

  await createTable(db, 'notifications')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedBy('users.id'))
    .addColumn('type', 'text', (column) =>
      column
        .notNull()
        .check(sql`type in ('order', 'payment', 'revision', 'review', 'new_message')`),
    )
    .addColumn('message', 'text', required)
    .addColumn('order_id', 'text')
    .addColumn('live', 'text')
    .addColumn('pushed_at', 'text')
    .addColumn('read_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('seq', 'integer', count)
    .execute();
  await db.schema
    .createIndex('notifications_unread')
    .on('notifications')
    .column('user_id')
    .where(sql<boolean>`read_at is null`)
    .execute();
  await db.schema
    .createIndex('notifications_untold')
    .on('notifications')
    .column('created_at')
    .where(sql<boolean>`pushed_at is null`)
    .execute();
  await db.schema
    .createIndex('notifications_talk')
    .on('notifications')
    .columns(['user_id', 'order_id'])
    .unique()
    .where(sql<boolean>`type = 'new_message' and read_at is null`)
    .execute();
  await db.schema
    .createIndex('notifications_user')
    .on('notifications')
    .columns(['user_id', 'seq'])
    .unique()
    .execute();

  await createTable(db, 'notification_preferences')
    .addColumn('user_id', 'text', ownedBy('users.id'))
    .addColumn('type', 'text', required)
    .addColumn('in_app', 'integer', (column) => column.notNull().check(sql`in_app in (0, 1)`))
    .addColumn('email', 'integer', (column) => column.notNull().check(sql`email in (0, 1)`))
    .addPrimaryKeyConstraint('notification_preferences_key', ['user_id', 'type'])
    .execute();
}
