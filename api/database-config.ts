import { isAbsolute, resolve } from 'node:path';
import { bucketOf } from '../db/bucket.ts';
import { isPostgresUrl } from '../db/database.ts';
import type { FilesLocation } from '../db/files/file-store.ts';

/** The location of the data and the secret key that all processes share. */
export interface DatabaseConfig {
  databaseUrl: string;
  /** The maximum number of connections that this process opens to PostgreSQL. */
  databasePoolSize: number;
  files: FilesLocation;
  /**
   * The other secrets are derived from this key; null: they are generated at first start and stored in
   * DATA_DIR.
   */
  secretKey: string | null;
}

type Env = Record<string, string | undefined>;

const SECRET_KEY_BYTES = 32;
const POOL_SIZE = '10';
const MAX_POOL_SIZE = 200;

export const absolute = (path: string, root: string): string =>
  isAbsolute(path) ? path : resolve(root, path);

export function readDatabase(
  env: Env,
  folders: { root: string; dataDir: string },
  errors: string[],
): DatabaseConfig {
  const databaseUrl = urlOf(env['DATABASE_URL'] ?? `sqlite:${folders.dataDir}/app.db`, {
    root: folders.root,
    errors,
  });
  const secretKey = env['SECRET_KEY'] ?? null;
  if (secretKey !== null && Buffer.byteLength(secretKey) < SECRET_KEY_BYTES) {
    errors.push(
      `SECRET_KEY must be ${SECRET_KEY_BYTES} characters or more: openssl rand -base64 48 makes one.`,
    );
  }
  if (secretKey === null && isPostgresUrl(databaseUrl)) {
    errors.push(
      'SECRET_KEY is needed with PostgreSQL: 32 characters or more, the same for every process.',
    );
  }
  const size = env['DATABASE_POOL_SIZE'] ?? POOL_SIZE;
  const files = {
    dir: absolute(env['FILES_DIR'] ?? `${folders.dataDir}/files`, folders.root),
    bucket: bucketOf(env, 'FILES', errors),
  };
  return { databaseUrl, databasePoolSize: poolSizeOf(size, errors), files, secretKey };
}

function urlOf(text: string, { root, errors }: { root: string; errors: string[] }): string {
  if (text.startsWith('sqlite:')) return `sqlite:${absolute(text.slice('sqlite:'.length), root)}`;
  if (!isPostgresUrl(text)) {
    errors.push('DATABASE_URL must start with "sqlite:" or "postgres://".');
  } else if (!URL.canParse(text) || new URL(text).pathname.length < 2) {
    // The message does not quote the address, because it contains a password.
    errors.push('DATABASE_URL must look like postgres://user:password@host:5432/database.');
  }
  return text;
}

const poolSizeOf = (text: string, errors: string[]): number =>
  wholeNumber('DATABASE_POOL_SIZE', { text, from: 1, to: MAX_POOL_SIZE }, errors);

export function wholeNumber(
  name: string,
  { text, from, to }: { text: string; from: number; to: number },
  errors: string[],
): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < from || number > to) {
    errors.push(`${name} must be a number from ${from} to ${to}, not "${text}".`);
  }
  return number;
}

export function switchOf(text: string | undefined, name: string, errors: string[]): boolean {
  if (text === undefined || /^(0|off|false|no)$/i.test(text)) return false;
  if (!/^(1|on|true|yes)$/i.test(text)) errors.push(`${name} must be "on" or "off".`);
  return true;
}
