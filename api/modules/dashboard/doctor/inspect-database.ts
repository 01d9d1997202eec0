import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { type Database, isBusy, isPostgresUrl } from '../../../../db/database.ts';
import { isDiskFull } from '../../../../db/errors.ts';
import { isUsable } from '../../../../db/migrate.ts';
import { transaction } from '../../../../db/transaction.ts';
import { SECOND } from '../../../platform/clock.ts';
import { whatToRestore } from '../../../platform/data-folder.ts';
import { orderNumber } from '../../orders/order-number-rules.ts';
import { type Check, CheckFailed, reasonOf } from './check.ts';
import { type Answer, type Inspected, type Inspection, UNBALANCED_ORDER } from './inspect-file.ts';

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
    const file = databaseUrl.replace(/^sqlite:/, '');
    const problem =
      isPostgresUrl(databaseUrl) || existsSync(file)
        ? await findProblem(() => readAll({ databaseUrl, store, wholeFile }))
        : new CheckFailed(MISSING);
    if (problem && [DAMAGED, MISSING].includes(problem.message))
      throw new CheckFailed(problem.message, whatToRestore(config));
    if (problem) throw problem;
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
  if (problem) throw problem;
}

interface Reading {
  databaseUrl: string;
  store: Database | null;
  wholeFile: boolean;
}

async function readAll({ databaseUrl, store, wholeFile }: Reading): Promise<void> {
  if (store && !(await isUsable(store.db)))
    throw new CheckFailed('The database is newer than this program: install the newer one.');
  const { isDamaged, unbalanced } =
    store && isPostgresUrl(databaseUrl)
      ? await readShared(store)
      : await inProcess({ inspectedFile: databaseUrl.replace(/^sqlite:/, ''), wholeFile });
  if (isDamaged) throw new CheckFailed(DAMAGED);
  if (unbalanced)
    throw new CheckFailed(
      `Order #${orderNumber(unbalanced)} has another paid amount than its payments: report it.`,
    );
}

async function readShared(store: Database): Promise<Inspected> {
  const { rows } = await sql.raw<{ id: string }>(UNBALANCED_ORDER).execute(store.db);
  return { isDamaged: false, unbalanced: rows[0]?.id };
}

const PROGRAM = fileURLToPath(new URL('./inspect-file.ts', import.meta.url));

/** Reads with a connection of its own, because SQLite would block this process meanwhile. */
async function inProcess(work: Inspection): Promise<Inspected> {
  const args = [PROGRAM, JSON.stringify(work)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: LIMIT }).catch(
    (error: Error & { killed?: boolean }) => {
      throw error.killed ? new CheckFailed(`Not read within ${LIMIT / SECOND} s.`) : error;
    },
  );
  const answer = JSON.parse(stdout) as Answer;
  if ('code' in answer) throw Object.assign(new Error(answer.message), { code: answer.code });
  return answer;
}

/** Runs the work; returns what to do if it fails, otherwise null. */
async function findProblem(work: () => Promise<unknown>): Promise<CheckFailed | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof CheckFailed) return error;
    if (isDiskFull(error))
      return new CheckFailed('The disk of the database is full, or fails: make room.');
    if (isBusy(error))
      return new CheckFailed(
        'Another program keeps the database locked, so nothing can be saved.',
        'Find it with fuser, end it.',
      );
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (DAMAGE.test(code)) return new CheckFailed(DAMAGED);
    return new CheckFailed('The database does not answer.', reasonOf(error));
  }
}
