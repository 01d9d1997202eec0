import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { forUpdate } from '../engine.ts';
import { FilesUnavailable } from '../errors.ts';
import { updatesRow } from '../query-results.ts';
import { type TransactionServices, transaction } from '../transaction.ts';
import {
  type FileStore,
  type FilesLocation,
  openFileStore,
  type StoredFile,
} from './file-store.ts';

// A file is written in this order: its row here, which nothing refers to yet; its content; the row that refers to it, which
// names it. It is deleted in the other: the row is marked, the content goes, then the row. Nobody can name a marked file, so
// whoever stores the same content meanwhile waits.

interface FileServices extends TransactionServices {
  clock: () => Date;
}

/** The columns that name a file. */
export const NAMED_IN: [table: string, column: string][] = [
  ['attachments', 'file_hash'],
  ['attachments', 'original_hash'],
  ['delivery_files', 'file_hash'],
  ['delivery_pictures', 'file_hash'],
  ['media', 'file_hash'],
  ['upload_pieces', 'file_hash'],
];

const DAY_MS = 24 * 60 * 60_000;
const PATIENCE_MS = 5_000;
const POLL_MS = 50;
const DELETING_MS = 10_000;
/** A mark of a process that was killed. It is much older than a process may be that still deletes. */
const DEAD_AFTER_MS = 60_000;
const PAGE = 500;

const momentsOf = (clock: FileServices['clock']) => {
  const at = (ms: number) => new Date(clock().getTime() + ms).toISOString();
  return { now: at(0), dayAgo: at(-DAY_MS), dead: at(-DEAD_AFTER_MS), future: at(DEAD_AFTER_MS) };
};

/** The store of files, which notes in the database what is written. */
export const openFiles = (location: FilesLocation, services: FileServices): FileStore =>
  openFileStore(location, (file) => registerFile(services, file));

/** Notes a file before its content is there. Waits while the same content is being deleted. */
async function registerFile(services: FileServices, file: StoredFile): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await register(services, file))) {
    if (performance.now() > deadline)
      throw new FilesUnavailable('the same file is being deleted just now');
    await pause(POLL_MS);
  }
}

async function register(services: FileServices, file: StoredFile): Promise<boolean> {
  const { now, dead, future } = momentsOf(services.clock);
  const row = { ...file, stored_at: now, unnamed_since: now, deleting_at: null };
  const known = await transaction(services, (tx) =>
    tx
      .insertInto('files')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('hash')
          .doUpdateSet((eb) => ({
            // One that a row names stays so.
            unnamed_since: eb
              .case()
              .when('files.unnamed_since', 'is', null)
              .then(null)
              .else(now)
              .end(),
            deleting_at: null,
          }))
          .where((eb) =>
            eb.or([
              eb('files.deleting_at', 'is', null),
              eb('files.deleting_at', '<', dead),
              eb('files.deleting_at', '>', future),
            ]),
          ),
      )
      .returning('hash')
      .executeTakeFirst(),
  );
  return known !== undefined;
}

/** Keeps a file for a row that refers to it, in the transaction that stores this row. Returns its hash. */
export async function nameFile(tx: Db, { hash }: Pick<StoredFile, 'hash'>): Promise<string> {
  const isKept = await updatesRow(
    tx
      .updateTable('files')
      .set({ unnamed_since: null })
      .where('hash', '=', hash)
      .where('deleting_at', 'is', null),
  );
  if (!isKept) throw new FilesUnavailable('a file was deleted before a row named it');
  return hash;
}

/** Has these files go with the next sweep, unless something else names them: for what must not wait a day. */
export async function forgetFiles(tx: Db, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await tx.updateTable('files').set({ unnamed_since: '' }).where('hash', 'in', hashes).execute();
}

const isNamed = () => {
  const named = NAMED_IN.map(([table, column]) => {
    const named = sql.ref(`${table}.${column}`);
    return sql`exists (select 1 from ${sql.table(table)} where ${named} = files.hash)`;
  });
  return sql<boolean>`(${sql.join(named, sql` or `)})`;
};

interface SweepServices extends FileServices {
  files: FileStore;
}

/** Deletes files that no row has named for a day. */
export async function sweepFiles(services: SweepServices): Promise<void> {
  await finishDead(services);
  for (let after: string | undefined = ''; after !== undefined; )
    after = await sweepPage(services, after);
}

