import type { Db } from '../../../db/database.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { PICTURE_GONE } from './gigs/texts.ts';

/** Returns those of these pictures that exist. */
export const listPictures = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('pictures')
        .select(['id', 'width', 'height', 'variants'])
        .where('id', 'in', [...new Set(ids)])
        .execute();

/** Throws 400 if one of the pictures no longer exists. */
export async function checkPictures(tx: Db, field: string, pictures: readonly { _id: string }[]) {
  const ids = new Set(pictures.map((each) => each._id));
  if ((await listPictures(tx, [...ids])).length < ids.size) {
    throw new ApiError(400, PICTURE_GONE, { field });
  }
}
