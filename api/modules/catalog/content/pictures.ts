import type { Db } from '../../../../db/database.ts';
import { type PictureDto, toPictureDto } from '../../../platform/files/dto.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { PICTURE_GONE } from '../fields.ts';
import { type ChosenPicture, isPictureInShop, picturesIn } from './picture-rules.ts';

export type ShownPicture = ChosenPicture & PictureDto;

/** A document in which every picture has its files. */
export type WithPictures<T> = T extends ChosenPicture
  ? ShownPicture
  : T extends readonly (infer Item)[]
    ? WithPictures<Item>[]
    : T extends object
      ? { [Key in keyof T]: WithPictures<T[Key]> }
      : T;

const listPictures = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('pictures')
        .select(['id', 'width', 'height', 'variants'])
        .where('id', 'in', [...new Set(ids)])
        .execute();

/** Adds the files to all pictures in a document or in several. One that is gone is null, or left out of its list. */
export async function withPictures<T>(db: Db, documents: T): Promise<WithPictures<T>> {
  const ids = picturesIn(documents).map(({ _id }) => _id);
  const rows = new Map((await listPictures(db, ids)).map((row) => [row.id, row]));
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown).filter((each) => each !== null);
    if (typeof value !== 'object' || value === null) return value;
    if (!isPictureInShop(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shown(each)]));
    }
    const row = rows.get(value._id);
    return row ? { _id: value._id, ...toPictureDto({ ...row, alt: value.alt }) } : null;
  };
  return shown(documents) as WithPictures<T>;
}

/** Throws 400 with the field if one of the document's pictures no longer exists. */
export async function checkPictures(tx: Db, document: object): Promise<void> {
  const known = new Set(
    (
      await listPictures(
        tx,
        picturesIn(document).map(({ _id }) => _id),
      )
    ).map(({ id }) => id),
  );
  for (const [field, value] of Object.entries(document)) {
    if (picturesIn(value).some(({ _id }) => !known.has(_id))) {
      throw new ApiError(400, PICTURE_GONE, { field });
    }
  }
}

/** The picture of a list: the first that the document has. */
export const firstPictureIn = (document: unknown): PictureDto | null =>
  (picturesIn(document)[0] as ShownPicture | undefined) ?? null;
