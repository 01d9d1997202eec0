import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../../db/database.ts';
import { transaction } from '../../../../db/transaction.ts';
import { DAY } from '../../../platform/clock.ts';
import { currentName, siteOf } from './rendered-site.ts';

const COMPRESSED_COPY = /\.(br|gz)$/;

/** Whether other processes with their own disks may use this database. */
export const isShared = ({ engine }: Pick<Database, 'engine'>): boolean => engine === 'postgres';

/**
 * Stores scripts and styles of the served pages for a day from now on: while processes are replaced one by one, a page of the
 * new version may ask an old process for them, and the other way round.
 */
export async function storeCompiledFiles(store: Database, dataDir: string): Promise<void> {
  const folder = join(siteOf(dataDir), currentName(dataDir) ?? '', '_astro');
  const names = (await readdir(folder)).filter((name) => !COMPRESSED_COPY.test(name));
  const kept_until = new Date(Date.now() + 2 * DAY).toISOString();
  for (const name of names) {
    const row = { path: `/_astro/${name}`, bytes: await readFile(join(folder, name)), kept_until };
    await transaction({ store }, (tx) =>
      tx
        .insertInto('compiled_files')
        .values(row)
        .onConflict((conflict) => conflict.column('path').doUpdateSet({ kept_until }))
        .execute(),
    );
  }
  await transaction({ store }, (tx) =>
    tx.deleteFrom('compiled_files').where('kept_until', '<', new Date().toISOString()).execute(),
  );
}

export async function findCompiledFile(store: Database, path: string): Promise<Buffer | undefined> {
  if (!isShared(store)) return undefined;
  const row = await store.db
    .selectFrom('compiled_files')
    .select('bytes')
    .where('path', '=', path)
    .executeTakeFirst();
  return row?.bytes;
}
