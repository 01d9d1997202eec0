import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Decrypter } from 'age-encryption';
import {
  backUp,
  copySecrets,
  holdClosed,
  type Made,
  type Restored,
  restore,
  restoreSecrets,
  secretsBeside,
  verify,
} from './backup.ts';
import type { FileCipher } from './backup-files.ts';
import { giveToOwnerOfFolder, makeFolder } from './folder-owner.ts';

/**
 * The location of the data and the age identity (AGE-SECRET-KEY-…) for which its backups are encrypted; where that is kept
 * elsewhere, its public half (age1…), which makes backups and opens none.
 */
interface Installation {
  databaseUrl: string;
  dataDir: string;
  key: string;
}

const OTHER_KEY =
  'was encrypted with another key, or its first lines are damaged: set the BACKUP_KEY that was set when it was made, or restore another backup.';
const MISTYPED_KEY =
  'BACKUP_KEY is mistyped or incomplete: it begins with AGE-SECRET-KEY-1 and has no small letters.';
const SCRATCH = 'backup-scratch-';
const IN_USE = 'in-use.db';
const DAY_MS = 24 * 60 * 60_000;

export const isEncrypted = (file: string): boolean => file.endsWith('.age');

/** Loaded when a backup is made or read: it is large, and every start imports this module. */
const age = () => import('age-encryption');

export const newKey = async (): Promise<string> => (await age()).generateX25519Identity();

export const publicHalfOf = async (key: string): Promise<string> =>
  (await age()).identityToRecipient(key);

/**
 * Backs up database and secrets, encrypted. Verifies both by restoring them into a temporary folder. `withFiles` is called
 * with the copy of the database before the backup counts.
 */
export async function backUpEncrypted(
  installation: Installation,
  to: string,
  withFiles?: (copy: string) => Promise<void>,
): Promise<Made> {
  const { databaseUrl, dataDir } = installation;
  const { recipients, key } = await keysFor(installation.key);
  makeFolder(dirname(to));
  const parts = [`${to}.part`, `${secretsBeside(to)}.part`] as const;
  return inScratchFolder(dataDir, async (folder) => {
    try {
      const copy = join(folder, 'copy.db');
      const { counts } = await backUp(databaseUrl, copy);
      const secrets = copySecrets(dataDir, copy);
      await encrypt(copy, parts[0], recipients);
      if (secrets) await encrypt(secrets, parts[1], recipients);
      await requireRestorable(parts, { folder, counts, secrets, key });
      await withFiles?.(copy);
      giveToOwnerOfFolder(parts[0], ...(secrets ? [parts[1]] : []));
      if (secrets) renameSync(parts[1], secretsBeside(to));
      renameSync(parts[0], to);
      return { file: to, bytes: statSync(to).size, counts };
    } finally {
      for (const part of parts) rmSync(part, { force: true });
    }
  });
}

/** Restores an encrypted backup. Throws if the key is a different one. */
export const restoreEncrypted = (
  { databaseUrl, dataDir, key }: Installation,
  from: string,
): Promise<Restored & { withSecrets: boolean }> =>
  inScratchFolder(dataDir, async (folder) => {
    const plain = join(folder, 'backup.db');
    await decrypt(from, plain, key);
    const secrets = secretsBeside(from);
    if (existsSync(secrets)) await decrypt(secrets, secretsBeside(plain), key);
    const restored = restore(databaseUrl, plain);
    return { ...restored, withSecrets: restoreSecrets(dataDir, plain) };
  });

