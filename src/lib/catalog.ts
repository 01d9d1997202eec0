import { createCatalogReader } from '../../api/modules/site/catalog-reader.ts';
import { readCatalog } from '../../api/modules/site/catalog-snapshot.ts';
import { readPictureBytes } from '../../api/platform/files/queries.ts';
import { connect, type Store } from '../../db/connect.ts';

let store: Store | undefined;

/** What the pages read under `npm run dev`: the database of DATABASE_URL as it is at each request. */
export async function readLocals(): Promise<App.Locals> {
  store ??= connect(process.env['DATABASE_URL'] ?? 'sqlite:var/shop.db');
  const { db } = store;
  return {
    catalogue: createCatalogReader(await readCatalog(db)),
    pictureBytes: (url) => readPictureBytes(db, url),
  };
}
