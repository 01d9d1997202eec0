import type { Generated } from 'kysely';
import type { User } from './accounts.ts';
import type { Instant, Json } from './columns.ts';

/** A rate-limit counter and the end of its window. */
export interface Limit {
  key: string;
  used: number;
  ends_at: Instant;
}

export interface OutboxMail {
  id: string;
  kind: string;
  /** Unique, so that an event is mailed once. */
  dedupe_key: string;
  /** A keyed hash of the address; emptied after delivery. */
  recipient: string;
  /** The message, encrypted with the installation's key; emptied after delivery by SMTP. */
  encrypted: Buffer | null;
  created_at: Instant;
  next_try_at: Instant;
  tries: number;
  sent_at: Instant | null;
}

/** What is known of a file in the store, by its SHA-256. */
export interface FileRow {
  hash: string;
  size: number;
  crc32: number;
  stored_at: Instant;
  /** Since when no row has referred to it, as far as is known; '' if it goes at once. */
  unnamed_since: Instant | null;
  /** Its content is being deleted: nothing may refer to it any more. */
  deleting_at: Instant | null;
  /** When it was last compared with its hash: '0' if never, '' if it was not whole, so that it comes first. */
  checked_at: Generated<Instant>;
  fault: Generated<'missing' | 'damaged' | null>;
}

/** A picture that everybody may see. */
export interface Media {
  /** The first characters of its SHA-256, by which it is addressed. */
  hash: string;
  mime: string;
  file_hash: string;
  created_at: Instant;
}

export interface Picture {
  id: string;
  width: number;
  height: number;
  /** `[{width, mime, hash}]`, smallest first. */
  variants: Json;
}

/** A lease: who may do the work of this name, and until when. */
export interface LeaseRow {
  name: string;
  holder: string;
  expires_at: Instant;
}

export interface Setting {
  key: string;
  value: string;
}

/** A line of the audit log; immutable, and deleted only because of its age. */
export interface AuditLine {
  /** Numbered from 1, without gaps. */
  seq: number;
  at: Instant;
  /**
   * The account that acted; '' without one. Not a foreign key, so that the line remains after the account is
   * deleted.
   */
  actor_id: string;
  role: User['role'] | 'assistant' | 'visitor' | 'machine';
  /** The route, such as `POST /user/sign-in`. */
  action: string;
  /** The id in the route, or the account of a sign-in. */
  subject: string;
  /** The response status. */
  status: number;
  /** The changed columns: `{column: [before, after]}`. */
  changes: Json;
  /** The network, not the address: `203.0.113.0/24`. */
  address: string;
  /** The browser and system, for example `Firefox on Windows`. */
  device: string;
  request_id: string;
  /** SHA-256 of the previous hash and this line. */
  hash: string;
}

export interface PlatformTables {
  audit_log: AuditLine;
  limits: Limit;
  outbox: OutboxMail;
  files: FileRow;
  media: Media;
  pictures: Picture;
  settings: Setting;
  leases: LeaseRow;
}
