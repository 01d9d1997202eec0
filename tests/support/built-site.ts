import { recordPublishedPages } from '../../api/modules/legal/versions.ts';
import { buildVersion } from '../../api/modules/site/build/build-target.ts';
import { readChangeCounts } from '../../api/modules/site/publish/change-counters.ts';
import { manifestFile, readManifest } from '../../api/modules/site/releases/release-folder.ts';
import { readRendered } from '../../api/modules/site/releases/rendered-site.ts';
import { insertRelease } from '../../api/modules/site/releases/stored-releases.ts';
import type { Database } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { TEMPLATE } from './paths.ts';

/** Whether the pages of the starter shop are those of these sources. */
export const isBuilt = (target: Omit<typeof TEMPLATE, 'file'> = TEMPLATE): boolean =>
  readRendered(target.dataDir)?.version === buildVersion(target);

/** Makes the built pages the published ones of a database with the starter shop. */
export async function storeBuiltRelease(store: Database, { dataDir } = TEMPLATE): Promise<void> {
  const rendered = readRendered(dataDir);
  const manifest = rendered && readManifest(manifestFile(dataDir, rendered.name));
  if (!manifest) throw new Error(`${dataDir} has no pages.`);
  const { content } = manifest;
  const publishedAt = new Date().toISOString();
  const counts = await readChangeCounts(store.db);
  await transaction({ store }, async (tx) => {
    await insertRelease(tx, { ...counts, name: rendered.release, publishedAt, content });
    await recordPublishedPages(tx, content.legal, publishedAt);
  });
}
