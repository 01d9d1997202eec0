import type { Insertable } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { lockName } from '../../../../db/engine.ts';
import type { PublicationStatus } from '../../../../db/schema/states.ts';
import type { ContentItem, Version } from '../../../../db/schema.ts';
import { escapeLike, matchesLike } from '../../../../db/sql-like.ts';
import type { ContentStore, StoredItem } from './kind.ts';
import { slugOf } from './rules.ts';

const MAX_VERSIONS = 20;

/** Gigs have a table of their own, with their ratings; all other kinds share one. */
const rowsOf = (db: Db, { table, one }: ContentStore) =>
  db
    .selectFrom(table as 'content_items')
    .selectAll()
    .$if(table === 'content_items', (rows) => rows.where('kind', '=', one));

/** A field that the version before this one did not know has its blank value. */
const readItem = <Stored extends StoredItem>({ blank }: ContentStore, row: ContentItem): Stored =>
  ({ ...row, body: { ...blank, ...JSON.parse(row.body) } }) as unknown as Stored;

/** Lists all items of a kind in the owner's order, retired ones last. */
export async function listItems<Stored extends StoredItem>(
  db: Db,
  store: ContentStore,
): Promise<Stored[]> {
  const rows = await rowsOf(db, store)
    .orderBy((eb) => eb.case().when('status', '=', 'retired').then(1).else(0).end())
    .orderBy('position')
    .execute();
  return rows.map((row) => readItem<Stored>(store, row));
}

/** Lists published items in the owner's order. */
export async function listPublishedItems<Stored extends StoredItem>(
  db: Db,
  store: ContentStore,
): Promise<Stored[]> {
  const rows = await rowsOf(db, store)
    .where('status', '=', 'published')
    .orderBy('position')
    .execute();
  return rows.map((row) => readItem<Stored>(store, row));
}

export async function findItem<Stored extends StoredItem>(
  db: Db,
  store: ContentStore,
  id: string,
): Promise<Stored | undefined> {
  const row = await rowsOf(db, store).where('id', '=', id).executeTakeFirst();
  return row && readItem<Stored>(store, row);
}

/** The item at this address, else the one that was there before: links to it still lead to that one. */
export async function findItemBySlug(db: Db, store: ContentStore, slug: string) {
  const rows = await rowsOf(db, store)
    .where((eb) => eb.or([eb('slug', '=', slug), eb('body', 'like', `%"${slug}"%`)]))
    .execute();
  const wasAt = ({ body }: StoredItem): boolean =>
    (body as ContentStore['blank']).formerSlugs?.includes(slug) ?? false;
  return rows.find((row) => row.slug === slug) ?? rows.find((row) => wasAt(readItem(store, row)));
}

/** How many items of a kind there are in each status, and the newest. */
export async function countByStatus(db: Db, store: ContentStore) {
  const items = await rowsOf(db, store).clearSelect().select(['status', 'id']).execute();
  const of = (status: PublicationStatus) => {
    const ids = items.flatMap((item) => (item.status === status ? [item.id] : []));
    return { count: ids.length, last: ids.sort().at(-1) ?? null };
  };
  return { published: of('published'), draft: of('draft') };
}

/** Finds items of a kind by title. Without text, those edited last. */
export function findItemsByTitle(db: Db, store: ContentStore, words: string, most: number) {
  const rows = rowsOf(db, store)
    .clearSelect()
    .select(['id as _id', 'title', 'status'])
    .orderBy('updated_at', 'desc')
    .orderBy('position')
    .limit(most);
  return (
    words ? rows.where(matchesLike(`${store.table}.title`, `%${escapeLike(words)}%`)) : rows
  ).execute();
}

export interface NewItem {
  id: string;
  now: string;
  createdAt?: string;
  status?: PublicationStatus;
  document: ContentStore['blank'];
}

/** Inserts an item, the last in the owner's order; a draft unless it is said. */
export async function insertItem(
  tx: Db,
  store: ContentStore,
  { id, now, createdAt = now, status = 'draft', document }: NewItem,
): Promise<void> {
  await lockPositions(tx, store);
  const last = (await rowsOf(tx, store).orderBy('position', 'desc').limit(1).execute())[0];
  const row = {
    id,
    slug: document.slug ?? `${slugOf(document.title)}-${id.slice(-6)}`,
    position: (last?.position ?? -1) + 1,
    status,
    body: JSON.stringify(document),
    created_at: createdAt,
    updated_at: now,
    version: 1,
  };
  const whole = store.table === 'gigs' ? row : { ...row, kind: store.one };
  await tx
    .insertInto(store.table as 'content_items')
    .values(whole as Insertable<ContentItem>)
    .execute();
}

/** Optimistic locking: writes only if the version is still the same. Returns false otherwise. */
export async function updateItem(
  tx: Db,
  { table }: ContentStore,
  { id, version }: { id: string; version: number },
  to: Pick<ContentItem, 'body' | 'status' | 'updated_at'> & { slug?: string | undefined },
): Promise<boolean> {
  const written = await tx
    .updateTable(table as 'content_items')
    .set((eb) => ({ ...to, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  return written !== undefined;
}

/** Sets the positions to the order of these ids. Returns false unless they are all ids of the kind. */
export async function reorderItems(
  tx: Db,
  store: ContentStore,
  ids: readonly string[],
): Promise<boolean> {
  await lockPositions(tx, store);
  const known = new Set((await listItems(tx, store)).map((item) => item.id));
  if (new Set(ids).size !== known.size || ids.some((id) => !known.has(id))) return false;
  for (const [position, id] of ids.entries()) {
    await tx
      .updateTable(store.table as 'content_items')
      .set({ position })
      .where('id', '=', id)
      .execute();
  }
  return true;
}

const lockPositions = (tx: Db, { many }: ContentStore) => lockName(tx, `positions of ${many}`);

/** Stores the item as it was before a save. Older versions are deleted. */
export async function storeVersion(tx: Db, before: Version): Promise<void> {
  await tx.insertInto('versions').values(before).execute();
  await tx
    .deleteFrom('versions')
    .where('kind', '=', before.kind)
    .where('item_id', '=', before.item_id)
    .where('version', '<=', before.version - MAX_VERSIONS)
    .execute();
}

export const latestVersion = (db: Db, { one }: ContentStore, id: string) =>
  db
    .selectFrom('versions')
    .selectAll()
    .where('kind', '=', one)
    .where('item_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
