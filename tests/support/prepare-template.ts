import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { buildInWorker } from '../../api/modules/site/worker/site-worker.ts';
import { openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { isBuilt } from './built-site.ts';
import { seedInto } from './database.ts';
import { TEMPLATE } from './paths.ts';

const shared = globalThis as { template?: Promise<void> };

/** Creates the seeded database and the built site that every test app starts from, once per run. */
export default function prepareTemplate(): Promise<void> {
  shared.template ??= prepare();
  return shared.template;
}

async function prepare(): Promise<void> {
  mkdirSync(TEMPLATE.dataDir, { recursive: true });
  const unfinished = `${TEMPLATE.file}.${process.pid}`;
  const store = openDatabase(`sqlite:${unfinished}`);
  await migrate(store);
  await seedInto(store, TEMPLATE.dataDir);
  await store.close();
  renameSync(unfinished, TEMPLATE.file);
  if (!isBuilt()) rmSync(`${TEMPLATE.dataDir}/site`, { recursive: true, force: true });
  // Only what differs is rendered: the pictures of a new database have other ids.
  await buildInWorker(TEMPLATE);
}
