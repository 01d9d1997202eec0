import type { Db } from '../../../../db/database.ts';
import type { Version } from '../../../../db/schema.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { knownPictures, latestVersion } from './admin-queries.ts';
import { NOTHING_TO_UNDO, PICTURE_GONE } from './rules.ts';

/** What something was before its last save. */
export async function lastSavedVersion<Whole>(
  tx: Db,
  kind: Version['kind'],
  id: string,
): Promise<Whole> {
  const last = await latestVersion(tx, kind, id);
  if (!last) throw new ApiError(409, NOTHING_TO_UNDO);
  return JSON.parse(last.body) as Whole;
}

/** Refuses pictures that are not there any more. */
export async function checkPictures(
  tx: Db,
  field: string,
  pictures: readonly { _id: string }[],
): Promise<void> {
  const ids = new Set(pictures.map((each) => each._id));
  if ((await knownPictures(tx, [...ids])).length < ids.size) {
    throw new ApiError(400, PICTURE_GONE, { field });
  }
}
