import { sql } from 'kysely';
import { isStorageTrouble } from '../../db/database.ts';
import type { TestApp } from './test-app.ts';

/** Simulates a full disk by limiting the pages of the database; returns a function that makes room. */
export async function fillDisk({ server }: Pick<TestApp, 'server'>): Promise<() => Promise<void>> {
  const { store } = server.services;
  const limit = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(store.db);
  await limit(Number(store.pragma?.('page_count')));
  // Smaller rows use up the free space inside pages as well.
  for (const size of [100_000, 4_000, 400]) {
    for (let isFull = false; !isFull; ) {
      isFull = await store.db
        .insertInto('settings')
        .values({ key: `filler ${crypto.randomUUID()}`, value: 'x'.repeat(size) })
        .execute()
        .then(
          () => false,
          (error: unknown) => {
            if (!isStorageTrouble(error)) throw error;
            return true;
          },
        );
    }
  }
  return async () => {
    await limit(1_000_000);
    await store.db.deleteFrom('settings').where('key', 'like', 'filler %').execute();
  };
}
