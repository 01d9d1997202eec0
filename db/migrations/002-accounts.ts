import type { Migration } from '../migrate.ts';

export const accounts: Migration = {
  name: '002-accounts',
  statements: [
    `CREATE TABLE limits (
      key TEXT PRIMARY KEY, used INTEGER NOT NULL, ends_at TEXT NOT NULL
    ) STRICT`,
    `CREATE INDEX limits_ends ON limits (ends_at)`,
    `CREATE INDEX sessions_expires ON sessions (expires_at)`,
    `CREATE TABLE devices (
      token_hash TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at TEXT NOT NULL
    ) STRICT`,
    `CREATE INDEX devices_user ON devices (user_id)`,
    `CREATE TABLE email_changes (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      email TEXT NOT NULL,
      salt TEXT NOT NULL,
      code_hash TEXT NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0,
      expires_at TEXT NOT NULL
    ) STRICT`,
  ],
};
