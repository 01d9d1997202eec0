import type { Flag, Instant } from './columns.ts';

export interface User {
  id: string;
  name: string;
  /** Lower-case. */
  email: string;
  password_hash: string | null;
  role: 'buyer' | 'owner';
  avatar_hash: string | null;
  is_verified: Flag;
  last_login_at: Instant | null;
  created_at: Instant;
}

export interface Session {
  token_hash: string;
  user_id: string;
  created_at: Instant;
  seen_at: Instant;
  expires_at: Instant;
  user_agent: string;
}

export interface EmailCode {
  user_id: string;
  salt: string;
  code_hash: string;
  tries: number;
  sends: number;
  sent_at: Instant;
  expires_at: Instant;
}

/** A link that sets a password, once. */
export interface PasswordLink {
  token_hash: string;
  user_id: string;
  /** How it reaches its reader: by mail, or printed at the start for the owner. */
  source: 'mail' | 'console';
  expires_at: Instant;
}

/** A new address that waits for the code sent to it. */
export interface EmailChange {
  user_id: string;
  email: string;
  salt: string;
  code_hash: string;
  tries: number;
  expires_at: Instant;
}

/** A browser that somebody has signed in with before. */
export interface Device {
  token_hash: string;
  user_id: string;
  created_at: Instant;
}

export interface AccountsTables {
  users: User;
  sessions: Session;
  email_codes: EmailCode;
  password_links: PasswordLink;
  email_changes: EmailChange;
  devices: Device;
}
