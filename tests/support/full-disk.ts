import { sql } from 'kysely';
import { isStorageTrouble } from '../../db/connect.ts';
import type { TestApp } from './test-app.ts';

/** Leaves no room for another page in the database, as a full disk does; returns how to make room. */
export async function fillDisk({
  server: shop,
}: Pick<TestApp, 'shop'>): Promise<() => Promise<void>> {
  const { store } = shop.services;
  const limit = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(store.db);
  await limit(Number(store.pragma('page_count')));
  // What deleted rows have left free is used up as well.
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
