import type { Migration } from '../migrate.ts';

/** Numbers existing rows in the order in which they were shown so far. */
const number = (table: string, within: string, at: string) =>
  `UPDATE ${table} SET seq = numbered.seq FROM (
      SELECT id, row_number() OVER (PARTITION BY ${within} ORDER BY ${at}, id) AS seq FROM ${table}
    ) AS numbered WHERE numbered.id = ${table}.id`;

export const sequences: Migration = {
  name: '010-sequences',
  statements: [
    // What is listed is ordered by the number it was stored under: a clock may be set back.
    'ALTER TABLE messages ADD COLUMN seq INTEGER NOT NULL DEFAULT 0',
    number('messages', 'conversation_id', 'created_at'),
    'DROP INDEX messages_order',
    'CREATE UNIQUE INDEX messages_order ON messages (conversation_id, seq)',
    'ALTER TABLE conversations ADD COLUMN last_message_seq INTEGER NOT NULL DEFAULT 0',
    `UPDATE conversations SET last_message_seq = numbered.seq FROM (
      SELECT id, row_number() OVER (ORDER BY last_message_at, id) AS seq FROM conversations
      WHERE last_message_at IS NOT NULL
    ) AS numbered WHERE numbered.id = conversations.id`,
    'DROP INDEX conversations_latest',
    'CREATE INDEX conversations_latest ON conversations (last_message_seq)',
    'ALTER TABLE notifications ADD COLUMN seq INTEGER NOT NULL DEFAULT 0',
    number('notifications', 'user_id', 'created_at'),
    'DROP INDEX notifications_user',
    'CREATE UNIQUE INDEX notifications_user ON notifications (user_id, seq)',
    'ALTER TABLE order_events ADD COLUMN seq INTEGER NOT NULL DEFAULT 0',
    number('order_events', 'order_id', 'at'),
    'CREATE UNIQUE INDEX order_events_order ON order_events (order_id, seq)',
    // Whose mail it is, as a keyed hash: mail for one address leaves one after another.
    `ALTER TABLE outbox ADD COLUMN recipient TEXT NOT NULL DEFAULT ''`,
    'UPDATE outbox SET recipient = id WHERE sent_at IS NULL',
  ],
};
