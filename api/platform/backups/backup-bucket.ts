import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { S3mini } from 's3mini';

/** A bucket of an S3-compatible storage. */
export interface Bucket {
  /** The URL of the bucket: `https://s3.eu-central-1.amazonaws.com/backups`. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
}

const open = ({ url, region, keyId, secret }: Bucket): S3mini =>
  new S3mini({ endpoint: url, region, accessKeyId: keyId, secretAccessKey: secret });

/** Uploads files, then downloads each to compare it with the local file. */
export async function copyToBucket(bucket: Bucket, files: string[]): Promise<void> {
  const client = open(bucket);
  for (const file of files) {
    const name = basename(file);
    // The blob is streamed, so that a large file does not fill the memory.
    await client.putAnyObject(name, await openAsBlob(file), 'application/octet-stream');
    const stored = await client.getObjectResponse(name);
    const isSame =
      stored?.body && (await hashOf(stored.body)) === (await hashOf(createReadStream(file)));
    if (!isSame) throw new Error(`${name} came back from the bucket as another file.`);
  }
}

export async function listBucket(bucket: Bucket): Promise<string[]> {
  const found = await open(bucket).listObjects();
  return (found ?? []).map((object) => object.Key);
}

export async function deleteFromBucket(bucket: Bucket, names: string[]): Promise<void> {
  const client = open(bucket);
  for (const name of names) await client.deleteObject(name);
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
