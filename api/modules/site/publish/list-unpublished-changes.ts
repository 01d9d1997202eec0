import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { openDatabase } from '../../../../db/database.ts';
import {
  changesBetween,
  readCatalog,
  shownOf,
  type UnpublishedChange,
} from '../build/catalog-snapshot.ts';
import { readContent } from '../releases/stored-releases.ts';

interface Comparison {
  databaseUrl: string;
  release: string;
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

async function compare({ databaseUrl, release }: Comparison): Promise<UnpublishedChange[]> {
  const { db, close } = openDatabase(databaseUrl);
  try {
    return changesBetween(await readContent(db, release), shownOf(await readCatalog(db)));
  } finally {
    await close();
  }
}

if (!isMainThread && parentPort && workerData?.release) {
  parentPort.postMessage(await compare(workerData as Comparison));
}
