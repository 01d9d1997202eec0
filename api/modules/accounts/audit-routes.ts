import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import type { AuditLine } from '../../../db/schema.ts';
import { escapeLike, matchesLike } from '../../../db/sql-like.ts';
import { type Changes, verifyAuditLog } from '../../platform/audit/audit-log.ts';
import { audited } from '../../platform/audit/audited.ts';
import { listAfter } from '../../platform/audit/queries.ts';
import type { Env } from '../../platform/http/env.ts';
import { searchText } from '../../platform/http/text-schema.ts';
import { limitDownloads } from './limit-downloads.ts';
import { confirmedOwnersOnly } from './second-factor/confirm.ts';

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
function listLines(db: Db, { find, actions, refused, before, limit }: AuditQuery) {
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

/** What a line is about: its name, and its screen if it has one. */
export interface AuditSubject {
  name: string;
  path?: string;
}

const PAGE = 50;
const EXPORT_PAGE = 500;

const filters = z.object({
  find: searchText.optional().catch(undefined),
  refused: z
    .literal('1')
    .transform(() => true)
    .optional()
    .catch(undefined),
  before: z.coerce.number().int().positive().optional().catch(undefined),
});

/** Returns the routes whose display name contains this text. */
const actionsNamed = (names: Record<string, string>, words: string | undefined): string[] =>
  words
    ? Object.entries(names)
        .filter(([, name]) => name.toLowerCase().includes(words.toLowerCase()))
        .map(([action]) => action)
    : [];

const toAuditLineDto = (
  { actor_name, ...line }: AuditLine & { actor_name: string | null },
  names: Record<string, string>,
  subjects: Map<string, AuditSubject>,
) => ({
  seq: line.seq,
  at: line.at,
  who: { name: actor_name, role: line.role, id: line.actor_id },
  action: line.action,
  name: names[line.action] ?? line.action,
  subject: subjects.get(line.subject) ?? null,
  status: line.status,
  changes: JSON.parse(line.changes) as Changes,
  network: line.address,
  device: line.device,
  requestId: line.request_id,
});

/** Routes of the audit log, newest first; mounted behind the owner's guard. */
export const auditRoutes = (
  actionNames: () => Record<string, string>,
  nameSubjects: (db: Db, ids: string[]) => Promise<Map<string, AuditSubject>>,
) =>
  new Hono<Env>()
    .get('/', async (c) => {
      const query = filters.parse(c.req.query());
      const names = actionNames();
      const actions = actionsNamed(names, query.find);
      const { db } = c.var.services.store;
      const rows = await listLines(db, { ...query, actions, limit: PAGE + 1 });
      const page = rows.slice(0, PAGE);
      const ids = page.map(({ subject }) => subject).filter(Boolean);
      const subjects = await nameSubjects(db, [...new Set(ids)]);
      const next = rows.length > PAGE ? (page.at(-1)?.seq ?? null) : null;
      return c.json({
        success: true as const,
        lines: page.map((line) => toAuditLineDto(line, names, subjects)),
        next,
      });
    })
    .get('/check', limitDownloads, async (c) => {
      const { lines, brokenAt } = await verifyAuditLog(c.var.services.store.db);
      return c.json({ success: true as const, lines, brokenAt });
    })
    .get('/export', audited('Exported the audit log'), confirmedOwnersOnly, limitDownloads, (c) => {
      const { db } = c.var.services.store;
      c.header('Content-Type', 'application/jsonl; charset=utf-8');
      c.header('Content-Disposition', 'attachment; filename="audit-log.jsonl"');
      return stream(c, async (out) => {
        let after = 0;
        for (;;) {
          const lines = await listAfter(db, after, EXPORT_PAGE);
          await out.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
          after = lines.at(-1)?.seq ?? after;
          if (lines.length < EXPORT_PAGE || out.aborted) return;
        }
      });
    });
