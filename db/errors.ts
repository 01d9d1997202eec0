/** The kinds of database errors, for both engines. */
type Kind =
  /** A unique constraint was violated. */
  | 'unique'
  | 'foreign key'
  | 'check'
  /** Blocked by a different transaction: a retry may succeed. */
  | 'busy'
  /** The storage is unreachable or accepts no writes: full, read-only, broken, restarting. */
  | 'unavailable';

/** The connection to the server could not be made. */
export class ConnectionError extends Error {}

/** The connection was lost during the COMMIT: only the server knows whether it succeeded. */
export class CommitUnknownError extends Error {
  readonly transactionId: string;

  constructor(transactionId: string, cause: unknown) {
    super('The connection was lost during a COMMIT.', { cause });
    this.transactionId = transactionId;
  }
}

/** The store of files cannot be reached, or takes none. */
export class FilesUnavailable extends Error {
  /** That of the system's error. */
  readonly code: string;

  constructor(message: string, { cause, code = '' }: { cause?: unknown; code?: string } = {}) {
    super(message, { cause });
    this.code = code;
  }
}

/** The server has rolled back the transaction: nothing was stored. */
export class RolledBackError extends Error {}

// https://sqlite.org/rescode.html and https://www.postgresql.org/docs/current/errcodes-appendix.html
const CODES: [Kind, RegExp][] = [
  ['unique', /^(SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)|23505)$/],
  ['foreign key', /^(SQLITE_CONSTRAINT_FOREIGNKEY|23503)$/],
  ['check', /^(SQLITE_CONSTRAINT_CHECK|23514)$/],
  // 40001 serialization failure, 40P01 deadlock, 55P03 lock timeout.
  ['busy', /^(SQLITE_BUSY.*|40001|40P01|55P03)$/],
  ['unavailable', /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|LOCKED|NOMEM)/],
  // Error classes: connection, resources, operator intervention, system; 25006: a read-only standby.
  ['unavailable', /^(08...|53...|57P..|58...|25006)$/],
  ['unavailable', /^(ECONNRESET|EPIPE)$/],
];

const UNAVAILABLE = [ConnectionError, CommitUnknownError, FilesUnavailable];

/** Messages of `pg` without a code when a connection ends. */
const LOST = /^(Connection terminated|Client has encountered a connection error)/;

function kindOf(error: unknown): Kind | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof RolledBackError) return 'busy';
  if (UNAVAILABLE.some((kind) => error instanceof kind)) return 'unavailable';
  if (LOST.test(error.message)) return 'unavailable';
  const code = 'code' in error ? String(error.code) : '';
  return CODES.find(([, pattern]) => pattern.test(code))?.[0] ?? null;
}

/** Whether a different transaction blocked this one: a retry may succeed. */
export const isBusy = (error: unknown): boolean => kindOf(error) === 'busy';

export const isUniqueViolation = (error: unknown): boolean => kindOf(error) === 'unique';

/** Whether the storage cannot write now: full, locked, read-only, broken or unreachable. */
export const isStorageTrouble = (error: unknown): boolean =>
  ['busy', 'unavailable'].includes(kindOf(error) ?? '');

const DISK_FULL_ERRORS = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR)/;

/** Whether an error means a full disk. SQLite reports some of these as I/O errors. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DISK_FULL_ERRORS.test(String(error.code));
