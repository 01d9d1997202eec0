import { createCatalogReader } from '../../api/modules/site/build/catalog-reader.ts';
import { readCatalog } from '../../api/modules/site/build/catalog-snapshot.ts';
import { readPictureBytes } from '../../api/platform/files/queries.ts';
import { type Database, openDatabase } from '../../db/database.ts';

let store: Database | undefined;

/** What the pages read under `npm run dev`: the database of DATABASE_URL as it is at each request. */
export async function readLocals(): Promise<App.Locals> {
  store ??= openDatabase(process.env['DATABASE_URL'] ?? 'sqlite:var/app.db');
  const { db } = store;
  return {
    catalog: createCatalogReader(await readCatalog(db)),
    pictureBytes: (url) => readPictureBytes(db, url),
  };
}
