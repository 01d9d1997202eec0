import type { Migration } from '../migrate.ts';

export const money: Migration = {
  name: '003-money',
  statements: [
    `ALTER TABLE orders ADD COLUMN refunded INTEGER NOT NULL DEFAULT 0
      CHECK (refunded >= 0 AND refunded <= paid)`,
    `ALTER TABLE payments ADD COLUMN refunded INTEGER NOT NULL DEFAULT 0
      CHECK (refunded >= 0 AND refunded <= amount)`,
    `CREATE INDEX payments_owed ON payments (standing) WHERE standing <> 'settled'`,
    `ALTER TABLE instalments ADD COLUMN opened_at TEXT`,
    `UPDATE instalments SET opened_at = created_at WHERE provider_order_id IS NOT NULL`,
    `CREATE INDEX instalments_opened ON instalments (opened_at) WHERE opened_at IS NOT NULL`,
    `CREATE TABLE refunds (
      id TEXT PRIMARY KEY,
      payment_id TEXT NOT NULL REFERENCES payments (id),
      provider_id TEXT UNIQUE,
      amount INTEGER NOT NULL CHECK (amount >= 100),
      status TEXT NOT NULL CHECK (status IN ('asked', 'pending', 'processed', 'failed')),
      reason TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT`,
    `CREATE INDEX refunds_payment ON refunds (payment_id)`,
    `CREATE INDEX refunds_open ON refunds (created_at) WHERE status IN ('asked', 'pending')`,
    `ALTER TABLE payment_events ADD COLUMN outcome TEXT`,
    `ALTER TABLE payment_events ADD COLUMN tries INTEGER NOT NULL DEFAULT 0`,
    `CREATE TABLE payment_refusals (
      id TEXT PRIMARY KEY,
      order_id TEXT REFERENCES orders (id),
      user_id TEXT NOT NULL REFERENCES users (id),
      provider_order_id TEXT NOT NULL,
      payment_id TEXT NOT NULL,
      reason TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT`,
    `CREATE INDEX payment_refusals_user ON payment_refusals (user_id, created_at)`,
    `CREATE TABLE order_events (
      id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL REFERENCES orders (id),
      key TEXT NOT NULL,
      kind TEXT NOT NULL,
      data TEXT NOT NULL,
      at TEXT NOT NULL,
      UNIQUE (order_id, key)
    ) STRICT`,
    `INSERT INTO order_events
      SELECT 'placed-' || id, id, 'placed', 'placed', '{}', created_at FROM orders`,
    `INSERT INTO order_events
      SELECT 'paid-' || id, order_id, 'payment:' || id, 'payment received',
        '{"amount":' || amount || '}', captured_at
      FROM payments WHERE standing = 'settled'`,
    `CREATE TABLE order_requirements (
      order_id TEXT PRIMARY KEY REFERENCES orders (id),
      text TEXT NOT NULL,
      links TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE receipts (
      number TEXT PRIMARY KEY,
      year TEXT NOT NULL,
      serial INTEGER NOT NULL CHECK (serial > 0),
      payment_id TEXT NOT NULL UNIQUE REFERENCES payments (id),
      order_id TEXT NOT NULL REFERENCES orders (id),
      data TEXT NOT NULL,
      created_at TEXT NOT NULL,
      UNIQUE (year, serial)
    ) STRICT`,
    `CREATE INDEX receipts_order ON receipts (order_id)`,
  ],
};
