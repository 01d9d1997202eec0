import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { storeBuiltRelease } from './built-site.ts';
import { seedInto } from './database.ts';
import { TEMPLATE } from './paths.ts';
import { serverAt, startPostgres } from './postgres-server.ts';
import prepareTemplate from './prepare-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server, and its seeded database, which every test app copies. */
    postgres: { url: string; template: string };
  }
}

/** Starts a server for the run, with the seeded database that every test app copies. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  await prepareTemplate();
  const { url, stop } = await startPostgres();
  const server = serverAt(url);
  const template = await server.create();
  const store = openDatabase(template.url);
  await migrate(store);
  await seedInto(store, TEMPLATE.dataDir);
  await storeBuiltRelease(store);
  await store.close();
  project.provide('postgres', { url, template: template.name });
  return async () => {
    await server.drop(template.name);
    await stop();
  };
}
