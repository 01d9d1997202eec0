import { existsSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { sql } from 'kysely';
import { type Database, isBusy, isPostgresUrl, openDatabase } from '../../../../db/database.ts';
import { isDiskFull } from '../../../../db/errors.ts';
import { isUsable } from '../../../../db/migrate.ts';
import { transaction } from '../../../../db/transaction.ts';
import { SECOND } from '../../../platform/clock.ts';
import { whatToRestore } from '../../../platform/data-folder.ts';
import { type Check, CheckFailed, reasonOf } from './check.ts';

const LIMIT = 25 * SECOND;
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;
const DAMAGED = 'The database is damaged.';
const MISSING = 'The database is missing.';
/** More than fits into free space inside the pages of a full database. */
const WRITE_BYTES = 100_000;
const WRITE_TEST = 'write test of the doctor';

export const database: Check = {
  part: 'Database',
  async run({ config, store }, _probes, { wholeFile }) {
    const { databaseUrl } = config;
    const problem =
      store && isPostgresUrl(databaseUrl)
        ? await findProblem(async () => readAll(store, wholeFile))
        : await inThread({ databaseUrl, wholeFile });
    if (problem === DAMAGED || problem === MISSING)
      throw new CheckFailed(`${problem} ${whatToRestore(config)}`);
    if (problem) throw new CheckFailed(problem);
    if (store) await writeTest(store);
    return wholeFile
      ? 'The database is whole, can be written, and every order agrees with its payments.'
      : 'The database can be written, and every order agrees with its payments.';
  },
};

/** Writes and deletes a row in one commit, because reading works on a full disk and beside a lock. */
async function writeTest(store: Database): Promise<void> {
  const problem = await findProblem(() =>
    transaction({ store }, async (tx) => {
      const row = { key: WRITE_TEST, value: 'x'.repeat(WRITE_BYTES) };
      await tx.insertInto('settings').values(row).execute();
      await tx.deleteFrom('settings').where('key', '=', WRITE_TEST).execute();
    }),
  );
  if (problem) throw new CheckFailed(problem);
}

/** Reads with a connection of its own, because SQLite would block this process meanwhile. */
function inThread(work: Inspection): Promise<string | null> {
  const thread = new Worker(new URL(import.meta.url), { workerData: work });
  const limit = setTimeout(() => void thread.terminate(), LIMIT);
  return new Promise<string | null>((done, failed) => {
    thread.once('message', done);
    thread.once('error', failed);
    thread.once('exit', () => failed(new CheckFailed(`Not read within ${LIMIT / SECOND} s.`)));
  }).finally(() => clearTimeout(limit));
}

interface Inspection {
  databaseUrl: string;
  wholeFile: boolean;
}

async function inspect({ databaseUrl, wholeFile }: Inspection): Promise<string | null> {
  const file = databaseUrl.replace(/^sqlite:/, '');
  if (!isPostgresUrl(databaseUrl) && !existsSync(file)) return MISSING;
  return findProblem(async () => {
    const store = openDatabase(databaseUrl);
    try {
      await readAll(store, wholeFile);
    } finally {
      await store.close();
    }
  });
}

async function readAll(store: Database, wholeFile: boolean): Promise<void> {
  if (!(await isUsable(store.db)))
    throw new CheckFailed('The database is newer than this program: install the newer one.');
  if (wholeFile && (store.pragma?.('quick_check(1)') ?? 'ok') !== 'ok')
    throw new CheckFailed(DAMAGED);
  const { rows } = await sql<{ id: string }>`
    select id from orders where paid <> (
      select coalesce(sum(amount), 0) from payments
      where payments.order_id = orders.id and payments.status = 'settled'
    ) limit 1`.execute(store.db);
  if (rows[0])
    throw new CheckFailed(
      `Order ${rows[0].id} has another paid amount than its payments: report it.`,
    );
}

/** Runs the work; returns a sentence about what to do if it fails, otherwise null. */
async function findProblem(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof CheckFailed) return error.message;
    if (isDiskFull(error)) return 'The disk of the database is full, or fails: make room.';
    if (isBusy(error))
      return 'Another program keeps the database locked, so nothing can be saved: find it with fuser, end it.';
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (DAMAGE.test(code)) return DAMAGED;
    return `The database does not answer (${reasonOf(error)})`;
  }
}

if (!isMainThread && parentPort && workerData?.databaseUrl && 'wholeFile' in workerData) {
  parentPort.postMessage(await inspect(workerData as Inspection));
}
