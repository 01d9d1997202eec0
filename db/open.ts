import { connect, type Store } from './connect.ts';
import { migrate } from './migrate.ts';
import { seed } from './seed.ts';

/** Opens the database, checks it, migrates it, and seeds it when it is empty. */
export async function openStore(
  url: string,
  start: { seed: boolean; demoPeople: boolean },
  check: (store: Store) => void = () => {},
): Promise<Store> {
  const store = connect(url);
  try {
    check(store);
    await migrate(store);
    if (start.seed) await seed(store, { demoPeople: start.demoPeople });
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