async function requireRestorable(
  [database, encryptedSecrets]: readonly [string, string],
  made: { folder: string; counts: Made['counts']; secrets: string | null; key: string },
): Promise<void> {
  const { folder, counts, secrets, key } = made;
  const installed = join(folder, 'restored.db');
  const plain = join(folder, 'decrypted.db');
  await decrypt(database, plain, key);
  restore(`sqlite:${installed}`, plain);
  const restored = verify(installed);
  const isSame = JSON.stringify(restored) === JSON.stringify(counts);
  if (!isSame) throw new Error('The encrypted backup is not whole: it restores other rows.');
  if (!secrets) return;
  await decrypt(encryptedSecrets, `${plain}.secrets`, key);
  const [before, after] = [await readFile(secrets), await readFile(`${plain}.secrets`)];
  if (!before.equals(after)) throw new Error('The encrypted backup is not whole: its secrets.');
}

/**
 * For whom a backup is encrypted, and the key that opens it to check it. Beside a public half that is a key which is
 * forgotten afterwards.
 */
async function keysFor(given: string): Promise<{ recipients: string[]; key: string }> {
  const isPublic = given.startsWith('age1');
  const key = isPublic ? await newKey() : given;
  await decrypterOf(key);
  return { recipients: [...(isPublic ? [given] : []), await publicHalfOf(key)], key };
}

/** Encrypts files for this key, and opens them: beside a public half only those of this process. */
export async function cipherFor(given: string): Promise<FileCipher> {
  const { recipients, key } = await keysFor(given);
  const decrypter = await decrypterOf(key);
  return {
    ending: `.${recipients[0]?.slice(-8)}.age`,
    encrypt: (content) => encryptFor(recipients, content),
    decrypt: (content) => decrypter.decrypt(content),
  };
}

async function encryptFor(recipients: string[], content: ReadableStream<Uint8Array>) {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return encrypter.encrypt(content);
}

const encrypt = async (from: string, to: string, recipients: string[]): Promise<void> =>
  writePrivate(to, await encryptFor(recipients, streamOf(from)));

async function decrypt(from: string, to: string, key: string): Promise<void> {
  if (!existsSync(from)) throw new Error(`There is no file ${from}.`);
  const decrypter = await decrypterOf(key);
  try {
    await writePrivate(to, await decrypter.decrypt(streamOf(from)));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (/no identity matched/.test(why)) throw new Error(`${from} ${OTHER_KEY}`);
    throw new Error(
      `${from} is damaged or incomplete (${why}): copy it again, or restore an older backup.`,
    );
  }
}

async function decrypterOf(key: string): Promise<Decrypter> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(key);
  } catch {
    throw new Error(MISTYPED_KEY);
  }
  return decrypter;
}

const streamOf = (file: string) =>
  Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;

const writePrivate = (file: string, content: ReadableStream<Uint8Array>) =>
  writeFile(file, Readable.fromWeb(content as never), { mode: 0o600 });

/**
 * Runs the work in a temporary folder beside the data, not in the backup folder, because its files are not
 * encrypted. A lock, which ends with this process, says that it is in use: what a killed one has left is removed by the next.
 */
export async function inScratchFolder<R>(dataDir: string, work: (folder: string) => Promise<R>) {
  makeFolder(dataDir);
  removeAbandonedFolders(dataDir);
  const folder = mkdtempSync(join(dataDir, SCRATCH));
  const lock = holdClosed(join(folder, IN_USE));
  giveToOwnerOfFolder(folder, ...readdirSync(folder).map((name) => join(folder, name)));
  try {
    return await work(folder);
  } finally {
    lock.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes what killed backups and rehearsals have left beside the data: databases and secrets. */
export function removeAbandonedFolders(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(SCRATCH))) {
    const left = join(dataDir, name);
    try {
      const isOld = Date.now() - statSync(left).mtimeMs > DAY_MS;
      if (isOld || !isInUse(left)) rmSync(left, { recursive: true, force: true });
    } catch {
      // It may belong to another user, or another process removes it now; it must not stop a backup.
    }
  }
}

/** Whether a process works in the folder. One without a lock is just being made, or of an older version. */
function isInUse(folder: string): boolean {
  const file = join(folder, IN_USE);
  if (!existsSync(file)) return true;
  try {
    holdClosed(file).close();
    return false;
  } catch {
    return true;
  }
}
