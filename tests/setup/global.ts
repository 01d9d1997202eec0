import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { buildSite, isFresh } from '../../api/publish/build.ts';
import { connect } from '../../db/connect.ts';
import { migrate } from '../../db/migrate.ts';
import { seed } from '../../db/seed.ts';
import { TEMPLATE } from './paths.ts';

/** The seeded database and the built site that every world starts from, made once. */
export default async function prepare(): Promise<void> {
  mkdirSync(TEMPLATE.dataDir, { recursive: true });
  for (const end of ['', '-wal', '-shm']) rmSync(TEMPLATE.file + end, { force: true });
  const store = connect(TEMPLATE.databaseUrl);
  await migrate(store.db);
  await seed(store.db, { demoPeople: true });
  await store.close();
  if (!existsSync(TEMPLATE.dataDir) || !isFresh(TEMPLATE)) await buildSite(TEMPLATE);
}
