import type { Db } from '../../../db/database.ts';
import type { AuditLine } from '../../../db/schema.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';

/**
 * Unless the owner has chosen another number: older lines are deleted. The hash of the last deleted line is stored, so that the chain can still be
 * verified.
 */
const AUDIT_LOG_DAYS = 400;

const RETENTION = 'audit log days';

/** Older lines are deleted. */
export async function readAuditLogDays(db: Db): Promise<number> {
  return Number((await readSetting(db, RETENTION)) ?? AUDIT_LOG_DAYS);
}

export const storeAuditLogDays = (tx: Db, days: number) =>
  storeSetting(tx, RETENTION, String(days));

/** The setting with the number and hash of the newest deleted line: `57 3f…`. */
const BEGINS_AFTER = 'audit log begins after';

/** The previous element of the hash chain: a line, or the stored hash of a deleted one. */
interface Link {
  seq: number;
  hash: string;
}

export async function lastLink(db: Db): Promise<Link> {
  const last = await db
    .selectFrom('audit_log')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? firstLink(db);
}

/** Returns the element before the oldest line. */
export async function firstLink(db: Db): Promise<Link> {
  const value = await readSetting(db, BEGINS_AFTER);
  const [seq = '0', hash = ''] = value?.split(' ') ?? [];
  return { seq: Number(seq), hash };
}

export const insertLine = (tx: Db, line: AuditLine) =>
  tx.insertInto('audit_log').values(line).execute();

/** Lists the oldest lines after a number. */
export const listAfter = (db: Db, seq: number, limit: number) =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();

/**
 * Deletes the lines before a time. Stores the hash of the last one, so that the chain can still be verified.
 */
export async function deleteBefore(tx: Db, before: string): Promise<void> {
  const last = await tx
    .selectFrom('audit_log')
    .select(['seq', 'hash'])
    .where('at', '<', before)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return;
  await storeSetting(tx, BEGINS_AFTER, `${last.seq} ${last.hash}`);
  await tx.deleteFrom('audit_log').where('seq', '<=', last.seq).execute();
}
