import { mkdirSync, renameSync } from 'node:fs';
import { buildSite, isFresh } from '../../api/modules/site/build-release.ts';
import { connect } from '../../db/connect.ts';
import { migrate } from '../../db/migrate.ts';
import { seed } from '../../db/seed.ts';
import { TEMPLATE } from './paths.ts';

/** The seeded database and the built site that every world starts from, made once a run. */
export default async function prepare(): Promise<void> {
  mkdirSync(TEMPLATE.dataDir, { recursive: true });
  const fresh = `${TEMPLATE.file}.${process.pid}`;
  const store = connect(`sqlite:${fresh}`);
  await migrate(store);
  await seed(store, { demoPeople: true });
  await store.close();
  renameSync(fresh, TEMPLATE.file);
  if (!isFresh(TEMPLATE)) await buildSite(TEMPLATE);
}
