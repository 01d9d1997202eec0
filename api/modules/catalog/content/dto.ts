import type { Db } from '../../../../db/database.ts';
import type { PublicationStatus } from '../../../../db/schema/states.ts';
import type { PictureDto } from '../../../platform/files/dto.ts';
import type { ContentKind, StoredItem } from './kind.ts';
import { firstPictureIn, type WithPictures, withPictures } from './pictures.ts';
import { findItem, latestVersion, listItems } from './queries.ts';

interface Facts {
  _id: string;
  version: number;
  status: PublicationStatus;
  updatedAt: string;
}

const factsOf = ({ id, version, status, updated_at }: StoredItem): Facts => ({
  ...{ _id: id, version, status },
  updatedAt: updated_at,
});

/** An item with the data of its edit form. */
export type AdminItem<Body> = WithPictures<Body> & Facts & { canUndo: boolean };

/** An item in the owner's list. */
export type ListItem<Summary> = Facts & { title: string; picture: PictureDto | null } & Summary;

export async function toAdminItem<Kind extends ContentKind>(
  db: Db,
  kind: Kind,
  id: string,
): Promise<AdminItem<Kind['blank']> | null> {
  const item = await findItem<StoredItem<Kind['blank']>>(db, kind, id);
  if (!item) return null;
  const [body] = await withPictures(db, [item.body]);
  return {
    ...(body as WithPictures<Kind['blank']>),
    ...factsOf(item),
    ...kind.factsOf?.(item),
    canUndo: (await latestVersion(db, kind, id)) !== undefined,
  };
}

export async function toListItems<Kind extends ContentKind>(
  db: Db,
  kind: Kind,
): Promise<ListItem<ReturnType<Kind['summaryOf']>>[]> {
  const items = await listItems<StoredItem<Kind['blank']>>(db, kind);
  const shown = await withPictures(
    db,
    items.map(({ body }) => body),
  );
  return items.map((item, at) => ({
    ...factsOf(item),
    title: item.body.title,
    picture: firstPictureIn(shown[at]),
    ...(kind.summaryOf(item) as ReturnType<Kind['summaryOf']>),
  }));
}
