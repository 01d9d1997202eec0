import { type Bucket, bucketOf } from '../db/bucket.ts';
import { isPostgresUrl } from '../db/database.ts';
import { absolute, wholeNumber } from './database-config.ts';
import { readLogLevel } from './platform/log.ts';

/** Settings for monitoring and stopping the process. */
export interface OperationsConfig {
  /** How long the process still serves requests after a stop signal, until a proxy notices. */
  stopDelayMs: number;
  logLevel: string;
  /** The token for `/metrics`; null: there is no `/metrics`. */
  metricsToken: string | null;
  /**
   * Where daily encrypted backups go besides this machine: a folder, in place of the one of the data, and a bucket. Without
   * an age identity the key of the dashboard encrypts them. null: the daily backups stay beside the data.
   */
  backup: { dir: string | null; key: string | null; bucket: Bucket | null } | null;
}

type Env = Record<string, string | undefined>;

const MIN_TOKEN_LENGTH = 16;
const AGE_IDENTITY = /^AGE-SECRET-KEY-(1[0-9A-Z]{58}|PQ-1[0-9A-Z]+)$/;

export function readOperations(env: Env, root: string, errors: string[]): OperationsConfig {
  const metricsToken = env['METRICS_TOKEN'] ?? null;
  if (metricsToken !== null && metricsToken.length < MIN_TOKEN_LENGTH) {
    errors.push(`METRICS_TOKEN must be ${MIN_TOKEN_LENGTH} characters or more.`);
  }
  const delay = { text: env['STOP_DELAY'] ?? '0', from: 0, to: 600 };
  return {
    stopDelayMs: 1_000 * wholeNumber('STOP_DELAY', delay, errors),
    logLevel: readLogLevel(env['LOG_LEVEL'], errors),
    metricsToken,
    backup: backupOf(env, root, errors),
  };
}

function backupOf(env: Env, root: string, errors: string[]): OperationsConfig['backup'] {
  const [dir, key] = [env['BACKUP_DIR'], env['BACKUP_KEY']];
  if (key && !AGE_IDENTITY.test(key)) {
    errors.push('BACKUP_KEY must look like AGE-SECRET-KEY-1…: npm run backup -- --key makes one.');
  }
  // The key alone is enough for `npm run restore`.
  const bucket = bucketOf(env, 'BACKUP', errors);
  if (!dir && !bucket) return null;
  if (isPostgresUrl(env['DATABASE_URL'] ?? '')) {
    errors.push(
      `${dir ? 'BACKUP_DIR' : 'BACKUP_S3_URL'} is for SQLite: PostgreSQL is backed up with pg_dump (db/README.md).`,
    );
  }
  return { dir: dir ? absolute(dir, root) : null, key: key ?? null, bucket };
}
