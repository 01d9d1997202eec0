import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { openDatabase } from '../../../../db/database.ts';
import { changesBetween, type Digests, digest, readCatalog } from '../build/catalog-snapshot.ts';
import type { Change } from '../rules.ts';

interface Comparison {
  databaseUrl: string;
  /** The hashes of a release's catalog. */
  catalog: Digests;
}

/** Lists the unpublished changes. Runs in a worker thread, because it reads the whole catalog. */
export function findChanges(comparison: Comparison): Promise<Change[]> {
  const thread = new Worker(new URL(import.meta.url), { workerData: comparison });
  return new Promise((done, failed) => {
    thread.once('message', done);
    thread.once('error', failed);
    thread.once('exit', () => failed(new Error('the thread ended without an answer')));
  });
}

async function compare({ databaseUrl, catalog }: Comparison): Promise<Change[]> {
  const { db, close } = openDatabase(databaseUrl);
  try {
    return changesBetween(catalog, digest(await readCatalog(db)));
  } finally {
    await close();
  }
}

if (!isMainThread && parentPort && workerData?.catalog) {
  parentPort.postMessage(await compare(workerData as Comparison));
}
