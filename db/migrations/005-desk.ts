import type { Migration } from '../migrate.ts';

export const desk: Migration = {
  name: '005-desk',
  statements: [
    `ALTER TABLE gigs ADD COLUMN version INTEGER NOT NULL DEFAULT 1`,
    `ALTER TABLE projects ADD COLUMN version INTEGER NOT NULL DEFAULT 1`,
    `ALTER TABLE projects ADD COLUMN status TEXT NOT NULL DEFAULT 'published'
      CHECK (status IN ('draft', 'published', 'retired'))`,
    `ALTER TABLE projects ADD COLUMN updated_at TEXT NOT NULL DEFAULT '2026-01-05T09:00:00.000Z'`,
    `CREATE TABLE versions (
      kind TEXT NOT NULL CHECK (kind IN ('gig', 'project')),
      thing_id TEXT NOT NULL,
      version INTEGER NOT NULL,
      body TEXT NOT NULL,
      saved_at TEXT NOT NULL,
      PRIMARY KEY (kind, thing_id, version)
    ) STRICT`,
    `CREATE TABLE deliveries (
      id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL REFERENCES orders (id),
      number INTEGER NOT NULL,
      message TEXT NOT NULL,
      created_at TEXT NOT NULL,
      UNIQUE (order_id, number)
    ) STRICT`,
    `CREATE TABLE delivery_files (
      id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL REFERENCES orders (id),
      delivery_id TEXT REFERENCES deliveries (id),
      name TEXT NOT NULL,
      size INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT`,
    `CREATE INDEX delivery_files_delivery ON delivery_files (delivery_id)`,
    `CREATE INDEX delivery_files_loose ON delivery_files (order_id) WHERE delivery_id IS NULL`,
    `CREATE TABLE hidden_reviews (
      review_id TEXT PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
      reason TEXT NOT NULL,
      hidden_at TEXT NOT NULL
    ) STRICT`,
    `CREATE INDEX orders_status ON orders (status, delivery_date)`,
  ],
};
