import { createHash } from 'node:crypto';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import type { AuditLine } from '../../../db/schema.ts';
import { firstLink, insertLine, lastLink, listAfter } from './queries.ts';

/** The changed columns: `{column: [before, after]}`. */
export type Changes = Record<string, [before: Value, after: Value]>;
export type Value = string | number | null;

/** A line before it gets its number and hash in the chain. */
export type NewLine = Omit<AuditLine, 'seq' | 'hash' | 'changes'> & { changes: Changes };

const PAGE = 1_000;

/** Adds a line. Call it last in a transaction: until the commit, no other line can be added. */
export async function appendLine(tx: Db, line: NewLine): Promise<void> {
  await lockName(tx, 'audit log');
  const last = await lastLink(tx);
  const row = { ...line, seq: last.seq + 1, changes: JSON.stringify(line.changes) };
  await insertLine(tx, { ...row, hash: hashLine(last.hash, row) });
}

/** SHA-256 of the previous hash and the values of a line, in this order. */
function hashLine(previous: string, line: Omit<AuditLine, 'hash'>): string {
  const { seq, at, actor_id, role, action, subject, status } = line;
  const { changes, address, device, request_id } = line;
  const values = [seq, at, actor_id, role, action, subject, status, changes];
  const canonical = JSON.stringify([previous, ...values, address, device, request_id]);
  return createHash('sha256').update(canonical).digest('hex');
}

/** Verifies the hash chain. Returns the number of lines and the first changed one; null if there is none. */
export async function verifyAuditLog(
  db: Db,
): Promise<{ lines: number; brokenAt: number | null; head: string }> {
  let last = await firstLink(db);
  let lines = 0;
  for (;;) {
    const page = await listAfter(db, last.seq, PAGE);
    for (const line of page) {
      const isNext = line.seq === last.seq + 1 && line.hash === hashLine(last.hash, line);
      if (!isNext) return { lines, brokenAt: line.seq, head: last.hash };
      last = line;
      lines += 1;
    }
    if (page.length < PAGE) return { lines, brokenAt: null, head: last.hash };
  }
}

/** Returns the columns that differ. */
export function changesBetween(
  before: Record<string, Value> | null,
  after: Record<string, Value> | null,
): Changes {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changes: Changes = {};
  for (const name of names) {
    const [old, now] = [before?.[name] ?? null, after?.[name] ?? null];
    if (old !== now) changes[name] = [old, now];
  }
  return changes;
}
