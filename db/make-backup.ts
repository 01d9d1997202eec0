import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { backUp, type Made, requireDatabase } from './backup.ts';
import { copyAway, copyToBucket, filesInBucket } from './backup-bucket.ts';
import {
  type CopiedFiles,
  copyFiles,
  deleteUnnamedFiles,
  FILES,
  filesFolderOf,
  filesNamedIn,
  lockBackups,
  namesIn,
  writeNames,
} from './backup-files.ts';
import type { Bucket } from './bucket.ts';
import { backUpEncrypted, cipherFor, isEncrypted } from './encrypted-backup.ts';
import { isDiskFull } from './errors.ts';
import { type FilesLocation, openFileStore } from './files/file-store.ts';

export interface Making {
  databaseUrl: string;
  dataDir: string;
  /** The key of an encrypted backup. */
  key?: string;
  /** Whose files are copied; without, the backup names them only. */
  files?: FilesLocation;
  /** How many bytes database and files may take together. */
  room?: number;
  /** Where a copy goes. */
  bucket?: Bucket | null;
  /** The files stay in the bucket alone. */
  isBucketOnly?: boolean;
}

export interface MadeBackup extends Made, CopiedFiles {
  /** Why it did not come into the bucket. */
  notCopied: string | null;
}

const POLL_MS = 200;

/** Makes a backup of the database and of each file that its place does not have. One at a time copies files. */
export async function makeBackup(to: string, making: Making): Promise<MadeBackup> {
  const { databaseUrl, dataDir, key = '', files, room, bucket, isBucketOnly } = making;
  requireDatabase(databaseUrl);
  const lock = files ? await waitForLock(dataDir) : null;
  try {
    if (lock) deleteUnnamedFiles(dirname(to));
    const cipher = isEncrypted(to) ? await cipherFor(key) : null;
    const folder = filesFolderOf(to);
    let copied: CopiedFiles = { named: 0, copied: 0, lacking: 0, isNoRoom: false };
    const withFiles = async (copy: string) => {
      const named = filesNamedIn(copy);
      const only = isBucketOnly ? bucket : null;
      if (files)
        copied = await copyFiles(named, {
          ...{ files: openFileStore(files), folder, cipher },
          there: new Set(only ? await filesInBucket(only) : namesIn(folder)),
          room: (room ?? Number.POSITIVE_INFINITY) - statSync(copy).size,
          // At once, so that the disk needs room for the largest only.
          onCopied: only ? (path) => moveToBucket(only, path) : undefined,
        });
      writeNames(to, named, cipher);
    };
    const made = cipher
      ? await backUpEncrypted({ databaseUrl, dataDir, key }, to, withFiles)
      : await backUp(databaseUrl, to, new Date(), withFiles);
    const notCopied = bucket ? await copyAway(bucket, to).then(() => null, explainFailure) : null;
    return { ...made, ...copied, notCopied };
  } finally {
    lock?.close();
  }
}

async function waitForLock(dataDir: string) {
  for (;;) {
    const lock = lockBackups(dataDir);
    if (lock) return lock;
    await pause(POLL_MS);
  }
}

async function moveToBucket(bucket: Bucket, path: string): Promise<void> {
  await copyToBucket(bucket, [path], `${FILES}/`);
  await rm(path);
}

/** What a backup holds, in one line. */
export function summaryOf({ bytes, counts, named, copied, lacking, isNoRoom }: MadeBackup): string {
  const { orders, users } = counts;
  const why = isNoRoom ? 'there is no room for them' : 'missing or damaged in the store';
  const without = lacking > 0 ? ` It lacks ${lacking} files: ${why}.` : '';
  return `whole, ${bytes} bytes; orders: ${orders}, people: ${users}; files: ${named}, of which copied now: ${copied}.${without}`;
}

/** A sentence for whoever makes or restores a backup. */
export function explainFailure(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const full =
    'The disk is full, or fails: make room. Earlier backups and the database are as they were';
  const isFull = isDiskFull(error) || (error instanceof Error && isDiskFull(error.cause));
  return isFull ? `${full} (${reason}).` : reason;
}
