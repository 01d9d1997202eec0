import { openAsBlob } from 'node:fs';
import pLimit from 'p-limit';
import type { S3mini } from 's3mini';
import type { Bucket } from '../bucket.ts';
import { FilesUnavailable } from '../errors.ts';
import { FileMissing, HASH, type Place } from './place.ts';

/** Each is a request. */
const PIECE_BYTES = 1024 * 1024;
/** The least that S3 takes of a file in parts; four of them are in memory. */
const PART_BYTES = 5 * 1024 * 1024;
/** A request that is older does nothing any more: the sweep counts on it. */
const TIMEOUT_MS = 25_000;
const PAGE = 1_000;

const oneUpload = pLimit(1);

/** Files in a bucket, under their hashes; other objects are not touched. */
export function bucketPlace({ url, region, keyId, secret }: Bucket): Place {
  let opened: Promise<S3mini> | undefined;
  const ask = async <R>(call: (client: S3mini) => Promise<R>, hash?: string): Promise<R> => {
    opened ??= import('s3mini').then(
      ({ S3mini }) =>
        new S3mini({
          ...{ endpoint: url, region, accessKeyId: keyId, secretAccessKey: secret },
          ...{ requestAbortTimeout: TIMEOUT_MS, minPartSize: PART_BYTES },
        }),
    );
    return call(await opened).catch((cause: unknown) => {
      if (hash && statusOf(cause) === 404) throw new FileMissing(hash, { cause });
      throw new FilesUnavailable('the bucket of files cannot be used', { cause });
    });
  };
  const has = (hash: string) => ask(async (client) => (await client.objectExists(hash)) === true);
  return {
    pieceBytes: PIECE_BYTES,
    put: (hash, path) =>
      // A blob is read while it is sent.
      oneUpload(async () => {
        const blob = await openAsBlob(path);
        await ask((client) => client.putAnyObject(hash, blob, 'application/octet-stream'));
      }),
    async readPiece(hash, { from, length }) {
      if (length > 0)
        return ask(async (client) => {
          const answer = await client
            .getObjectRaw(hash, false, from, from + length)
            .catch((error: unknown) => {
              // Nothing of the file is so far behind.
              if (statusOf(error) === 416) return null;
              throw error;
            });
          return new Uint8Array((await answer?.arrayBuffer()) ?? new ArrayBuffer(0));
        }, hash);
      if (!(await has(hash))) throw new FileMissing(hash);
      return new Uint8Array(0);
    },
    has,
    async delete(hash) {
      await ask((client) => client.deleteObject(hash), hash).catch((error: unknown) => {
        if (!(error instanceof FileMissing)) throw error;
      });
    },
    async *list() {
      let token: string | undefined;
      do {
        const page = await ask((client) => client.listObjectsPaged('/', '', PAGE, token));
        for (const { Key: hash, Size: size, LastModified: writtenAt } of page?.objects ?? [])
          if (HASH.test(hash)) yield { hash, size: Number(size), writtenAt };
        token = page?.nextContinuationToken;
      } while (token);
    },
  };
}

const statusOf = (error: unknown): number =>
  error instanceof Error && 'status' in error ? Number(error.status) : 0;
