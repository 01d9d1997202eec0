import type { Flag, Instant, Json } from './columns.ts';

export interface User {
  id: string;
  name: string;
  /** The e-mail address as `plainEmail` writes it. */
  email: string;
  password_hash: string | null;
  /** Null: as old as the account, or there is none. */
  password_set_at: Instant | null;
  role: 'buyer' | 'owner';
  avatar_hash: string | null;
  is_verified: Flag;
  last_login_at: Instant | null;
  created_at: Instant;
  /** The time since when they assist the owner; null for buyers and the owner. */
  assistant_since: Instant | null;
  /** The address of the latest order, or what was saved in the settings since. */
  billing: Json | null;
  /** The time since when no code by mail signs in, because the person said of a sign-in that it was not theirs. */
  codes_blocked_at: Instant | null;
  /** The page to open once the address is confirmed, in whichever browser that is. */
  next_path: string | null;
}

/** A link that makes a person an assistant; works once. */
export interface AssistantInvitation {
  id: string;
  /** The e-mail address as `plainEmail` writes it. */
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
  /** The last time the user confirmed with a password, a code or a passkey. */
  confirmed_at: Instant | null;
  /** Since when the user had what it was confirmed with: only that removes a key which is not younger. */
  proof_at: Instant | null;
}

/** A link to set a password; works once. */
export interface PasswordLink {
  token_hash: string;
  user_id: string;
  /** How the link is delivered: by mail, or printed at the start for the owner. */
  source: 'mail' | 'console';
  expires_at: Instant;
}

/** A code by mail: it signs in, or confirms a session or an address. */
export interface MailedCode {
  /** The hash of what the browser holds that asked for it, or the account, with the purpose; the last three codes of one are good. */
  key: string;
  /** As `plainEmail` writes it; of an account, or of somebody who has none yet. */
  email: string;
  /** Who asked for it; null: nobody who is signed in. */
  user_id: string | null;
  code_hash: string;
  tries: number;
  expires_at: Instant;
}

/** A browser with which a person has signed in before. */
export interface Device {
  token_hash: string;
  user_id: string;
  created_at: Instant;
  /** A hash of the network from which it last signed in. */
  network: string | null;
}

/** The shared secret of an authenticator app. */
export interface TotpSecret {
  user_id: string;
  encrypted: Buffer;
  /** The time of the confirmation; null until the first code from the app was right. */
  confirmed_at: Instant | null;
  /** The 30-second step of the last accepted code, so that no code is accepted twice. */
  last_step: number;
}

/** One of ten recovery codes; each works once. */
export interface RecoveryCode {
  code_hash: string;
  user_id: string;
  created_at: Instant;
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
  /** Whether it is asked for after a password or code; 0: made while signing in, it only signs in by itself. */
  second_factor: Flag;
}

/** Keys that were added since a sign-in which its person doubts; an older key brings them back. */
export interface SuspendedKeys {
  id: string;
  user_id: string;
  /** The table that they were in, and their rows. */
  kind: 'passkeys' | 'totp_secrets' | 'recovery_codes' | 'paper_copies';
  rows: Json;
  added_at: Instant;
}

/** A challenge that a passkey must sign, or a sign-in that waits for its second step. */
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
  suspended_keys: SuspendedKeys;
  users: User;
  sessions: Session;
  mailed_codes: MailedCode;
  password_links: PasswordLink;
  devices: Device;
  assistant_invitations: AssistantInvitation;
}
