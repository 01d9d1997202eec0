import type { Db } from '../../../db/database.ts';
import { escapeLike, matchesLike } from '../../../db/like.ts';
import type { AuditLine } from '../../../db/schema.ts';

/** The number and hash of the newest line that was deleted by its age: `57 3f…`. */
const BEGINS_AFTER = 'audit log begins after';

/** What a line is chained to: the line before it, or what is known of a deleted one. */
export interface Link {
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

/** What the oldest line is chained to. */
export async function firstLink(db: Db): Promise<Link> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', BEGINS_AFTER)
    .executeTakeFirst();
  const [seq = '0', hash = ''] = row?.value.split(' ') ?? [];
  return { seq: Number(seq), hash };
}

export const insertLine = (tx: Db, line: AuditLine) =>
  tx.insertInto('audit_log').values(line).execute();

/** The oldest lines after a number. */
export const listAfter = (db: Db, seq: number, limit: number) =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();

/** Deletes the lines before a moment; the hash of the last of them stays, so that the chain holds. */
export async function deleteBefore(tx: Db, before: string): Promise<void> {
  const last = await tx
    .selectFrom('audit_log')
    .select(['seq', 'hash'])
    .where('at', '<', before)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return;
  const value = `${last.seq} ${last.hash}`;
  await tx
    .insertInto('settings')
    .values({ key: BEGINS_AFTER, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
  await tx.deleteFrom('audit_log').where('seq', '<=', last.seq).execute();
}

export interface AuditQuery {
  /** Words in the id, the name of who acted, the network or the device. */
  find?: string | undefined;
  /** Routes whose name has the words. */
  actions: string[];
  /** Only what was refused or failed. */
  refused?: boolean | undefined;
  /** Older than this line. */
  before?: number | undefined;
  limit: number;
}

const SEARCHED = ['action', 'subject', 'address', 'device', 'users.name'] as const;

/** The lines that match, newest first, with the name of who acted while the account exists. */
export function listLines(db: Db, { find, actions, refused, before, limit }: AuditQuery) {
  const pattern = find && `%${escapeLike(find)}%`;
  return db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .selectAll('audit_log')
    .select('users.name as actor_name')
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
    .$if(refused === true, (query) => query.where('status', '>=', 400))
    .$if(Boolean(pattern), (query) =>
      query.where(({ eb, or }) =>
        or([
          ...SEARCHED.map((column) => matchesLike<'audit_log' | 'users'>(column, pattern || '')),
          ...(actions.length > 0 ? [eb('action', 'in', actions)] : []),
        ]),
      ),
    )
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}
