import { connect, type Store } from './connect.ts';
import { migrate } from './migrate.ts';
import { seed } from './seed.ts';

/** The database, checked and up to date, with the starter shop in it while it is empty. */
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
