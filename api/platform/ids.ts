import { hash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** A row id: UUIDv7, so that new rows are appended to the index. */
export const newId = (): string => v7();

/** A random token of 256 bits for a session or a link. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The hash that is stored instead of a token. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

/** Tells contents apart: an ETag, or whether something has changed. */
export const digestOf = (content: string | Uint8Array): string =>
  hash('sha256', content, 'base64url').slice(0, 22);
