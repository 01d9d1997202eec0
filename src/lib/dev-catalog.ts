import { openPictures } from '../../api/modules/site/build/build-target.ts';
import { createCatalogReader } from '../../api/modules/site/build/catalog-reader.ts';
import { readCatalog } from '../../api/modules/site/build/catalog-snapshot.ts';
import { readPictureBytes } from '../../api/platform/files/queries.ts';
import { type Database, openDatabase } from '../../db/database.ts';

let store: Database | undefined;

/** The catalog under `npm run dev`: each request reads the current rows of the database in DATABASE_URL. */
export async function readLocals(): Promise<App.Locals> {
  store ??= openDatabase(process.env['DATABASE_URL'] ?? 'sqlite:var/app.db');
  const dir = process.env['FILES_DIR'];
  const files = dir ? { dir } : undefined;
  const pictures = {
    store,
    files: openPictures({ dataDir: 'var', files }),
  };
  return {
    catalog: createCatalogReader(await readCatalog(store.db)),
    pictureBytes: (url) => readPictureBytes(pictures, url),
  };
}
