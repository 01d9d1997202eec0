import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { storeDocument } from '../../../db/settings.ts';
import { ApiError } from '../http/errors.ts';
import { CHANGED_ELSEWHERE } from './texts.ts';

/** The version with which a form was loaded. */
export const version = z.int('Please load the page again.');

/** Throws 409 if what a form replaces was saved since the form was loaded. */
export function requireSameVersion(saved: number, loaded: number): void {
  if (saved !== loaded) throw new ApiError(409, CHANGED_ELSEWHERE);
}

/** What the settings hold as one document: the form that was loaded with `version` replaces it. */
export async function replaceDocument<T extends { version: number }>(
  tx: Db,
  { key, version, read }: { key: string; version: number; read: (tx: Db) => Promise<T> },
  next: (saved: T) => object,
): Promise<void> {
  await lockName(tx, key);
  const saved = await read(tx);
  requireSameVersion(saved.version, version);
  await storeDocument(tx, key, { ...next(saved), version: version + 1 });
}