/** Looks at the files after this hash; returns the last of them, or undefined if they were the last. */
async function sweepPage(services: SweepServices, after: string): Promise<string | undefined> {
  const { now, dayAgo } = momentsOf(services.clock);
  const page = await services.store.db
    .selectFrom('files')
    .select(['hash', 'unnamed_since', isNamed().as('named')])
    .where('hash', '>', after)
    .where('deleting_at', 'is', null)
    .orderBy('hash')
    .limit(PAGE)
    .execute();
  const note = async (unnamed_since: string | null, rows: typeof page) => {
    const hashes = rows.map(({ hash }) => hash);
    if (hashes.length === 0) return;
    const isStill = unnamed_since === null ? isNamed() : sql<boolean>`not ${isNamed()}`;
    await transaction(services, (tx) =>
      tx
        .updateTable('files')
        .set({ unnamed_since })
        .where('hash', 'in', hashes)
        .where(isStill)
        .execute(),
    );
  };
  const named = page.filter((row) => row.named);
  const unnamed = page.filter((row) => !row.named);
  await note(
    null,
    named.filter(({ unnamed_since: since }) => since !== null),
  );
  // A time in the future is from before the clock was set back.
  await note(
    now,
    unnamed.filter(({ unnamed_since: since }) => since === null || since > now),
  );
  const due = unnamed.filter(({ unnamed_since: since }) => since !== null && since <= dayAgo);
  await deleteUnnamed(
    services,
    due.map(({ hash }) => hash),
  );
  return page.length === PAGE ? page.at(-1)?.hash : undefined;
}

async function deleteUnnamed(services: SweepServices, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return;
  const { now, dayAgo } = momentsOf(services.clock);
  const marked = await transaction(services, async (tx) => {
    // Whoever names one of them meanwhile is waited for, and seen by the next statement.
    await forUpdate(tx)(
      tx.selectFrom('files').select('hash').where('hash', 'in', hashes),
    ).execute();
    return tx
      .updateTable('files')
      .set({ deleting_at: now })
      .where('hash', 'in', hashes)
      .where('unnamed_since', '<=', dayAgo)
      .where('deleting_at', 'is', null)
      .where(sql<boolean>`not ${isNamed()}`)
      .returning('hash')
      .execute();
  });
  await deleteMarked(services, marked, now);
}

/** Deletes what was marked at this time. What takes long waits for a later sweep: somebody may take a dead mark over. */
async function deleteMarked(services: SweepServices, marked: { hash: string }[], at: string) {
  const deadline = performance.now() + DELETING_MS;
  for (const { hash } of marked) {
    if (performance.now() > deadline) return;
    await services.files.delete(hash);
    await transaction(services, (tx) =>
      tx.deleteFrom('files').where('hash', '=', hash).where('deleting_at', '=', at).execute(),
    );
  }
}

/** Goes on where a process was killed that deleted files. */
async function finishDead(services: SweepServices): Promise<void> {
  const { now, dead, future } = momentsOf(services.clock);
  const marked = await transaction(services, (tx) =>
    tx
      .updateTable('files')
      .set({ deleting_at: now })
      .where((eb) => eb.or([eb('deleting_at', '<', dead), eb('deleting_at', '>', future)]))
      .returning('hash')
      .execute(),
  );
  await deleteMarked(services, marked, now);
}

/** Deletes files of which there is no row, as after a restored backup, and what never became a file. */
export async function sweepUnknownFiles(services: SweepServices): Promise<void> {
  const before = new Date(services.clock().getTime() - DAY_MS / 2);
  await services.files.removeUnfinished(before);
  let page: string[] = [];
  const sweep = async () => {
    await deleteUnknown(services, page);
    page = [];
  };
  for await (const { hash, writtenAt } of services.files.list()) {
    if (writtenAt < before) page.push(hash);
    if (page.length === PAGE) await sweep();
  }
  await sweep();
}

async function deleteUnknown(services: SweepServices, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return;
  const { db } = services.store;
  const rows = await db.selectFrom('files').select('hash').where('hash', 'in', hashes).execute();
  const known = new Set(rows.map(({ hash }) => hash));
  const { now } = momentsOf(services.clock);
  const values = hashes
    .filter((hash) => !known.has(hash))
    .map((hash) => ({
      ...{ hash, size: 0, crc32: 0, stored_at: now, unnamed_since: now, deleting_at: now },
    }));
  if (values.length === 0) return;
  const marked = await transaction(services, (tx) =>
    tx
      .insertInto('files')
      .values(values)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .returning('hash')
      .execute(),
  );
  await deleteMarked(services, marked, now);
}
