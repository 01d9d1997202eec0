import type { Migration } from '../migrate.ts';

export const passwordLinks: Migration = {
  name: '007-password-links',
  // A link that anybody can ask for by mail must not replace the one that the start printed.
  statements: [
    `CREATE TABLE password_links_by_source (
      token_hash TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      source TEXT NOT NULL DEFAULT 'mail' CHECK (source IN ('mail', 'console')),
      expires_at TEXT NOT NULL,
      UNIQUE (user_id, source)
    ) STRICT`,
    `INSERT INTO password_links_by_source (token_hash, user_id, expires_at)
      SELECT token_hash, user_id, expires_at FROM password_links`,
    'DROP TABLE password_links',
    'ALTER TABLE password_links_by_source RENAME TO password_links',
  ],
};
