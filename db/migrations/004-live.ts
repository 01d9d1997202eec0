import type { Migration } from '../migrate.ts';

export const live: Migration = {
  name: '004-live',
  statements: [
    `CREATE TABLE conversations (
      id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
      buyer_id TEXT NOT NULL REFERENCES users (id),
      last_message_id TEXT,
      last_message_at TEXT,
      created_at TEXT NOT NULL
    ) STRICT`,
    `CREATE INDEX conversations_latest ON conversations (last_message_at, id)`,
    `CREATE TABLE messages (
      id TEXT PRIMARY KEY,
      conversation_id TEXT NOT NULL REFERENCES conversations (id),
      sender_id TEXT NOT NULL REFERENCES users (id),
      client_id TEXT NOT NULL,
      text TEXT NOT NULL,
      seen_at TEXT,
      created_at TEXT NOT NULL,
      UNIQUE (conversation_id, sender_id, client_id)
    ) STRICT`,
    `CREATE INDEX messages_order ON messages (conversation_id, created_at, id)`,
    `CREATE INDEX messages_unseen ON messages (conversation_id, sender_id) WHERE seen_at IS NULL`,
    `CREATE TABLE attachments (
      id TEXT PRIMARY KEY,
      conversation_id TEXT NOT NULL REFERENCES conversations (id),
      uploader_id TEXT NOT NULL REFERENCES users (id),
      message_id TEXT REFERENCES messages (id),
      kind TEXT NOT NULL CHECK (kind IN ('image', 'file')),
      name TEXT NOT NULL,
      mime TEXT NOT NULL,
      size INTEGER NOT NULL,
      width INTEGER,
      height INTEGER,
      bytes BLOB NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT`,
    `CREATE INDEX attachments_message ON attachments (message_id)`,
    `CREATE INDEX attachments_uploader ON attachments (uploader_id, created_at)`,
    `CREATE INDEX attachments_loose ON attachments (created_at) WHERE message_id IS NULL`,
    `CREATE TABLE notifications (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      type TEXT NOT NULL CHECK (type IN ('order', 'payment', 'revision', 'review', 'new_message')),
      message TEXT NOT NULL,
      order_id TEXT,
      live TEXT,
      told_at TEXT,
      read_at TEXT,
      created_at TEXT NOT NULL
    ) STRICT`,
    `CREATE INDEX notifications_user ON notifications (user_id, created_at, id)`,
    `CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL`,
    `CREATE INDEX notifications_untold ON notifications (created_at) WHERE told_at IS NULL`,
    `CREATE UNIQUE INDEX notifications_talk ON notifications (user_id, order_id)
      WHERE type = 'new_message' AND read_at IS NULL`,
    `CREATE TABLE notification_preferences (
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      type TEXT NOT NULL,
      in_app INTEGER NOT NULL CHECK (in_app IN (0, 1)),
      email INTEGER NOT NULL CHECK (email IN (0, 1)),
      PRIMARY KEY (user_id, type)
    ) STRICT`,
    `CREATE TABLE revisions (
      id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL REFERENCES orders (id),
      number INTEGER NOT NULL,
      description TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('Pending', 'Approved', 'Rejected', 'Completed')),
      requested_at TEXT NOT NULL,
      decided_at TEXT,
      completed_at TEXT,
      UNIQUE (order_id, number)
    ) STRICT`,
    `ALTER TABLE reviews ADD COLUMN reply TEXT`,
    `ALTER TABLE reviews ADD COLUMN replied_at TEXT`,
  ],
};
