import type { Db } from '../../../db/database.ts';
import { escapeLike, matchesLike } from '../../../db/sql-like.ts';

interface AuditQuery {
  /** Text to search in the id, the actor's name, the network and the device. */
  find?: string | undefined;
  /** Routes whose display name matches the text. */
  actions: string[];
  /** Whether to list only rejected and failed requests. */
  refused?: boolean | undefined;
  /** The number of the line before which the page starts. */
  before?: number | undefined;
  limit: number;
}

const SEARCHED = ['action', 'subject', 'address', 'device', 'users.name'] as const;

/** Lists matching lines, newest first, with the actor's name if the account exists. */
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
