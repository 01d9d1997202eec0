import type { User } from './accounts.ts';
import type { Instant, Json } from './columns.ts';

/** How often something was done since its window began. */
export interface Limit {
  key: string;
  used: number;
  ends_at: Instant;
}

export interface OutboxMail {
  id: string;
  kind: string;
  /** One mail per key, however often its event is reported. */
  dedupe_key: string;
  /** A keyed hash of the address; emptied once delivered. */
  recipient: string;
  /** The message, encrypted with the installation's key; emptied once delivered by SMTP. */
  encrypted: Buffer | null;
  created_at: Instant;
  next_try_at: Instant;
  tries: number;
  sent_at: Instant | null;
}

export interface Media {
  hash: string;
  mime: string;
  bytes: Buffer;
  created_at: Instant;
}

export interface Picture {
  id: string;
  width: number;
  height: number;
  /** `[{width, mime, hash}]`, smallest first. */
  variants: Json;
}

/** Who does what only one process may do at a time, and until when unless renewed. */
export interface LeaseRow {
  name: string;
  holder: string;
  expires_at: Instant;
}

export interface Setting {
  key: string;
  value: string;
}

/** A line of the audit log; never changed, and deleted only by its age. */
export interface AuditLine {
  /** Without a gap, from 1. */
  seq: number;
  at: Instant;
  /** The account that acted; '' without one. Not a foreign key: the line stays when the account goes. */
  actor_id: string;
  role: User['role'] | 'assistant' | 'visitor' | 'machine';
  /** The route, such as `POST /user/sign-in`. */
  action: string;
  /** The id in the route, or the account that a sign-in was for. */
  subject: string;
  /** The status that was answered. */
  status: number;
  /** `{column: [before, after]}`. */
  changes: Json;
  /** The network, not the address: `203.0.113.0/24`. */
  address: string;
  /** `Firefox on Windows`. */
  device: string;
  request_id: string;
  /** SHA-256 of the line before and this one. */
  hash: string;
}

export interface PlatformTables {
  audit_log: AuditLine;
  limits: Limit;
  outbox: OutboxMail;
  media: Media;
  pictures: Picture;
  settings: Setting;
  leases: LeaseRow;
}
