import type { Db } from '../../../../db/database.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import { withAgreed } from '../../case-studies/what-is-shown.ts';
import { NOTHING } from '../../catalog/content/kinds.ts';
import type { Content } from '../build/catalog-snapshot.ts';

/** A published content of the site. Every process makes the pages of the current one. */
export interface Release {
  /** Begins with the time, so that names sort by it. */
  name: string;
  publishedAt: string;
  /** The count of the owner's changes when it was published. */
  changes: number;
  isCurrent: boolean;
}

/** The number of stored releases, including the current one. */
const MAX_RELEASES = 5;

const releases = (db: Db) =>
  db
    .selectFrom('releases')
    .select(['name', 'published_at as publishedAt', 'changes', 'is_current as isCurrent']);

const toRelease = ({ isCurrent, ...row }: Omit<Release, 'isCurrent'> & { isCurrent: number }) => ({
  ...row,
  isCurrent: isCurrent === 1,
});

/** Newest first. */
export const listReleases = async (db: Db): Promise<Release[]> =>
  (await releases(db).orderBy('name', 'desc').execute()).map(toRelease);

/** Undefined before the first publish. */
export async function findCurrent(db: Db): Promise<Release | undefined> {
  const row = await releases(db).where('is_current', '=', 1).executeTakeFirst();
  return row && toRelease(row);
}

export async function readContent(db: Db, name: string): Promise<Content> {
  const { content } = await db
    .selectFrom('releases')
    .select('content')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  // A version of the program may add a kind.
  return { ...NOTHING, ...(JSON.parse(content) as Content) };
}

/** Stores a new release, the current one from now on, and deletes the oldest. */
export async function insertRelease(
  tx: Tx,
  { content, ...release }: Omit<Release, 'isCurrent'> & { content: Content; erasures: number },
): Promise<void> {
  const { name, publishedAt, changes, erasures } = release;
  await tx
    .insertInto('releases')
    .values({
      ...{ name, changes, erasures, published_at: publishedAt, is_current: 0 },
      content: JSON.stringify(content),
    })
    .execute();
  await setCurrent(tx, name);
  const old = (await listReleases(tx)).slice(MAX_RELEASES).map((each) => each.name);
  if (old.length > 0) await tx.deleteFrom('releases').where('name', 'in', old).execute();
}

export async function setCurrent(tx: Tx, name: string): Promise<void> {
  await tx.updateTable('releases').set({ is_current: 0 }).where('is_current', '=', 1).execute();
  await tx.updateTable('releases').set({ is_current: 1 }).where('name', '=', name).execute();
}

/** Takes out of every stored release what clients have taken back since it was published. */
export async function forgetErased(
  { store }: Pick<Services, 'store'>,
  erasures: number,
): Promise<void> {
  const outdated = await store.db
    .selectFrom('releases')
    .select('name')
    .where('erasures', '<', erasures)
    .execute();
  for (const { name } of outdated) {
    const content = await readContent(store.db, name);
    const shown = await withAgreed(store.db, content);
    await transaction({ store }, (tx) =>
      tx
        .updateTable('releases')
        .set({ content: JSON.stringify(shown), erasures })
        .where('name', '=', name)
        .execute(),
    );
  }
}
