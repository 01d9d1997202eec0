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

export interface PlatformTables {
  limits: Limit;
  outbox: OutboxMail;
  media: Media;
  pictures: Picture;
  settings: Setting;
  leases: LeaseRow;
}
