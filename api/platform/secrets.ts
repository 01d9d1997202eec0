import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const shape = z.object({
  /** The key that encrypts mail in the outbox. */
  mailKey: z.base64().length(44),
  razorpaySandbox: z.object({
    keyId: z.string().min(1),
    keySecret: z.string().min(1),
    webhookSecret: z.string().min(1),
  }),
});

/** All secrets: derived from SECRET_KEY, or random and stored in a file beside the database. */
export type Secrets = z.infer<typeof shape>;

/** The secrets file is empty or damaged. The message explains to the owner what to do. */
class SecretsError extends Error {}

const fileOf = (dataDir: string): string => join(dataDir, 'secrets.json');

/**
 * Derives the secrets from the key that all processes share. Without a key, reads those in the data folder,
 * or creates them.
 */
export const readSecrets = (dataDir: string, secretKey: string | null = null): Secrets =>
  secretKey === null
    ? (findSecrets(dataDir) ?? makeSecrets(dataDir))
    : secretsFrom(derivedFrom(secretKey));

/** Reads the installation's secrets; null if none exist yet. */
export function findSecrets(dataDir: string): Secrets | null {
  const file = fileOf(dataDir);
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error;
    throw new SecretsError(
      `${file} is empty or damaged. Put back the copy that lies beside a backup (<backup>.secrets.json). Without one delete the file: new secrets are made, waiting mail is lost, and authenticator apps must be set up again.`,
    );
  }
}

/**
 * Creates the secrets. Written to a temporary file and renamed: a full disk or power failure leaves no
 * partial file.
 */
function makeSecrets(dataDir: string): Secrets {
  const file = fileOf(dataDir);
  const temporary = `${file}.${process.pid}`;
  mkdirSync(dataDir, { recursive: true });
  try {
    const secrets = secretsFrom((count) => randomBytes(count));
    writeFileSync(temporary, JSON.stringify(secrets, null, 2), { mode: 0o600, flush: true });
    putInPlace(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  return readSecrets(dataDir);
}

/**
 * Moves the file into place, but never over an existing one: if two processes start at once, the first one's
 * secrets are used.
 */
function putInPlace(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Some file systems do not support hard links.
    if (code !== 'EEXIST') renameSync(temporary, file);
  }
}

type Bytes = (count: number, purpose: string) => Buffer;

const derivedFrom =
  (secretKey: string): Bytes =>
  (count, purpose) =>
    Buffer.from(hkdfSync('sha256', secretKey, '', purpose, count));

const secretsFrom = (bytes: Bytes): Secrets => ({
  mailKey: bytes(32, 'mail').toString('base64'),
  razorpaySandbox: {
    keyId: `rzp_test_${bytes(7, 'sandbox key id').toString('hex')}`,
    keySecret: bytes(24, 'sandbox key secret').toString('hex'),
    webhookSecret: bytes(24, 'sandbox webhook secret').toString('hex'),
  },
});
