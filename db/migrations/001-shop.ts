import type { Migration } from '../migrate.ts';

export const shop: Migration = {
  name: '001-shop',
  statements: [
    `CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT`,
    `CREATE TABLE media (
      hash TEXT PRIMARY KEY, mime TEXT NOT NULL, bytes BLOB NOT NULL, created_at TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE pictures (
      id TEXT PRIMARY KEY, width INTEGER NOT NULL, height INTEGER NOT NULL, variants TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE users (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      email TEXT NOT NULL UNIQUE,
      password_hash TEXT,
      role TEXT NOT NULL CHECK (role IN ('buyer', 'owner')),
      avatar_hash TEXT REFERENCES media (hash),
      is_verified INTEGER NOT NULL CHECK (is_verified IN (0, 1)),
      last_login_at TEXT,
      created_at TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE sessions (
      token_hash TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at TEXT NOT NULL,
      seen_at TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      user_agent TEXT NOT NULL
    ) STRICT`,
    `CREATE INDEX sessions_user ON sessions (user_id)`,
    `CREATE TABLE email_codes (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      salt TEXT NOT NULL,
      code_hash TEXT NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0,
      sends INTEGER NOT NULL,
      sent_at TEXT NOT NULL,
      expires_at TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE password_links (
      token_hash TEXT PRIMARY KEY,
      user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
      expires_at TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE outbox (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      dedupe_key TEXT NOT NULL UNIQUE,
      sealed BLOB,
      created_at TEXT NOT NULL,
      next_try_at TEXT NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0,
      sent_at TEXT
    ) STRICT`,
    `CREATE INDEX outbox_waiting ON outbox (next_try_at) WHERE sent_at IS NULL`,
    `CREATE TABLE gigs (
      id TEXT PRIMARY KEY,
      slug TEXT NOT NULL UNIQUE,
      position INTEGER NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('draft', 'published', 'retired')),
      title TEXT NOT NULL,
      description_html TEXT NOT NULL,
      technologies TEXT NOT NULL,
      rating_hundredths INTEGER NOT NULL DEFAULT 0,
      review_count INTEGER NOT NULL DEFAULT 0,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE gig_pictures (
      gig_id TEXT NOT NULL REFERENCES gigs (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      picture_id TEXT NOT NULL REFERENCES pictures (id),
      alt TEXT NOT NULL,
      PRIMARY KEY (gig_id, position)
    ) STRICT`,
    `CREATE TABLE plans (
      id TEXT PRIMARY KEY,
      gig_id TEXT NOT NULL REFERENCES gigs (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      plan_type TEXT NOT NULL,
      title TEXT NOT NULL,
      price INTEGER NOT NULL CHECK (price >= 100),
      short_description TEXT NOT NULL,
      delivery_days INTEGER NOT NULL CHECK (delivery_days > 0),
      revision_count INTEGER NOT NULL CHECK (revision_count >= 0),
      features TEXT NOT NULL,
      UNIQUE (gig_id, plan_type)
    ) STRICT`,
    `CREATE TABLE extras (
      id TEXT PRIMARY KEY,
      gig_id TEXT NOT NULL REFERENCES gigs (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      description TEXT NOT NULL,
      price INTEGER NOT NULL CHECK (price >= 100)
    ) STRICT`,
    `CREATE INDEX extras_gig ON extras (gig_id, position)`,
    `CREATE TABLE faqs (
      id TEXT PRIMARY KEY,
      gig_id TEXT NOT NULL REFERENCES gigs (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      question TEXT NOT NULL,
      answer TEXT NOT NULL
    ) STRICT`,
    `CREATE INDEX faqs_gig ON faqs (gig_id, position)`,
    `CREATE TABLE projects (
      id TEXT PRIMARY KEY,
      slug TEXT NOT NULL UNIQUE,
      position INTEGER NOT NULL,
      title TEXT NOT NULL,
      description TEXT NOT NULL,
      industry TEXT NOT NULL,
      tech TEXT NOT NULL,
      price_min INTEGER NOT NULL,
      price_max INTEGER NOT NULL,
      started_on TEXT NOT NULL,
      ended_on TEXT NOT NULL,
      posted_on TEXT NOT NULL,
      picture_id TEXT NOT NULL REFERENCES pictures (id),
      alt TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE orders (
      id TEXT PRIMARY KEY,
      buyer_id TEXT NOT NULL REFERENCES users (id),
      checkout_id TEXT NOT NULL,
      status TEXT NOT NULL
        CHECK (status IN ('In Progress', 'Accepted', 'Rejected', 'Delivered', 'Completed')),
      payment_type TEXT NOT NULL CHECK (payment_type IN ('Full', 'Milestone')),
      total INTEGER NOT NULL CHECK (total >= 100),
      paid INTEGER NOT NULL DEFAULT 0 CHECK (paid >= 0 AND paid <= total),
      failed_at TEXT,
      items TEXT NOT NULL,
      address TEXT NOT NULL,
      buyer_name TEXT NOT NULL,
      buyer_email TEXT NOT NULL,
      delivery_days INTEGER NOT NULL,
      max_revisions INTEGER NOT NULL,
      used_revisions INTEGER NOT NULL DEFAULT 0
        CHECK (used_revisions >= 0 AND used_revisions <= max_revisions),
      delivery_date TEXT,
      paid_at TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      UNIQUE (buyer_id, checkout_id)
    ) STRICT`,
    `CREATE INDEX orders_buyer ON orders (buyer_id, created_at)`,
    `CREATE TABLE instalments (
      id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL REFERENCES orders (id),
      number INTEGER NOT NULL CHECK (number IN (1, 2)),
      amount INTEGER NOT NULL CHECK (amount >= 100),
      provider_order_id TEXT UNIQUE,
      payment_id TEXT UNIQUE,
      created_at TEXT NOT NULL,
      checked_at TEXT,
      UNIQUE (order_id, number)
    ) STRICT`,
    `CREATE INDEX instalments_open ON instalments (created_at) WHERE payment_id IS NULL`,
    `CREATE TABLE payments (
      id TEXT PRIMARY KEY,
      provider_order_id TEXT NOT NULL,
      instalment_id TEXT REFERENCES instalments (id),
      order_id TEXT REFERENCES orders (id),
      amount INTEGER NOT NULL,
      currency TEXT NOT NULL,
      method TEXT NOT NULL,
      standing TEXT NOT NULL CHECK (standing IN ('settled', 'surplus', 'unmatched')),
      captured_at TEXT NOT NULL
    ) STRICT`,
    `CREATE INDEX payments_order ON payments (order_id)`,
    `CREATE UNIQUE INDEX payments_settled ON payments (instalment_id) WHERE standing = 'settled'`,
    `CREATE TABLE payment_events (
      id TEXT PRIMARY KEY,
      type TEXT NOT NULL,
      body TEXT NOT NULL,
      received_at TEXT NOT NULL,
      handled_at TEXT
    ) STRICT`,
    `CREATE INDEX payment_events_open ON payment_events (received_at) WHERE handled_at IS NULL`,
    `CREATE TABLE reviews (
      id TEXT PRIMARY KEY,
      gig_id TEXT NOT NULL REFERENCES gigs (id),
      user_id TEXT NOT NULL REFERENCES users (id),
      order_id TEXT REFERENCES orders (id),
      half_stars INTEGER NOT NULL CHECK (half_stars BETWEEN 1 AND 10),
      comment TEXT NOT NULL,
      plan_type TEXT NOT NULL,
      price INTEGER NOT NULL,
      delivery_days INTEGER NOT NULL,
      edited INTEGER NOT NULL CHECK (edited IN (0, 1)),
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      UNIQUE (user_id, order_id)
    ) STRICT`,
    `CREATE INDEX reviews_gig ON reviews (gig_id, created_at)`,
  ],
};
