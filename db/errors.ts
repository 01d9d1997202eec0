/** What an error of either engine means for whoever asked. */
type Kind =
  /** A unique constraint refused the write. */
  | 'unique'
  | 'foreign key'
  | 'check'
  /** Another transaction is in the way: the same one may succeed a moment later. */
  | 'busy'
  /** The storage cannot be reached, or takes no write now: full, read-only, broken, restarting. */
  | 'unavailable';

/** The connection to the server could not be made. */
export class ConnectionError extends Error {}

/** The connection was lost during the COMMIT: only the server knows whether it was done. */
export class CommitUnknownError extends Error {
  readonly transactionId: string;

  constructor(transactionId: string, cause: unknown) {
    super('The connection was lost during a COMMIT.', { cause });
    this.transactionId = transactionId;
  }
}

/** The server has rolled the transaction back: nothing of it was stored. */
export class RolledBackError extends Error {}

// https://sqlite.org/rescode.html and https://www.postgresql.org/docs/current/errcodes-appendix.html
const CODES: [Kind, RegExp][] = [
  ['unique', /^(SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)|23505)$/],
  ['foreign key', /^(SQLITE_CONSTRAINT_FOREIGNKEY|23503)$/],
  ['check', /^(SQLITE_CONSTRAINT_CHECK|23514)$/],
  // 40001 serialization failure, 40P01 deadlock, 55P03 lock timeout.
  ['busy', /^(SQLITE_BUSY.*|40001|40P01|55P03)$/],
  ['unavailable', /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|LOCKED|NOMEM)/],
  // Connection, resources, operator's intervention, system; 25006: a standby, which only reads.
  ['unavailable', /^(08...|53...|57P..|58...|25006)$/],
  ['unavailable', /^(ECONNRESET|EPIPE)$/],
];

/** Messages of `pg`, without a code, when a connection ends. */
const LOST = /^(Connection terminated|Client has encountered a connection error)/;

function kindOf(error: unknown): Kind | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof RolledBackError) return 'busy';
  if (error instanceof ConnectionError || error instanceof CommitUnknownError) return 'unavailable';
  if (LOST.test(error.message)) return 'unavailable';
  const code = 'code' in error ? String(error.code) : '';
  return CODES.find(([, pattern]) => pattern.test(code))?.[0] ?? null;
}

/** Another transaction is in the way: the same one may succeed a moment later. */
export const isBusy = (error: unknown): boolean => kindOf(error) === 'busy';

/** A write refused by a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean => kindOf(error) === 'unique';

/** The storage cannot take the write now: full, locked, read-only, broken or unreachable. */
export const isStorageTrouble = (error: unknown): boolean =>
  ['busy', 'unavailable'].includes(kindOf(error) ?? '');
