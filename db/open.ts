import { connect, type Store } from './connect.ts';
import { migrate } from './migrate.ts';
import { seed } from './seed.ts';

/** The database, up to date, with the starter shop in it while it is empty. */
export async function openStore(
  url: string,
  start: { seed: boolean; demoPeople: boolean },
): Promise<Store> {
  const store = connect(url);
  await migrate(store);
  if (start.seed) await seed(store, { demoPeople: start.demoPeople });
  return store;
}
