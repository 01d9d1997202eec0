import type { Database, Db } from '../../../../db/database.ts';
import { readSetting, storeSetting } from '../../../../db/settings.ts';
import { transaction } from '../../../../db/transaction.ts';
import { ofEachKind } from '../../catalog/content/kinds.ts';
import { isVersionOf, recordPublishedPages } from '../../legal/versions.ts';
import { readCatalog, type StoredContent } from '../build/catalog-snapshot.ts';
import { currentName, type Release, readRelease } from '../releases/release-files.ts';
import { readContent } from '../releases/release-folder.ts';

/** A release and the content that was published with it. */
export interface Published {
  release: Release;
  content: StoredContent;
}

const KEY = 'published content';

/**
 * Stores what visitors see, so that a backup or a moved database has it without the folder of the site, and makes the legal
 * pages that they read the ones that new orders name. Called after each switch, and at the start, because a restored
 * database may not know what is in the folder.
 */
export async function recordPublished(
  store: Database,
  dataDir: string,
  recorded?: string,
): Promise<void> {
  const name = currentName(dataDir);
  const release = name === null ? null : readRelease(dataDir, name);
  if (name === null || !release) return;
  const content = readContent(dataDir, name);
  if (content && recorded !== name) {
    const published: Published = { release, content };
    await transaction({ store }, (tx) => storeSetting(tx, KEY, JSON.stringify(published)));
  }
  if (await isVersionOf(store.db, release.legal)) return;
  await recordPublishedPages(store, content?.legal, release.madeAt);
}

export async function readPublished(db: Db): Promise<Published | undefined> {
  const value = await readSetting(db, KEY);
  return value === undefined ? undefined : (JSON.parse(value) as Published);
}

/** No count of changes equals it, so that everything waits to be published. */
export const UNKNOWN_CHANGES = -1;

/** The site of a shop of which nobody knows what was published: it opens once the owner publishes. */
export async function closedSite(db: Db): Promise<Published> {
  const { reviews, ...content } = await readCatalog(db);
  const unknown = { name: '', fingerprint: '', madeAt: '', ms: 0, pages: 0 };
  const catalog = { ...ofEachKind(() => ({})), profile: '', legal: '' };
  const release = { ...unknown, catalog, changes: UNKNOWN_CHANGES };
  return { release, content: { ...content, open: false } };
}
