import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { openDatabase } from '../../../../db/database.ts';
import {
  changesBetween,
  type Digests,
  digest,
  readCatalog,
  shownOf,
  type UnpublishedChange,
} from '../build/catalog-snapshot.ts';

/** Shown if the current release has no description of its catalog. */
export const EVERYTHING: UnpublishedChange = {
  kind: 'site',
  what: 'changed',
  title: 'Everything: the last build kept no note of what it held',
};
export const OWN_FILES: UnpublishedChange = {
  kind: 'site',
  what: 'changed',
  title: 'The site’s own files',
};

interface Comparison {
  databaseUrl: string;
  /** The hashes of a release's catalog. */
  catalog: Digests;
}

/** Lists the unpublished changes. Runs in a worker thread, because it reads the whole catalog. */
export function findChanges(comparison: Comparison): Promise<UnpublishedChange[]> {
  const thread = new Worker(new URL(import.meta.url), { workerData: comparison });
  return new Promise((done, failed) => {
    thread.once('message', done);
    thread.once('error', failed);
    thread.once('exit', () => failed(new Error('the thread ended without an answer')));
  });
}

async function compare({ databaseUrl, catalog }: Comparison): Promise<UnpublishedChange[]> {
  const { db, close } = openDatabase(databaseUrl);
  try {
    return changesBetween(catalog, digest(shownOf(await readCatalog(db))));
  } finally {
    await close();
  }
}

if (!isMainThread && parentPort && workerData?.catalog) {
  parentPort.postMessage(await compare(workerData as Comparison));
}
