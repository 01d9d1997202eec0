import { createReadStream, existsSync, openAsBlob } from 'node:fs';
import { basename, join } from 'node:path';
import { S3mini } from 's3mini';
import { secretsBeside } from './backup.ts';
import { FILES, filesFolderOf, hashOf, listBeside, readList, readNames } from './backup-files.ts';
import { expiredIn, isBackup } from './backup-retention.ts';
import type { Bucket } from './bucket.ts';

const open = ({ url, region, keyId, secret }: Bucket): S3mini =>
  new S3mini({ endpoint: url, region, accessKeyId: keyId, secretAccessKey: secret });

/** Uploads files, then downloads each to compare it with the local file. */
export async function copyToBucket(bucket: Bucket, files: string[], prefix = ''): Promise<void> {
  const client = open(bucket);
  for (const file of files) {
    const name = prefix + basename(file);
    // The blob is streamed, so that a large file does not fill the memory.
    await client.putAnyObject(name, await openAsBlob(file), 'application/octet-stream');
    const stored = await client.getObjectResponse(name);
    const isSame =
      stored?.body && (await hashOf(stored.body)) === (await hashOf(createReadStream(file)));
    if (!isSame) throw new Error(`${name} came back from the bucket as another file.`);
  }
}

async function listBucket(bucket: Bucket): Promise<string[]> {
  const found = await open(bucket).listObjects();
  return (found ?? []).map((object) => object.Key);
}

/** The names of the files that backups in the bucket name. */
export const filesInBucket = async (bucket: Bucket): Promise<string[]> =>
  filesAmong(await listBucket(bucket));

const filesAmong = (names: string[]): string[] =>
  names.filter((name) => name.startsWith(`${FILES}/`)).map((name) => basename(name));

/** Copies a backup to the bucket, with the files that are not there, and deletes what is expired there. */
export async function copyAway(bucket: Bucket, backup: string): Promise<void> {
  const there = new Set(await filesInBucket(bucket));
  const files = (readNames(backup) ?? [])
    .filter((name) => !there.has(name))
    .map((name) => join(filesFolderOf(backup), name));
  await copyToBucket(bucket, files.filter(existsSync), `${FILES}/`);
  // The backup itself last: it counts once it is there.
  const parts = [listBeside(backup), secretsBeside(backup), backup];
  await copyToBucket(bucket, parts.filter(existsSync));
  await deleteExpired(bucket);
}

async function deleteExpired(bucket: Bucket): Promise<void> {
  const client = open(bucket);
  const names = await listBucket(bucket);
  const expired = expiredIn(names);
  const gone = expired.flatMap((name) => [name, secretsBeside(name), listBeside(name)]);
  const kept = names.filter((name) => isBackup(name) && !expired.includes(name)).map(listBeside);
  // As beside the data, no file goes while a backup does not say which it names.
  if (kept.every((list) => names.includes(list))) {
    const lists = await Promise.all(kept.map((list) => client.getObject(list)));
    const named = new Set(lists.flatMap((list) => readList(list ?? '')));
    gone.push(
      ...filesAmong(names)
        .filter((name) => !named.has(name))
        .map((name) => `${FILES}/${name}`),
    );
  }
  for (const name of gone) if (names.includes(name)) await client.deleteObject(name);
}
