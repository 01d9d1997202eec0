import type { Flag, Instant, Json } from './columns.ts';

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
  /** Since when they work for the owner; null for buyers and the owner. */
  assistant_since: Instant | null;
}

/** A link that makes somebody an assistant, once. */
export interface AssistantInvitation {
  id: string;
  /** Lower-case. */
  email: string;
  token_hash: string;
  created_at: Instant;
  expires_at: Instant;
}

export interface Session {
  token_hash: string;
  user_id: string;
  created_at: Instant;
  seen_at: Instant;
  expires_at: Instant;
  user_agent: string;
  /** When who uses it last gave a password, a code or a passkey. */
  confirmed_at: Instant | null;
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

/** The secret that an authenticator app shares. */
export interface TotpSecret {
  user_id: string;
  encrypted: Buffer;
  /** Null until the first code from the app was right. */
  confirmed_at: Instant | null;
  /** The 30-second step of the last accepted code: none is accepted twice. */
  last_step: number;
}

/** Of ten, each once. */
export interface RecoveryCode {
  code_hash: string;
  user_id: string;
}

export interface Passkey {
  /** The credential id, base64url. */
  id: string;
  user_id: string;
  name: string;
  public_key: Buffer;
  counter: number;
  transports: Json;
  created_at: Instant;
  used_at: Instant | null;
}

/** What a passkey has to sign, or a sign-in whose password was right. */
export interface Challenge {
  key: string;
  user_id: string;
  challenge: string;
  expires_at: Instant;
}

export interface AccountsTables {
  totp_secrets: TotpSecret;
  recovery_codes: RecoveryCode;
  passkeys: Passkey;
  challenges: Challenge;
  users: User;
  sessions: Session;
  email_codes: EmailCode;
  password_links: PasswordLink;
  email_changes: EmailChange;
  devices: Device;
  assistant_invitations: AssistantInvitation;
}
